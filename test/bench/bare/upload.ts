import { open } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/**
 * The baseline of an upload: each body goes to a file of its own as it comes, which is written through to the disk. Nobody looks at
 * what it is, asks who brings it, or writes a row.
 */
const [folder] = process.argv.slice(2) as [string];
let count = 0;

const server = http.createServer(async (request, response) => {
  count += 1;
  const file = await open(path.join(folder, `bare-${process.pid}-${count}`), 'wx', 0o600);
  try {
    for await (const chunk of request) await file.write(chunk as Uint8Array);
    await file.sync();
  } finally {
    await file.close();
  }
  response.writeHead(201, { 'Content-Type': 'application/json' }).end('{}');
});

server.listen(0, '127.0.0.1', () => process.send?.({ ready: true, port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
