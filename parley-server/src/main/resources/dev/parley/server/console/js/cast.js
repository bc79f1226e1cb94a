/** An asciicast, read: what was printed when, changes of size, and where commands ended. */

/** Reads version 2. A line that cannot be read is left out, as a recording cut off in the middle has one. */
export function parse(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const header = JSON.parse(lines[0]);
  const events = [];
  for (const line of lines.slice(1)) {
    try {
      const [time, kind, data] = JSON.parse(line);
      events.push({ time, kind, data });
    } catch {
      // Cut off here.
    }
  }
  return {
    columns: header.width,
    rows: header.height,
    title: header.title ?? '',
    command: header.command ?? '',
    events,
  };
}

/** The same with no pause longer than so many seconds. */
export function withoutPauses(cast, longest) {
  let before = 0;
  let now = 0;
  const events = cast.events.map((event) => {
    now += Math.min(longest, Math.max(0, event.time - before));
    before = event.time;
    return { ...event, time: now };
  });
  return { ...cast, events };
}

export function duration(cast) {
  return cast.events.at(-1)?.time ?? 0;
}

/** The recording's own markers: which event each is, and what it says. */
export function markers(cast) {
  return cast.events.flatMap(({ kind, data }, index) => (kind === 'm' ? [{ index, label: data }] : []));
}
