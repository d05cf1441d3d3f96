// Does what the supervisor expects of every program: says that it is ready, ends on SIGTERM, ends when its parent is dead.
const { createServer } = require('node:http');

const flag = process.argv.indexOf('--port');
const port = Number(flag > 0 ? process.argv[flag + 1] : (process.env.PORT ?? 0));
const server = createServer((_, response) => response.end(String(process.pid)));
server.listen(port, '127.0.0.1', () => process.send?.({ ready: true, port: server.address().port }));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
