#!/usr/bin/env node
require('./run.js').run(process.argv.slice(2));
