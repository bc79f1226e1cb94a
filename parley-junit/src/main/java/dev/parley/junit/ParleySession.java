package dev.parley.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a program on a terminal of its own before a test and ends it after it. Stands at a {@link
 * Conversation}: a parameter of a test method or a field of the test class.
 *
 * <pre>{@code
 * @Test
 * void greets(@ParleySession({"./greeter", "--ask"}) Conversation greeter) {
 *   greeter.says("Your name?").type("Ada").says("Hello, Ada").exits(0);
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@ExtendWith(ParleyExtension.class)
public @interface ParleySession {
  /** The program and its arguments; without any an interactive bash. */
  String[] value() default {};

  /** What its environment has besides that of the test, each as {@code NAME=VALUE}. */
  String[] env() default {};

  /** Where it starts; the directory of the test by default. */
  String directory() default "";

  int columns() default 80;

  int rows() default 24;

  /** How long any step may take. It only matters where a test fails. */
  int seconds() default 15;
}
