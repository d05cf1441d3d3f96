import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { FileAnswer } from '../../src/kernel/declaration/file';
import { createLog } from '../../src/kernel/log';
import { sendBytes, sendFile } from '../../src/surfaces/files';
import { oneAtATime } from '../../src/surfaces/pipelining';

/** A storage that tells the end of a file some time after its last bytes. */
async function* endingLate(...chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
  await sleep(100);
}

test('whoever has all bytes of a file may send the next request on its connection', async () => {
  const app = new Koa();
  app.use((context) =>
    sendBytes(
      context,
      { type: 'text/plain', size: 4, tag: 'x', open: async () => Readable.from(endingLate('ab', 'cd', '')) },
      createLog('test', 'silent'),
    ),
  );
  const server = http.createServer(oneAtATime(app.callback()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  /** @returns the port of the client's end with the body: equal ones are one connection */
  const get = () =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', agent }, (response) => {
        let body = '';
        const client = request.socket?.localPort;
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve([client, body]));
      });
      request.on('error', reject);
    });
  try {
    const [first, body] = await get();
    expect(body).toBe('abcd');
    for (let again = 0; again < 3; again += 1) expect(await get()).toEqual([first, 'abcd']);
  } finally {
    agent.destroy();
    server.close();
  }
});

test('a file is sent as what it is, and as untyped bytes to who asks for those alone', async () => {
  const app = new Koa();
  const file = FileAnswer.of(Buffer.from('%PDF-1.4'), { name: 'etiket.pdf', type: 'application/pdf' });
  const produces = { types: [file.type], bytesMax: 100 };
  app.use((context) => sendFile(context, file, produces, createLog('test', 'silent')));
  const server = http.createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    for (const [Accept, type] of [
      ['application/octet-stream', 'application/octet-stream'],
      ['application/octet-stream, application/json;q=0.1', 'application/octet-stream'],
      ['application/pdf', 'application/pdf'],
      ['application/octet-stream;q=0.5, application/pdf', 'application/pdf'],
      ['application/octet-stream, application/pdf', 'application/pdf'],
      ['*/*', 'application/pdf'],
      ['image/avif,*/*;q=0.8', 'application/pdf'],
      ['application/json', 'application/pdf'],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { Accept } });
      expect([Accept, answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([
        Accept,
        200,
        type,
        '%PDF-1.4',
      ]);
      expect(answer.headers.get('Vary')).toBe('Accept');
    }
  } finally {
    server.close();
  }
});
