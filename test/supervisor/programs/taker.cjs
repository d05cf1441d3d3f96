// Takes a port as soon as nobody listens there.
const { createServer } = require('node:net');

const take = () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('a stranger'));
  server.once('error', () => setImmediate(take));
  server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('taken'));
};
take();
