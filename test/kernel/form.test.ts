import { createHash } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sweepMedia } from '../../activities/media.sweep';
import { command } from '../../src/kernel/declaration/command';
import { contentSchema, exampleContent } from '../../src/kernel/declaration/content';
import { entity } from '../../src/kernel/declaration/entity';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { newUlid } from '../../src/kernel/ids';
import { line, object, t } from '../../src/kernel/schema/schema';
import { exampleImage } from '../../src/media/image/example';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { openApiDocument } from '../../src/surfaces/openapi';
import { Tezgah } from '../cli/tezgah';
import { plain } from '../media/pictures';
import { type Answer, openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';

const KIB = 1024;
const PATH = '/v1/channel/trendyol/remote/labels';
const picture = { types: imageTypes, bytesMax: 64 * KIB, read: readImage, example: exampleImage };
/** A name, one to three pictures, and what else a form may have. */
const declared = {
  label: { tr: 'Marka oluştur', en: 'Create a brand' },
  summary: 'Create a brand with its logos.',
  scope: 'catalog:write',
  irreversible: true,
  payload: object({
    ext: t.String(),
    name: line(100),
    position: t.Optional(t.Integer({ minimum: 1 })),
    logos: t.Array(contentSchema, { minItems: 1, maxItems: 3 }),
    paper: t.Optional(contentSchema),
  }),
  files: { logos: picture, paper: picture },
  result: object({ name: t.String(), position: t.Integer(), digests: t.Array(t.String()), paper: t.Integer() }),
  refuses: [],
} as const;
const example = { ext: 'trendyol', name: 'Şık', logos: [exampleContent] };

const brand = entity('brand', object({ name: line(100) }), { titles: { titleOf: (id) => id } });

const create = command({
  ...declared,
  refuses: [],
  example,
  id: 'channel.label.create',
  route: { http: 'POST /v1/channel/{ext}/remote/labels' },
  policy: 'workspace',
  async run({ payload: { name, position = 0, logos, paper }, newId, record }) {
    record('brand', newId('brd'), null, { name });
    return { name, position, digests: logos.map(({ digest }) => digest), paper: paper?.size ?? 0 };
  },
});
const propose = command({
  ...declared,
  refuses: [],
  example,
  id: 'channel.brand.propose',
  route: { http: 'POST /v1/channel/{ext}/remote/proposed' },
  policy: 'propose',
  // What is recorded of it is sealed: its files are named beside it.
  redact: ({ name }) => ({ name }),
  run: create.run,
});
const capabilities = registryWith([create, propose], [brand]);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a form with fields and files', () => {
  let site: Site;
  let token: string;
  let pictures: Uint8Array<ArrayBuffer>[];
  beforeAll(async () => {
    site = await openSite({ capabilities });
    ({ token } = await site.mint('agent', ['catalog:write']));
    pictures = [exampleImage(), new Uint8Array(await plain(2, 3)), new Uint8Array(await plain(4, 5))];
  });
  afterAll(() => site.close());

  const folder = (): string => path.join(site.world.config.dataFolder, 'objects', site.world.storeId);
  const kept = (): Promise<string[]> => readdir(folder()).catch(() => []);

  type Fields = readonly (readonly [field: string, value: string | Uint8Array<ArrayBuffer>, type?: string])[];
  const formOf = (fields: Fields): FormData => {
    const form = new FormData();
    for (const [field, value, type = ''] of fields) {
      if (typeof value === 'string') form.append(field, value);
      else form.append(field, new Blob([value], { type }), 'şekil.png');
    }
    return form;
  };
  async function send(body: FormData | string, headers: Record<string, string> = {}) {
    const answer = await fetch(site.url + PATH, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  }
  const logos = (...which: number[]): Fields => which.map((at) => ['logos', pictures[at] as Uint8Array<ArrayBuffer>]);

  test('comes with its text read and its files kept, in whatever order', async () => {
    const before = (await kept()).length;
    const [first, second] = pictures as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const fields: Fields = [
      ['logos', first],
      ['position', '7'],
      ['paper', second, 'image/png'],
      ['logos', second],
      ['name', 'Şık'],
    ];
    const { status, body } = await send(formOf(fields));
    expect([status, body]).toEqual([
      200,
      { name: 'Şık', position: 7, digests: [digestOf(first), digestOf(second)], paper: second.length },
    ]);
    expect(await kept()).toHaveLength(before + 3);
  });

  test('is one with its key: text and bytes are the call, and not where the bytes lie', async () => {
    const key = { 'Idempotency-Key': newUlid() };
    const first = await send(formOf([['name', 'A'], ...logos(0, 1)]), key);
    const before = await kept();
    const again = await send(formOf([...logos(0, 1), ['name', 'A']]), key);
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([200, 'true', first.body]);
    const others: Fields[] = [
      [['name', 'B'], ...logos(0, 1)],
      [['name', 'A'], ...logos(1, 0)],
      [['name', 'A'], ...logos(0)],
      [['name', 'A'], ...logos(0, 2)],
    ];
    for (const other of others) expect((await send(formOf(other), key)).body.code).toBe('idempotency_conflict');
    expect(await kept()).toEqual(before);
  });

  test('that is not as it is declared is refused, and leaves nothing behind', async () => {
    const before = await kept();
    const name = ['name', 'A'] as const;
    const large = new Uint8Array(64 * KIB + 1);
    large.set(exampleImage());
    const wrong: [status: number, said: RegExp, fields: Fields][] = [
      [400, /\/name is required/, logos(0)],
      [400, /\/logos is required/, [name]],
      [400, /\/logos takes at most 3 files/, [name, ...logos(0, 1, 2, 0)]],
      [400, /\/paper takes at most 1 files/, [['paper', exampleImage()], ['paper', exampleImage()], ...logos(0)]],
      [400, /\/name is there twice/, [name, name, ...logos(0)]],
      [400, /\/__proto__ is not known/, [['__proto__', 'x'], name, ...logos(0)]],
      [400, /\/other is not known/, [name, ...logos(0), ['other', exampleImage()]]],
      [400, /\/position must be/, [name, ['position', '0x10'], ...logos(0)]],
      [400, /\/name is not UTF-8/, [...logos(0), ['name', Uint8Array.of(255)]]],
      [400, /\/name/, [...logos(0), ['name', 'x'.repeat(101)]]],
      [400, /\/x0 is not known/, [name, ...logos(0), ...Array.from({ length: 9 }, (_, at) => [`x${at}`, ''] as const)]],
      [400, /\/logos\/1 is empty/, [name, ...logos(0), ['logos', new Uint8Array()]]],
      [413, /\/logos\/0 may have at most/, [name, ['logos', large]]],
      [413, /text of a form/, [...logos(0), ['name', 'x'.repeat(65 * KIB)]]],
      [415, /\/logos\/1 is none of/, [name, ...logos(0), ['logos', new Uint8Array(200)]]],
      [415, /stated to be image\/jpeg/, [name, ...logos(0), ['paper', exampleImage(), 'image/jpeg']]],
    ];
    for (const [status, said, fields] of wrong) {
      const answer = await send(formOf(fields));
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(said)]);
    }
    const boundary = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const part = (field: string) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\nx\r\n`;
    for (const [said, body] of [
      [/no whole multipart/, part('name')],
      [/no whole multipart/, `${part('name')}--b\r\nContent-Disposition`],
      [/name is required/, '--b--'],
    ] as const)
      expect((await send(body, boundary)).body).toMatchObject({ status: 400, detail: expect.stringMatching(said) });
    expect((await send('{}', { 'Content-Type': 'application/json' })).status).toBe(415);
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b`;
    expect(await site.raw(`${head}\r\nContent-Length: ${MOST + 1}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await site.raw(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await kept()).toEqual(before);
  });

  /** Four files, the text, and a head for each of six parts. */
  const MOST = 4 * 64 * KIB + 64 * KIB + 6 * 8 * KIB;

  test('leaves nothing behind that was rehearsed or may not be sent', async () => {
    const before = await kept();
    const rehearsed = await send(formOf([['name', 'A'], ...logos(0)]), { 'Dry-Run': 'true' });
    expect([rehearsed.status, rehearsed.body.dryRun]).toEqual([200, true]);
    const { token: reader } = await site.mint('developer', ['catalog:read']);
    const refused = await send(formOf([['name', 'A'], ...logos(0)]), { Authorization: `Bearer ${reader}` });
    expect(refused.status).toBe(403);
    expect(await kept()).toEqual(before);
  });

  test('that is proposed keeps its files until it is decided on', async () => {
    const { token: proposer } = await site.mint('agent', ['catalog:write', 'proposals:write']);
    const before = await kept();
    const answer = await fetch(`${site.url}/v1/channel/trendyol/remote/proposed`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${proposer}` },
      body: formOf([['name', 'A'], ...logos(0, 1)]),
    });
    const { proposalId } = (await answer.json()) as Answer['body'];
    const brought = (await kept()).filter((each) => !before.includes(each));
    expect([answer.status, brought.length]).toEqual([202, 2]);
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const object of brought) await utimes(path.join(folder(), object), yesterday, yesterday);
    const sweep = () =>
      sweepMedia(site.world.platform, {
        signal: new AbortController().signal,
        onPage() {},
        onFailure(error) {
          throw error;
        },
      });
    await sweep();
    expect(await kept()).toEqual(expect.arrayContaining(brought));
    await site.command(proposer, 'proposal.withdraw', { proposalId });
    await sweep();
    expect((await kept()).filter((each) => brought.includes(each))).toEqual([]);
  });

  test('is a tool, with its files in base64', async () => {
    const call = async (body: unknown) => {
      const answer = await site.call('POST', '/mcp', {
        token,
        headers: { Accept: 'application/json, text/event-stream' },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'channel.label.create', arguments: { ext: 'trendyol', body } },
        },
      });
      return answer.body.result;
    };
    const base64 = pictures.map((bytes) => Buffer.from(bytes).toString('base64'));
    const { content } = await call({ name: 'Şık', position: 2, logos: base64.slice(0, 2), paper: base64[2] });
    expect(JSON.parse(content[0].text).result).toEqual({
      name: 'Şık',
      position: 2,
      digests: pictures.slice(0, 2).map(digestOf),
      paper: pictures[2]?.length,
    });
    const before = await kept();
    const wrong: [pointer: string, body: unknown][] = [
      ['/body/logos', { name: 'A', logos: base64[0] }],
      ['/body/logos', { name: 'A', logos: [...base64, base64[0]] }],
      ['/body/logos/1', { name: 'A', logos: [base64[0], 'not base64!'] }],
      ['/body/position', { name: 'A', position: '2x', logos: base64 }],
      ['/body/logos/0', { name: 'A', logos: [{ object: `obj_${newUlid()}`, size: 1 }] }],
      ['/body/name', { logos: base64 }],
    ];
    for (const [pointer, body] of wrong) {
      const problem = JSON.parse((await call(body)).content[0].text);
      expect([problem.code, problem.errors[0].pointer]).toEqual(['invalid_request', pointer]);
    }
    expect(await kept()).toEqual(before);
  });

  test('is a verb of the command line, with the names of its files', async () => {
    const tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
    try {
      for (const [at, bytes] of pictures.entries()) await writeFile(path.join(tezgah.home, `${at}.png`), bytes);
      const create = (...args: string[]) => tezgah.run(['channel', 'label', 'create', 'trendyol', ...args, '--json']);
      const { code, json } = await create('--name', 'Şık', '--position', '3', '--logos', '0.png', '--logos', '1.png');
      expect([code, json]).toEqual([
        0,
        { name: 'Şık', position: 3, digests: pictures.slice(0, 2).map(digestOf), paper: 0 },
      ]);
      const { stdout: help } = await tezgah.run(['channel', 'label', 'create', '--help']);
      expect(help).toContain('--logos <file>');
      const missing = await create('--name', 'Şık', '--logos', 'none.png');
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--logos none.png cannot be read')]);
    } finally {
      tezgah.remove();
    }
  });

  test('is described: as multipart in OpenAPI, and where the routes are listed', async () => {
    const { paths, components } = openApiDocument({ capabilities, version: '0' }) as {
      // biome-ignore lint/suspicious/noExplicitAny: a document of another party's shape
      paths: Record<string, Record<string, any>>;
      components: { schemas: Record<string, unknown> };
    };
    const { content } = paths['/v1/channel/{ext}/remote/labels']?.post?.requestBody ?? {};
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    // Generators of clients need a name for a form, and cannot read how many files a list has.
    expect(components.schemas.ChannelBrandProposeForm).toMatchObject({
      required: ['name', 'logos'],
      properties: { name: { type: 'string' }, logos: { type: 'array', items: {} }, paper: {} },
    });
    expect(content['multipart/form-data']).toMatchObject({
      schema: { $ref: '#/components/schemas/ChannelBrandProposeForm' },
      encoding: { logos: { contentType: imageTypes.join(', ') } },
    });
    const { body } = await site.call('GET', '/v1/routes', { token });
    const route = body.items.find(({ id }: { id: string }) => id === 'channel.label.create');
    expect([route.accepts, route.form.logos]).toEqual([null, { types: imageTypes, bytesMax: 64 * KIB }]);
    expect(route.body.properties.logos.items).toEqual({ type: 'string', contentEncoding: 'binary' });
  });

  test('says how many files it takes', () => {
    const endless = object({ ext: t.String(), name: line(100), logos: t.Array(contentSchema) });
    for (const payload of [endless, object({ ext: t.String(), name: line(100) })])
      expect(() => buildRegistry([{ ...create, payload, files: { logos: picture } }], [])).toThrow('how many');
  });
});
