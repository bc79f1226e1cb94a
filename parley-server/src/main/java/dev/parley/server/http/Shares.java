package dev.parley.server.http;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.server.Request;

/**
 * What one caller may have under way at a time: requests, and bytes of bodies. There is a bound for
 * all together and a smaller one for each, so that no caller takes what is there for all.
 */
final class Shares {
  /** Waits are requests too. */
  private static final int REQUESTS = 256;

  /** Whoever has not said who they are shares this with all such. */
  private static final int REQUESTS_OF_STRANGERS = 64;

  private static final long BODIES = 8 << 20;
  private static final long BODIES_OF_ALL = 24 << 20;

  private record Share(int requests, long bodies) {
    Share plus(int more, long bytes) {
      return new Share(requests + more, bodies + bytes);
    }
  }

  private static final Share NONE = new Share(0, 0);

  private final Map<String, Share> shares = new HashMap<>();
  private long bodies;

  /** Counts a request of somebody we know until it is answered, or refuses it. */
  void take(String who, Request request) {
    var length = request.getLength();
    var body =
        switch (request.getMethod()) {
          case "GET", "HEAD" -> 0;
          default -> length < 0 ? HttpCall.LONGEST_BODY : length;
        };
    take(who, request, REQUESTS, body);
  }

  /** Counts a request of anybody. */
  void takeForStranger(Request request) {
    take("", request, REQUESTS_OF_STRANGERS, 0);
  }

  private void take(String who, Request request, int most, long body) {
    add(who, most, body);
    Request.addCompletionListener(request, _ -> add(who, -1, -body));
  }

  private synchronized void add(String who, int most, long body) {
    var share = shares.getOrDefault(who, NONE);
    if (most < 0) {
      share = share.plus(-1, body);
    } else if (share.requests() >= most
        || (body > 0 && share.bodies() > 0 && share.bodies() + body > BODIES)
        || (body > 0 && bodies > 0 && bodies + body > BODIES_OF_ALL)) {
      throw new Problem(
          429, "limit", "Too many requests of yours are under way", "Wait until some are answered");
    } else {
      share = share.plus(1, body);
    }
    bodies += body;
    if (share.requests() == 0) {
      shares.remove(who);
    } else {
      shares.put(who, share);
    }
  }
}
