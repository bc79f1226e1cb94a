/**
 * The state corpus: real programs brought to known points, and what Parley and the rules others use
 * say about each. Situations are data, in the text files beside this package; {@link
 * dev.parley.bench.state.Corpus} says how to read them.
 */
@org.jspecify.annotations.NullMarked
package dev.parley.bench.state;
