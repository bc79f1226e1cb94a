package dev.parley.server.mcp;

import java.util.List;
import java.util.Optional;

/** What a server has to read, as it is now: asked again for each request, so that it may change. */
public interface Resources {
  List<Resource> list();

  default List<Resource.Template> templates() {
    return List.of();
  }

  /** The contents at an address; nothing when there is no such resource. */
  Optional<List<ResourceContents>> read(String uri, Call call) throws Exception;

  /**
   * Calls {@code changed} from now on whenever the resource has changed, until the result is
   * closed; nothing when there is no such resource. {@code changed} returns at once and may be
   * called as often as things change: calls in quick succession become one notification.
   */
  default Optional<Watching> watch(String uri, Runnable changed) {
    return Optional.empty();
  }

  /** Whether {@link #watch} is worth calling; clients are told so. */
  default boolean watchable() {
    return false;
  }

  /** An open {@link #watch}. */
  interface Watching extends AutoCloseable {
    @Override
    void close();
  }
}
