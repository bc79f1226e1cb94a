/**
 * The web console in a real Chromium, against the built command's daemon. {@code Console} is the
 * stage that each class sets up: a daemon of its own and a browser that is signed in. What a test
 * looks at is kept as a picture; with {@code -Dparley.pictures=FOLDER} those go to a folder of
 * choice, which is how the pictures in the documentation are made.
 */
@NullMarked
package dev.parley.cli.console;

import org.jspecify.annotations.NullMarked;
