/** Reads what `git diff` prints. */

const KINDS = { '+': 'added', '-': 'removed', ' ': 'same', '\\': 'note' };

/** The files of a diff, each with its name, what became of it, how many lines came and went, and its lines. */
export function filesOf(diff) {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map(fileOf);
}

function fileOf(part) {
  const [head, ...hunks] = part.split(/^(?=@@ )/m);
  const lines = hunks.flatMap(linesOf);
  const count = (kind) => lines.filter((line) => line.kind === kind).length;
  return { ...named(head), added: count('added'), removed: count('removed'), lines };
}

/** What the lines above the first change say. */
function named(head) {
  const after = (words) => new RegExp(`^${words} (.*)$`, 'm').exec(head)?.[1];
  const path = (text) => text?.replace(/^"?[ab]\//, '').replace(/[\t"]+$/, '');
  const [from, to] = [after('---'), after('\\+\\+\\+')];
  const name =
    after('rename to') ??
    (to && to !== '/dev/null' ? path(to) : undefined) ??
    (from && from !== '/dev/null' ? path(from) : undefined) ??
    / "?b\/(.*?)"?$/m.exec(head.split('\n')[0])?.[1] ??
    '';
  const kind = after('rename from')
    ? 'renamed'
    : /^new file mode/m.test(head)
      ? 'new'
      : /^deleted file mode/m.test(head)
        ? 'deleted'
        : 'changed';
  return { name, kind, before: after('rename from'), binary: /^Binary files /m.test(head) };
}

/** The lines of one hunk, each with its numbers before and now. */
function linesOf(hunk) {
  const [head, ...rest] = hunk.replace(/\n$/, '').split('\n');
  let [, before, now] = /^@@ -(\d+)\S* \+(\d+)/.exec(head)?.map(Number) ?? [0, 0, 0];
  const lines = rest.map((line) => {
    const kind = KINDS[line[0]] ?? 'same';
    return {
      kind,
      text: line.slice(1),
      before: kind === 'same' || kind === 'removed' ? before++ : undefined,
      now: kind === 'same' || kind === 'added' ? now++ : undefined,
    };
  });
  return [{ kind: 'place', text: head }, ...lines];
}
