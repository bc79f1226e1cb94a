package dev.parley.cli.console;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every class the same Console, made when first asked for and closed after the last test: a
 * daemon and a browser take longer to start than most tests take.
 */
final class ConsoleStage implements ParameterResolver {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(ConsoleStage.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Console.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(OURS)
        .computeIfAbsent(Console.class, _ -> opened(), Console.class);
  }

  private static Console opened() {
    Assumptions.assumeTrue(
        Browser.isInstalled(),
        "Chromium and its driver are needed (Debian: chromium, chromium-driver)");
    try {
      return Console.open();
    } catch (Exception failed) {
      throw new IllegalStateException("The console cannot be opened", failed);
    }
  }
}
