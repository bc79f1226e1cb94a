#!/usr/bin/env node
require('./run.js').run(['mcp', ...process.argv.slice(2)]);
