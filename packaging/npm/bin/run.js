'use strict';
// Finds the platform package and becomes its command, as far as Node lets a process become another.
const { spawn } = require('node:child_process');
const path = require('node:path');

function command() {
  const name = `parley-mcp-${process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'parley', 'bin', 'parley');
  } catch {
    console.error(`parley: there is no package ${name}; Parley runs on linux x64 and arm64.`);
    console.error('  If npm was told to leave optional packages out, install it with: npm install ' + name);
    process.exit(1);
  }
}

exports.run = (args) => {
  const child = spawn(command(), args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error('parley: ' + error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exit(code);
    }
  });
};
