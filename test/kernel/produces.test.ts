import { createHash } from 'node:crypto';
import net from 'node:net';
import { Readable } from 'node:stream';
import Ajv2020 from 'ajv/dist/2020';
import type { ReadContext } from '../../src/kernel/declaration/context';
import { FileAnswer, fileSchema } from '../../src/kernel/declaration/file';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { fileRoute } from '../../src/kernel/declaration/route';
import { refuse } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import type { Objects } from '../../src/kernel/objects/objects';
import { object, t } from '../../src/kernel/schema/schema';
import { openApiDocument } from '../../src/surfaces/openapi';
import { openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';

const MIB = 1024 * 1024;
const NAME = 'Şık "ağaç" cezvesi/ıİ.txt';
const TEXT = 'Bakır cezve, dört fincanlık';
const bytes = Buffer.from(TEXT);
const sha256 = (of: Uint8Array) => createHash('sha256').update(of);
const digest = sha256(bytes).digest('hex');

interface Source {
  /** Bytes. */
  readonly promised: number;
  stream(): Readable;
}

/** Files by their name in the path. */
const files: Record<string, () => FileAnswer> = {
  text: () => FileAnswer.of(bytes, { name: NAME, type: 'text/plain' }),
  pdf: () => FileAnswer.of(Buffer.alloc(MIB, 7), { name: 'etiket.pdf', type: 'application/pdf' }),
  blob: () => FileAnswer.of(Buffer.from([0, 255]), { name: 'etiket.pdf', type: 'application/pdf' }),
  other: () => FileAnswer.of(bytes, { name: 'x.html', type: 'text/html' }),
  large: () => FileAnswer.of(Buffer.alloc(4 * MIB + 1), { name: 'etiket.pdf', type: 'application/pdf' }),
};

const declared = {
  summary: 'Answer a file.',
  label: { tr: 'Dosyayı göster', en: 'Show the file' },
  policy: 'read',
  scope: 'orders:read',
  params: object({ which: t.String() }),
  refuses: ['not_found'],
  example: { params: { which: 'text' } },
  async run({ params }: ReadContext & { readonly params: { readonly which: string } }) {
    return files[params.which]?.() ?? refuse('not_found', 'There is no such file.');
  },
} as const;
const types = ['text/plain', 'application/pdf'];
const read = fileRoute({
  ...declared,
  refuses: ['not_found'],
  id: 'orders.paper.get',
  http: 'GET /v1/orders/paper/{which}',
  produces: { types, bytesMax: 4 * MIB, kept: true, inline: true },
});
const audited = fileRoute({
  ...declared,
  refuses: ['not_found'],
  id: 'orders.paper.reveal',
  http: 'GET /v1/orders/sealed/{which}',
  audited: true,
  produces: { types, bytesMax: 4 * MIB },
});
const quoted = fileRoute({
  ...declared,
  refuses: ['not_found'],
  id: 'orders.labels',
  http: 'POST /v1/orders/labels/{which}',
  policy: 'quote',
  body: object({ size: t.Optional(t.String()) }),
  produces: { types, bytesMax: 4 * MIB },
});
const capabilities = registryWith([read, audited, quoted]);

/** A file out of an object store that may have more or fewer bytes than it says. */
const objectsOf = ({ promised, stream }: Source) =>
  FileAnswer.ofObject(
    { open: async () => stream() } satisfies Pick<Objects, 'open'>,
    'str_x',
    { object: 'obj_x', size: promised, digest },
    { name: 'etiket.pdf', type: 'application/pdf' },
  );

describe('a route that answers a file', () => {
  let site: Site;
  let token: string;
  let actor: string;
  beforeAll(async () => {
    site = await openSite({ capabilities });
    ({ token, id: actor } = await site.mint('developer', ['orders:read']));
  });
  afterAll(() => site.close());

  const ask = (which: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.call(method, `/v1/orders/paper/${which}`, { token, headers });

  test('answers its bytes, with its name, its type and its digest', async () => {
    const { status, text, headers } = await ask('text');
    expect([status, text]).toEqual([200, TEXT]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(bytes.length),
      etag: `"${digest}"`,
      'repr-digest': `sha-256=:${sha256(bytes).digest('base64')}:`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      'content-disposition':
        'inline; filename="Sik _agac_ cezvesi_iI.txt"; filename*=UTF-8\'\'' +
        encodeURIComponent('Şık _ağaç_ cezvesi_ıİ.txt'),
    });
    const saved = await site.call('POST', '/v1/orders/labels/blob', { token, body: {} });
    expect([saved.headers.get('Content-Disposition'), saved.headers.get('Cache-Control')]).toEqual([
      'attachment; filename="etiket.pdf"',
      'no-store',
    ]);
  });

  test('answers parts of it, its head, and nothing to who has it', async () => {
    const part = await ask('text', { Range: 'bytes=0-4' });
    expect([part.status, part.text, part.headers.get('Content-Range')]).toEqual([
      206,
      'Bakı',
      `bytes 0-4/${bytes.length}`,
    ]);
    const beyond = await ask('text', { Range: 'bytes=900-' });
    expect([beyond.status, beyond.body.code, beyond.headers.get('Content-Range')]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${bytes.length}`,
    ]);
    for (const name of ['ETag', 'Repr-Digest', 'Content-Disposition']) expect(beyond.headers.get(name)).toBeNull();
    const head = await ask('text', {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('Content-Length')]).toEqual([200, '', String(bytes.length)]);
    const same = await ask('text', { 'If-None-Match': `"${digest}"` });
    expect([same.status, same.text, same.headers.get('ETag')]).toEqual([304, '', `"${digest}"`]);
    expect((await ask('text', { Range: 'bytes=0-3', 'If-Range': '"x"' })).status).toBe(200);
  });

  test('is asked anew each time by who keeps it, and answers nobody whose token was revoked', async () => {
    const { token: ending, id } = await site.mint('developer', ['orders:read']);
    const headers = { 'If-None-Match': `"${digest}"` };
    const look = () => site.call('GET', '/v1/orders/paper/text', { token: ending, headers });
    expect((await look()).status).toBe(304);
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    expect((await look()).status).toBe(401);
  });

  test('refuses as others do', async () => {
    const missing = await ask('none');
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    const { token: other } = await site.mint('developer', ['catalog:read']);
    expect((await site.call('GET', '/v1/orders/paper/text', { token: other })).status).toBe(403);
    const stated = await ask('text', { 'Idempotency-Key': newUlid() });
    expect([stated.status, stated.body.code]).toEqual([400, 'invalid_request']);
  });

  test('answers nothing else than it declares', async () => {
    for (const which of ['other', 'large']) expect((await ask(which)).status).toBe(500);
  });

  test('stands in the audit before its bytes go, where it is audited', async () => {
    const look = (which: string) => site.call('GET', `/v1/orders/sealed/${which}`, { token });
    const rows = () =>
      site.rows(
        `SELECT id, outcome FROM audit_row WHERE actor_id = $1 AND command = 'orders.paper.reveal' ORDER BY id`,
        [actor],
      );
    const shown = await look('text');
    expect([shown.status, shown.text, shown.headers.get('Cache-Control')]).toEqual([200, TEXT, 'no-store']);
    expect(await rows()).toEqual([{ id: shown.headers.get('Audit-Id'), outcome: 'done' }]);
    let opened = 0;
    files.watched = () =>
      objectsOf({
        promised: 3,
        stream: () => {
          opened += 1;
          return Readable.from([Buffer.from('abc')]);
        },
      });
    await site.rows(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON audit_row FOR EACH ROW EXECUTE FUNCTION full_disk()`);
    try {
      expect((await look('watched')).status).toBeGreaterThanOrEqual(500);
    } finally {
      await site.rows('DROP TRIGGER full_disk ON audit_row; DROP FUNCTION full_disk()');
    }
    expect(opened).toBe(0);
    expect(() => buildRegistry([{ ...audited, produces: { types, bytesMax: 1, kept: true } }], [])).toThrow(
      'looked at unseen',
    );
  });

  describe('whose bytes break off', () => {
    /** What comes on one connection that is asked again once its first answer is over, until it ends. */
    async function twice(): Promise<string> {
      const request = (more = '') =>
        `GET /v1/orders/paper/broken HTTP/1.1\r\nHost: x\r\n${more}Authorization: Bearer ${token}\r\n\r\n`;
      const chunks: Buffer[] = [];
      const socket = net.connect(site.api.port, '127.0.0.1');
      // Where it has ended already, nothing more can be asked on it.
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const begun = Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.write(request());
      await begun;
      // By then the server has done with the first one.
      expect((await ask('text')).text).toBe(TEXT);
      socket.write(request('Connection: close\r\n'));
      await closed;
      return Buffer.concat(chunks).toString('latin1');
    }
    const broken: [string, Source][] = [
      [
        'in the middle',
        {
          promised: 6,
          stream: () =>
            Readable.from(
              (async function* () {
                yield Buffer.from('abc');
                throw new Error('the disk is gone');
              })(),
            ),
        },
      ],
      ['too early', { promised: 6, stream: () => Readable.from([Buffer.from('abc')]) }],
      ['too late', { promised: 2, stream: () => Readable.from([Buffer.from('a'), Buffer.from('bcdefgh')]) }],
    ];
    test.each(broken)('%s: the connection ends with them, and nothing else does', async (_, source) => {
      files.broken = () => objectsOf(source);
      // Of an answer that breaks off at once not even the head may come.
      expect([0, 1]).toContain((await twice()).split('HTTP/1.1').length - 1);
    });

    test('because their reader goes away: they are not read on', async () => {
      const ended = new Promise<void>((resolve) => {
        const stalled = new Readable({ read() {} }).once('close', resolve);
        stalled.push('abc');
        files.stalled = () => objectsOf({ promised: 6, stream: () => stalled });
      });
      const socket = net.connect(site.api.port, '127.0.0.1');
      socket.write(`GET /v1/orders/paper/stalled HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
      await ended;
    });

    test('before they begin: that is a problem as any other', async () => {
      files.gone = () =>
        FileAnswer.ofObject(
          { open: async () => undefined },
          'str_x',
          { object: 'obj_x', size: 3, digest },
          { name: 'x', type: 'text/plain' },
        );
      const { status, body, headers } = await ask('gone');
      expect([status, body.code, headers.get('Cache-Control')]).toEqual([404, 'not_found', 'no-store']);
    });
  });

  describe('as a tool', () => {
    const ajv = new Ajv2020({ strict: false });
    const call = async (name: string, args: object) => {
      const answer = await site.call('POST', '/mcp', {
        token,
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
      return answer.body.result;
    };

    test('answers what it is and, beside it, its bytes', async () => {
      const { content } = await call('orders.paper.get', { which: 'text' });
      expect(JSON.parse(content[0].text)).toEqual({
        name: 'Şık _ağaç_ cezvesi_ıİ.txt',
        type: 'text/plain',
        size: bytes.length,
        digest,
      });
      const uri = `${site.url}/v1/orders/paper/text`;
      expect(content[1]).toEqual({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: TEXT } });
      const quote = await call('orders.labels', { which: 'blob', body: {} });
      expect(quote.content[1].resource).toEqual({
        uri: expect.stringMatching(/^ni:\/\/\/sha-256;[\w-]{43}$/),
        mimeType: 'application/pdf',
        blob: 'AP8=',
      });
    });

    test('links a larger one, which the same token opens', async () => {
      const { content } = await call('orders.paper.get', { which: 'pdf' });
      expect(content[1]).toMatchObject({ type: 'resource_link', name: 'etiket.pdf', size: MIB });
      const linked = await fetch(content[1].uri, { headers: { Authorization: `Bearer ${token}` } });
      expect((await linked.arrayBuffer()).byteLength).toBe(MIB);
      const quote = await call('orders.labels', { which: 'pdf', body: {} });
      expect(quote.content[1].text).toContain('POST /v1/orders/labels/{which}');
    });

    test('answers what its result says, audited or not', async () => {
      for (const name of ['orders.paper.get', 'orders.paper.reveal']) {
        const { auditId, ...told } = JSON.parse((await call(name, { which: 'text' })).content[0].text);
        expect([name, ajv.validate(fileSchema, told)]).toEqual([name, true]);
        expect([name, auditId]).toEqual([name, name.endsWith('reveal') ? expect.stringMatching(/^aud_/) : undefined]);
      }
    });

    test('refuses with a problem, also when the bytes are not those that were promised', async () => {
      expect(JSON.parse((await call('orders.paper.get', { which: 'none' })).content[0].text).code).toBe('not_found');
      files.broken = () => objectsOf({ promised: 6, stream: () => Readable.from([Buffer.from('abc')]) });
      const { isError, content } = await call('orders.paper.get', { which: 'broken' });
      expect([isError, JSON.parse(content[0].text).code]).toEqual([true, 'internal']);
    });
  });

  test('is described: as bytes in OpenAPI, and where the routes are listed', async () => {
    const { paths } = openApiDocument({ capabilities, version: '0' }) as {
      // biome-ignore lint/suspicious/noExplicitAny: a document of another party's shape
      paths: Record<string, Record<string, any>>;
    };
    const { responses, parameters } = paths['/v1/orders/paper/{which}']?.get ?? {};
    const bytes = { schema: { type: 'string', format: 'binary' } };
    const untyped = { 'application/octet-stream': bytes };
    expect(responses[200].content).toEqual({ ...untyped, 'text/plain': bytes, 'application/pdf': bytes });
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '404', '416']));
    expect(parameters.map(({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1))).toContain('Range');
    const posted = paths['/v1/orders/labels/{which}']?.post;
    expect(Object.keys(posted.responses)).not.toContain('206');
    const { body } = await site.call('GET', '/v1/routes', { token });
    const route = body.items.find(({ id }: { id: string }) => id === 'orders.paper.get');
    expect(route.produces).toEqual({ types, bytesMax: 4 * MIB });
    expect(body.items.find(({ id }: { id: string }) => id === 'orders.list')?.produces ?? null).toBeNull();
  });
});
