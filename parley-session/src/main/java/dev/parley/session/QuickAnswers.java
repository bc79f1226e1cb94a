package dev.parley.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds what a prompt offers to answer: {@code [y/N]}, {@code (yes/no)}, {@code [r]etry, [a]bort},
 * {@code type 'yes'}, items of a numbered menu, {@code Press Enter}. The forms are those that many
 * programs share; none is known by its name. What is not recognised is offered nothing.
 *
 * <p>Whether a key must be followed by Enter cannot be read from a prompt. A terminal that hands
 * over whole lines needs it. Where a program reads key by key, a single character is typed alone;
 * if the program only shows it, Enter is what is offered next. So nothing is ever left over for the
 * question after this one.
 */
final class QuickAnswers {
  private static final int MOST = 12;
  private static final int LONGEST_LABEL = 60;

  /** How far down from a menu's last item its question may stand. */
  private static final int MOST_BELOW = 4;

  private static final Pattern BEHIND = Pattern.compile("[\\s?:.…]*$");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z-]{0,15}|\\d{1,2}|[?/]");
  private static final Pattern LETTER_IN_WORD =
      Pattern.compile("[\\[(]([A-Za-z])[\\])]([a-z][A-Za-z]*)");
  private static final Pattern LETTER_THEN_WORDS =
      Pattern.compile(
          "[\\[(]([A-Za-z?])[\\])] ([A-Za-z][A-Za-z ]*?)(?=\\s{2,}|\\s*[\\[(,:]|\\s*$)");
  private static final Pattern DEFAULT = Pattern.compile("(?i)default\\b.*");
  private static final Pattern WANTS_WORD =
      Pattern.compile("(?i)\\b(type|enter|answer|reply|input|write)\\b");
  private static final Pattern QUOTED = Pattern.compile("['\"‘“`]([A-Za-z]{1,16})['\"’”`]");
  private static final Pattern ONLY_WORD =
      Pattern.compile("(?i)\\bonly ['\"‘“`]([A-Za-z]{1,16})['\"’”`] will be accepted");
  private static final Pattern PRESS_ENTER =
      Pattern.compile(
          "(?i)\\b(press|hit|push|strike)\\s+(the\\s+)?[<\\[(\"'‘]?(enter|return|↵)\\b");
  private static final Pattern PRESS_ANY =
      Pattern.compile("(?i)\\b(press|hit|push|strike)\\s+(any|a)\\s+key\\b");
  private static final Pattern CHOOSES =
      Pattern.compile(
          "(?i)#\\?|\\b(select|selection|choice|choose|option|number|pick|which)\\b"
              + "|[\\[(]\\d+\\s*(-|–|\\.\\.)\\s*\\d+[\\])]");

  private static final String POINTERS = "❯›▶▸→>";
  private static final Pattern ITEM =
      Pattern.compile(
          "\\s*(?<pointer>[❯›▶▸→>*●]?)\\s*[\\[(]?(?<number>\\d{1,2})(?:[.):\\]]\\s*|\\s{2,})(?<label>\\S.*)");
  private static final Pattern NEXT_COLUMN =
      Pattern.compile("\\s{2,}(?=[\\[(]?\\d{1,2}[.)\\]]\\s)");
  private static final Pattern FRAME = Pattern.compile("^[\\s│┃║|╎┆]+(?=\\S)|[\\s│┃║|╎┆]+$");

  private final String prompt;
  private final List<String> lines;
  private final boolean wholeLines;

  private QuickAnswers(String prompt, List<String> lines, boolean wholeLines) {
    this.prompt = prompt;
    this.lines = lines;
    this.wholeLines = wholeLines;
  }

  /**
   * What is offered.
   *
   * @param prompt the text left of the cursor
   * @param lines the screen, without empty lines
   * @param wholeLines whether the terminal hands the program whole lines
   */
  static List<QuickAnswer> of(String prompt, List<String> lines, boolean wholeLines) {
    var asked = new QuickAnswers(prompt.stripTrailing(), lines, wholeLines);
    var offered = asked.offered();
    if (offered.isEmpty() && !wholeLines) {
      offered = asked.enterBehindTyped();
    }
    return offered.size() > MOST ? List.of() : offered;
  }

  private List<QuickAnswer> offered() {
    var choices = choices();
    if (choices.isEmpty()) {
      choices = lettersInWords();
    }
    if (choices.isEmpty()) {
      choices = quotedWords();
    }
    if (!choices.isEmpty()) {
      return choices;
    }
    var menu = menu();
    var all = new ArrayList<QuickAnswer>();
    if (menu.stream().noneMatch(item -> item.text().isEmpty())) {
      all.addAll(pressed());
    }
    all.addAll(menu);
    return all;
  }

  /** An answer that was typed and is only shown so far: Enter is missing. */
  private List<QuickAnswer> enterBehindTyped() {
    var space = prompt.lastIndexOf(' ');
    if (space < 0) {
      return List.of();
    }
    var typed = prompt.substring(space + 1);
    var before = new QuickAnswers(prompt.substring(0, space).stripTrailing(), lines, false);
    return before.offered().stream().anyMatch(answer -> answer.text().equals(typed))
        ? List.of(QuickAnswer.enter("Enter"))
        : List.of();
  }

  // --- [y/N] ------------------------------------------------------------------------------------

  private List<QuickAnswer> choices() {
    var group = group(prompt);
    if (group.isEmpty()) {
      return List.of();
    }
    var inside = group.get().inside();
    var found = options(inside, false);
    if (found.isEmpty() || DEFAULT.matcher(inside).matches()) {
      // What stands last may be the default of what stands before it.
      var before = group(prompt.substring(0, group.get().from()));
      var earlier = before.map(one -> options(one.inside(), false)).orElse(List.of());
      if (!earlier.isEmpty()) {
        return earlier;
      }
      found = options(inside, true);
    }
    return found;
  }

  /** What stands in brackets, and where they open. */
  private record Group(String inside, int from) {}

  /** The last thing in brackets, where nothing stands behind it but marks. */
  private static Optional<Group> group(String prompt) {
    var text = BEHIND.matcher(prompt).replaceFirst("");
    var depth = 0;
    for (var at = text.length() - 1; at >= 0; at--) {
      var character = text.charAt(at);
      if ("])>".indexOf(character) >= 0) {
        depth++;
      } else if ("[(<".indexOf(character) >= 0) {
        depth--;
      }
      if (depth == 0) {
        return at == text.length() - 1
            ? Optional.empty()
            : Optional.of(new Group(text.substring(at + 1, text.length() - 1), at));
      }
    }
    return Optional.empty();
  }

  /**
   * The options in a pair of brackets; nothing unless each is one.
   *
   * @param single whether one alone will do, which must be yes or no then
   */
  private List<QuickAnswer> options(String inside, boolean single) {
    var found = new ArrayList<QuickAnswer>();
    var words = new ArrayList<String>();
    var between = inside.contains(",") ? "," : inside.contains("/") ? "/" : "\\|";
    for (var piece : inside.split("\\s*" + between + "\\s*|\\s+or\\s+", -1)) {
      var option = piece.strip();
      if (option.matches("\\[[A-Za-z ]{4,}]|<[^>]*>")) {
        continue; // stands for something that a person would have to write
      }
      var letter = LETTER_IN_WORD.matcher(option);
      if (letter.matches()) {
        words.add(letter.group(1));
        found.add(typed(letter.group(1) + letter.group(2), letter.group(1)));
        continue;
      }
      var word = option.replaceAll("^[\\[(]|[\\])]$", "");
      if (!WORD.matcher(word).matches()) {
        return List.of();
      }
      words.add(word);
      found.add(typed(word, word));
    }
    var isYesOrNo = found.size() == 1 && words.getFirst().matches("(?i)y|yes|n|no");
    if (found.size() < 2 && !(single && isYesOrNo)) {
      return List.of();
    }
    return capitalMarksDefault(words)
        ? found.stream().map(QuickAnswers::inSmallLetters).toList()
        : found;
  }

  /** Whether a capital says no more than what Enter alone would mean: {@code [y/N]}. */
  private static boolean capitalMarksDefault(List<String> words) {
    var capitals = words.stream().filter(word -> Character.isUpperCase(word.charAt(0))).count();
    var small = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).distinct().count();
    return capitals == 1 && small == words.size() && words.size() > 1;
  }

  private static QuickAnswer inSmallLetters(QuickAnswer answer) {
    return new QuickAnswer(answer.label(), answer.text().toLowerCase(Locale.ROOT), answer.enter());
  }

  /** {@code [R]etry, [A]bort} and {@code [Y] Yes [A] Yes to all}. */
  private List<QuickAnswer> lettersInWords() {
    for (var form : List.of(LETTER_IN_WORD, LETTER_THEN_WORDS)) {
      var letters = form.matcher(prompt);
      var found = new ArrayList<QuickAnswer>();
      while (letters.find()) {
        var label = form == LETTER_IN_WORD ? letters.group(1) + letters.group(2) : letters.group(2);
        found.add(typed(label.strip(), letters.group(1)));
      }
      if (found.size() > 1) {
        return found;
      }
    }
    return List.of();
  }

  /** {@code Please type 'yes' or 'no':}. */
  private List<QuickAnswer> quotedWords() {
    var found = new ArrayList<QuickAnswer>();
    if (WANTS_WORD.matcher(prompt).find()) {
      var quoted = QUOTED.matcher(prompt);
      while (quoted.find()) {
        found.add(typed(quoted.group(1), quoted.group(1)));
      }
      for (var line : lines.subList(Math.max(0, lines.size() - MOST_BELOW), lines.size())) {
        var only = ONLY_WORD.matcher(line);
        if (found.isEmpty() && only.find()) {
          found.add(typed(only.group(1), only.group(1)));
        }
      }
    }
    return found;
  }

  // --- Press Enter ------------------------------------------------------------------------------

  private List<QuickAnswer> pressed() {
    var last = prompt.isBlank() && !lines.isEmpty() ? lines.getLast() : prompt;
    if (PRESS_ENTER.matcher(last).find()) {
      return List.of(QuickAnswer.enter("Enter"));
    }
    return PRESS_ANY.matcher(last).find()
        ? List.of(
            wholeLines ? QuickAnswer.enter("Continue") : new QuickAnswer("Continue", " ", false))
        : List.of();
  }

  // --- 1) one 2) two ----------------------------------------------------------------------------

  /** An item of a menu, and whether the program's own pointer stands at it. */
  private record Item(int number, String label, boolean pointed) {}

  private List<QuickAnswer> menu() {
    var items = new TreeMap<Integer, Item>();
    var below = 0;
    for (var line : lines) {
      var found = items(FRAME.matcher(line).replaceAll(""));
      for (var item : found) {
        if (item.number == 0 || (item.number == 1 && !items.containsKey(0))) {
          items.clear();
        }
        if (items.put(item.number, item) != null) {
          items.clear(); // no menu counts twice
        }
      }
      below = found.isEmpty() ? below + 1 : 0;
    }
    if (items.size() < 2
        || items.firstKey() > 1
        || items.lastKey() - items.firstKey() != items.size() - 1
        || below > MOST_BELOW) {
      return List.of();
    }
    var pointed = items.values().stream().anyMatch(Item::pointed);
    if (!pointed && !CHOOSES.matcher(prompt).find()) {
      return List.of(); // a list that somebody printed
    }
    return items.values().stream().map(this::answer).toList();
  }

  private List<Item> items(String line) {
    var found = new ArrayList<Item>();
    for (var column : NEXT_COLUMN.split(line)) {
      var item = ITEM.matcher(column);
      if (item.matches()) {
        found.add(
            new Item(
                Integer.parseInt(item.group("number")),
                item.group("label").strip(),
                !item.group("pointer").isEmpty() && POINTERS.contains(item.group("pointer"))));
      }
    }
    return found;
  }

  private QuickAnswer answer(Item item) {
    var number = String.valueOf(item.number);
    var label = cut(item.number + ". " + item.label.replaceAll("\\s{2,}", " "));
    return item.pointed && !wholeLines
        ? QuickAnswer.enter(label)
        : new QuickAnswer(label, number, needsEnter(number));
  }

  // --- all --------------------------------------------------------------------------------------

  private QuickAnswer typed(String label, String text) {
    var word =
        switch (label.toLowerCase(Locale.ROOT)) {
          case "y", "yes" -> "Yes";
          case "n", "no" -> "No";
          default -> label;
        };
    return new QuickAnswer(cut(word), text, needsEnter(text));
  }

  private boolean needsEnter(String text) {
    return wholeLines || text.length() > 1;
  }

  private static String cut(String label) {
    return label.codePointCount(0, label.length()) <= LONGEST_LABEL
        ? label
        : label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL)) + "…";
  }
}
