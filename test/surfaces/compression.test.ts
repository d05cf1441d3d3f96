import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { compressAnswers, compressedOnce } from '../../src/surfaces/compression';
import { isTagKnown, weak } from '../../src/surfaces/tags';

const long = 'Türk kahvesi, '.repeat(200);
const LONG_BYTES = Buffer.byteLength(long);
const keptBytes = compressedOnce(Buffer.from(long));

/** The answers of the app, by their paths. */
const answers: Readonly<Record<string, (context: Koa.Context) => void>> = {
  '/text': (context) => say(context, 'application/json; charset=utf-8', long),
  '/page': (context) => say(context, 'text/html; charset=utf-8', long),
  '/problem': (context) => {
    context.status = 400;
    say(context, 'application/problem+json', long);
  },
  '/bytes': (context) => say(context, 'application/json', Buffer.from(long.repeat(40))),
  '/kept': (context) => say(context, 'application/json', keptBytes),
  '/personal': (context) => {
    context.set('Cache-Control', 'private, no-store');
    say(context, 'text/html; charset=utf-8', long);
  },
  '/short': (context) => say(context, 'application/json', 'x'.repeat(1_023)),
  // It has fewer characters than the bound, and more bytes.
  '/wide': (context) => say(context, 'application/json', 'ş'.repeat(520)),
  '/picture': (context) => say(context, 'image/webp', Buffer.alloc(5_000)),
  '/stream': (context) => say(context, 'text/csv', Readable.from([long])),
  '/zipped': (context) => {
    context.set('Content-Encoding', 'gzip');
    say(context, 'text/css', Buffer.alloc(5_000));
  },
  '/nothing': (context) => {
    context.status = 304;
  },
};

function say(context: Koa.Context, type: string, body: Koa.Context['body']): void {
  context.type = type;
  context.body = body;
}

describe('answers are compressed', () => {
  let server: Server;
  beforeAll(async () => {
    const app = new Koa();
    app.use(compressAnswers);
    app.use((context) => answers[context.path]?.(context));
    server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());

  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    });

  const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

  test.each(['/text', '/page', '/problem', '/bytes', '/kept', '/wide'])('%s', async (path) => {
    const plain = await ask(path, {});
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    for (const [accepted, coding, opened] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const { status, headers, bytes } = await ask(path, { 'Accept-Encoding': accepted });
      expect([status, headers['content-encoding'], headers.vary]).toEqual([plain.status, coding, 'Accept-Encoding']);
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(opened(bytes).equals(plain.bytes)).toBe(true);
    }
  });

  test.each(['/short', '/picture', '/stream', '/zipped', '/nothing'])('but not %s', async (path) => {
    const plain = await ask(path, {});
    const asked = await ask(path, BROWSER);
    expect(asked.headers['content-encoding']).toBe(plain.headers['content-encoding']);
    expect(asked.bytes.equals(plain.bytes)).toBe(true);
  });

  test.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'identity, br;q=0.5', '*;q=0'])(
    'not for a caller who takes %j',
    async (accepted) => {
      const { headers, bytes } = await ask('/text', { 'Accept-Encoding': accepted });
      expect([headers['content-encoding'], bytes.length]).toEqual([undefined, LONG_BYTES]);
    },
  );

  test('a HEAD tells what a GET would, and sends nothing', async () => {
    const got = await ask('/text', BROWSER);
    const { headers, bytes } = await ask('/text', BROWSER, 'HEAD');
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary'])
      expect([name, headers[name]]).toEqual([name, got.headers[name]]);
    expect(bytes.length).toBe(0);
  });

  const COOKIE = { ...BROWSER, Cookie: 'session=1' };

  test.each([
    ['its own page', { ...COOKIE, 'Sec-Fetch-Site': 'same-origin' }, 'br'],
    ['its address bar', { ...COOKIE, 'Sec-Fetch-Site': 'none' }, 'br'],
    ['another site', { ...COOKIE, 'Sec-Fetch-Site': 'cross-site' }, undefined],
    ['another shop of one domain', { ...COOKIE, 'Sec-Fetch-Site': 'same-site' }, undefined],
    ['a browser that does not say by whom', COOKIE, undefined],
    ['a program without a cookie', BROWSER, 'br'],
  ])('an answer for its caller alone, asked for by %s', async (_who, headers, coding) => {
    expect((await ask('/personal', headers)).headers['content-encoding']).toBe(coding);
    // The same for everybody has no secret.
    expect((await ask('/page', headers)).headers['content-encoding']).toBe('br');
  });
});

test('a tag is known in each form in which it comes back', () => {
  const tag = '"a1"';
  const known = [tag, weak(tag), `"b2", ${tag}`, `"b2",${weak(tag)}`, '*'];
  expect(known.filter((header) => !isTagKnown(header, tag))).toEqual([]);
  const unknown = ['', '"a"', 'a1', '"b2"', 'W/"b2"'];
  expect(unknown.filter((header) => isTagKnown(header, tag))).toEqual([]);
});
