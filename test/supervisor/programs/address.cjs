// Listens as the API does, and answers who it is and what it was told.
const { createServer } = require('node:http');
const { listen } = require('../../../dist/src/kernel/process/listening.js');

const { PORT, DATABASE_URL: database, TEMPORAL_ADDRESS: temporal } = process.env;
const server = createServer((_, response) => response.end(JSON.stringify({ pid: process.pid, database, temporal })));
listen(server, Number(PORT), '127.0.0.1').then((port) => process.send?.({ ready: true, port }));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
