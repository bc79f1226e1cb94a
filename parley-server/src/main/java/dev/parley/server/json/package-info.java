/**
 * JSON as all doors read and write it: trees ({@code Json}), the check of a tree against a schema
 * ({@code Schema}), and the fields of a checked one by name ({@code Arguments}).
 */
@NullMarked
package dev.parley.server.json;

import org.jspecify.annotations.NullMarked;
