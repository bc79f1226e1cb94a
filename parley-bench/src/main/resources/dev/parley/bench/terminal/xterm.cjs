// Prints how many megabytes of a file @xterm/headless takes in a second of CPU time, the best of several runs.
const { Terminal } = require("@xterm/headless");
const { readFileSync } = require("node:fs");

const bytes = readFileSync(process.argv[2]);

async function time() {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000, allowProposedApi: true });
  const start = process.cpuUsage();
  for (let at = 0; at < bytes.length; at += 65536) {
    await new Promise((done) => terminal.write(bytes.subarray(at, at + 65536), done));
  }
  const spent = process.cpuUsage(start);
  terminal.dispose();
  return (spent.user + spent.system) / 1e6;
}

(async () => {
  let best = Infinity;
  let total = 0;
  for (let run = 0; run < 12 && total < 6; run++) {
    const seconds = await time();
    best = Math.min(best, seconds);
    total += seconds;
  }
  console.log(bytes.length / 1e6 / best);
})();
