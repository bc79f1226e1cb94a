package dev.parley.server.mcp;

/**
 * The ways a message can break the protocol, with their JSON-RPC code and the HTTP status the
 * stateless era asks for.
 */
enum Fault {
  NOT_JSON(-32700, 400),
  INVALID_REQUEST(-32600, 400),
  UNKNOWN_METHOD(-32601, 404),
  BAD_PARAMS(-32602, 200),
  /** The request does not say which revision it speaks or what its client can do. */
  BAD_META(-32602, 400),
  INTERNAL(-32603, 200),
  /** Too much at once; ours, from the range JSON-RPC leaves to servers. */
  BUSY(-32000, 503),
  /** Before 2026-07-28 a resource that does not exist had a code of its own. */
  NO_SUCH_RESOURCE(-32002, 200),
  HEADER_MISMATCH(-32020, 400),
  MISSING_CAPABILITY(-32021, 400),
  UNSUPPORTED_REVISION(-32022, 400);

  final int code;
  final int httpStatus;

  Fault(int code, int httpStatus) {
    this.code = code;
    this.httpStatus = httpStatus;
  }
}
