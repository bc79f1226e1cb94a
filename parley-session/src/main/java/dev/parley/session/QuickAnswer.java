package dev.parley.session;

/**
 * One answer that a prompt offers.
 *
 * @param label what a person reads on a button
 * @param text what is typed for it; may be empty
 * @param enter whether Enter is typed behind it
 */
public record QuickAnswer(String label, String text, boolean enter) {

  static QuickAnswer enter(String label) {
    return new QuickAnswer(label, "", true);
  }
}
