package dev.parley.junit;

import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Starts what {@link ParleySession} names; JUnit ends it with the test. */
final class ParleyExtension implements BeforeEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ParleyExtension.class);
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  /** JUnit closes what implements {@link AutoCloseable} when a test is over. */
  private record Running(Sessions sessions) implements AutoCloseable {
    @Override
    public void close() {
      sessions.close();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    // A nested test class has the fields of those around it, too.
    for (var instance : context.getRequiredTestInstances().getAllInstances()) {
      AnnotationSupport.findAnnotatedFields(
              instance.getClass(), ParleySession.class, _ -> true, HierarchyTraversalMode.TOP_DOWN)
          .forEach(field -> inject(field, instance, context));
    }
  }

  private static void inject(Field field, Object instance, ExtensionContext context) {
    if (field.getType() != Conversation.class || Modifier.isStatic(field.getModifiers())) {
      throw new ExtensionConfigurationException(
          "@ParleySession belongs on a Conversation that is no static field, and %s is something else"
              .formatted(field));
    }
    var asked = AnnotationSupport.findAnnotation(field, ParleySession.class).orElseThrow();
    var started = started(asked, context);
    try {
      field.setAccessible(true);
      field.set(instance, started);
    } catch (ReflectiveOperationException | RuntimeException closed) {
      throw new ExtensionConfigurationException("%s cannot be set".formatted(field), closed);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(ParleySession.class)
        && parameter.getParameter().getType() == Conversation.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return started(parameter.findAnnotation(ParleySession.class).orElseThrow(), context);
  }

  private static Conversation started(ParleySession asked, ExtensionContext context) {
    var launch =
        asked.value().length == 0 ? Launch.shell("bash") : Launch.of(List.of(asked.value()));
    if (!asked.directory().isEmpty()) {
      launch = launch.in(Path.of(asked.directory()).toAbsolutePath());
    }
    launch = launch.with(environment(asked)).sized(asked.columns(), asked.rows());
    var running = new Running(Sessions.inProcess());
    context.getStore(NAMESPACE).put(NUMBERS.incrementAndGet(), running);
    return new Conversation(
        running.sessions().start(launch),
        Duration.ofSeconds(asked.seconds()),
        new KeptScreens(context.getRequiredTestClass()));
  }

  private static Map<String, String> environment(ParleySession asked) {
    var environment = new LinkedHashMap<String, String>();
    for (var entry : asked.env()) {
      var at = entry.indexOf('=');
      if (at < 1) {
        throw new ExtensionConfigurationException(
            "env of @ParleySession is NAME=VALUE each, and '%s' is not".formatted(entry));
      }
      environment.put(entry.substring(0, at), entry.substring(at + 1));
    }
    return environment;
  }
}
