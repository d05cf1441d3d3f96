import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { newUlid } from '../../src/kernel/ids';
import { exampleImage } from '../../src/media/image/example';
import { Tezgah } from '../cli/tezgah';
import { type Answer, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { movingAvif, movingGif, movingPng, movingWebp, plain, sized, stating } from './pictures';

const MIB = 1024 * 1024;
const PATH = '/v1/media/upload';
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('an upload', () => {
  let site: Site;
  let token: string;
  let agentId: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token, id: agentId } = await agent());
  });
  afterAll(() => site.close());

  const agent = () => site.mint('agent', ['catalog:write']);
  const upload = (body: Uint8Array, headers: Record<string, string> = {}, as: object = { token }): Promise<Answer> =>
    site.call('POST', PATH, { ...as, body, headers });

  const folder = (): string => path.join(site.world.config.dataFolder, 'objects', site.world.storeId);
  const kept = (): Promise<string[]> => readdir(folder()).catch(() => []);

  test('says what came: every kind of credential may bring it, and nothing of the shop changes', async () => {
    const bytes = exampleImage();
    const callers = [{ token }, { token: (await site.mint('developer', ['catalog:write'])).token }];
    for (const as of [...callers, { session: await site.login() }]) {
      const { status, body, headers } = await upload(bytes, {}, as);
      expect([status, body]).toEqual([
        201,
        {
          id: expect.stringMatching(/^upl_/),
          type: 'image/png',
          size: bytes.length,
          digest: createHash('sha256').update(bytes).digest('hex'),
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ]);
      expect(headers.get('Audit-Id')).toMatch(/^aud_/);
    }
    expect(await kept()).toHaveLength(3);
  });

  test('is what its bytes say, and pictures alone are taken', async () => {
    const before = await kept();
    const page = Buffer.concat([Buffer.from('<!doctype html>'), exampleImage()]);
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
    for (const body of [svg, page, gif, Buffer.from('x'), Buffer.alloc(200, 1)]) {
      const { status, body: problem } = await upload(body, { 'Content-Type': 'image/png' });
      expect([status, problem.code]).toEqual([415, 'unsupported_media_type']);
    }
    for (const stated of ['image/svg+xml', 'application/json', 'application/x-www-form-urlencoded'])
      expect((await upload(exampleImage(), { 'Content-Type': stated })).status).toBe(415);
    expect((await upload(exampleImage(), { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await upload(new Uint8Array())).body).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await kept()).toEqual(before);
  });

  test('as HEIC is refused by that name, with the types that are taken', async () => {
    const ftyp = 'ftypheic\0\0\0\0mif1heic';
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, ftyp.length + 4]),
      Buffer.from(ftyp, 'latin1'),
      Buffer.alloc(90),
    ]);
    const before = await kept();
    const types = 'image/jpeg, image/png, image/webp, image/avif, image/gif';
    const refused = { status: 415, code: 'unsupported_media_type' };
    for (const stated of [undefined, 'application/octet-stream', 'image/jpeg'])
      expect((await upload(heic, stated ? { 'Content-Type': stated } : {})).body).toMatchObject({
        ...refused,
        detail: `The picture is HEIC, which is not taken: send it as ${types}.`,
      });
    expect((await upload(heic, { 'Content-Type': 'image/heic' })).body).toMatchObject({
      ...refused,
      detail: `image/heic is not taken: send ${types}, application/octet-stream.`,
    });
    expect(await kept()).toEqual(before);
  });

  test('that moves is refused, but for a GIF, of which the first picture is drawn: others differ by program', async () => {
    expect((await upload(await movingGif())).body).toMatchObject({ type: 'image/gif' });
    const before = await kept();
    for (const body of [await movingWebp(), await movingPng(), await movingAvif()]) {
      const { status, body: problem } = await upload(body);
      expect([status, problem.code, problem.detail]).toEqual([
        415,
        'unsupported_media_type',
        'The picture is animated: send one that does not move.',
      ]);
    }
    expect(await kept()).toEqual(before);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'as %s is taken with as many pixels as are drawn, and not with more',
    async (format) => {
      const fitting = await sized(format, 300, 200);
      expect((await upload(fitting)).body).toMatchObject({ type: `image/${format}` });
      const before = await kept();
      const { status, body } = await upload(stating(format, fitting, 10_000, 5_001));
      expect([status, body.code, body.detail]).toEqual([
        413,
        'payload_too_large',
        'A picture may have at most 50000000 pixels, and this one has 10000 × 5001.',
      ]);
      expect(await kept()).toEqual(before);
      expect((await upload(stating(format, fitting, 10_000, 5_000))).status).toBe(201);
    },
  );

  test('is what its sender says, or refused', async () => {
    const before = await kept();
    for (const stated of ['image/png', 'IMAGE/PNG; x=y', 'application/octet-stream'])
      expect((await upload(exampleImage(), { 'Content-Type': stated })).body.type).toBe('image/png');
    const { status, body } = await upload(exampleImage(), { 'Content-Type': 'image/jpeg' });
    expect([status, body.code, body.detail]).toEqual([
      415,
      'unsupported_media_type',
      'The bytes are image/png, and are stated to be image/jpeg.',
    ]);
    expect(await kept()).toHaveLength(before.length + 3);
  });

  test('has its share: one token closes neither the uploads of another nor those of the owner', async () => {
    const [one, other, third] = [await agent(), await agent(), await agent()];
    const session = await site.login();
    const wait = (id: string, mib: number, kind = 'agent') =>
      site.rows(
        `INSERT INTO media_upload (store_id, id, type, size, digest, object, brought_kind, brought_by, created_at, expires_at)
         VALUES ($1, $2, 'image/png', $3, 'x', $2, $4, $5, now(), now() + interval '1 day')`,
        [site.world.storeId, `upl_${newUlid()}`, mib * MIB, kind, id],
      );
    const sends = async (as: object) => (await upload(exampleImage(), {}, as)).body;
    await wait(one.id, 256);
    expect(await sends({ token: one.token })).toMatchObject({
      code: 'uploads_waiting',
      detail: expect.stringContaining('of one token'),
    });
    expect(await sends({ token: other.token })).toMatchObject({ type: 'image/png' });
    await wait(other.id, 255);
    await wait(third.id, 255);
    for (const id of [other.id, third.id]) await wait(id, 0.5);
    const { token: last } = await agent();
    await wait('tok_of_old', 1);
    expect(await sends({ token: last })).toMatchObject({
      code: 'uploads_waiting',
      detail: expect.stringContaining('of all tokens'),
    });
    expect(await sends({ session })).toMatchObject({ type: 'image/png' });
    await wait('own_of_old', 256, 'owner');
    expect(await sends({ session })).toMatchObject({
      code: 'uploads_waiting',
      detail: expect.stringContaining('of a store'),
    });
    await site.rows(`DELETE FROM media_upload WHERE digest = 'x'`);
    for (const as of [{ token: one.token }, { session }]) expect(await sends(as)).toMatchObject({ type: 'image/png' });
  });

  test('that waits is shown to the owner, who may discard it', async () => {
    const session = await site.login();
    const bytes = await plain(3, 5);
    const { id } = (await upload(bytes)).body;
    const list = async () => (await site.call('GET', '/v1/account/uploads?limit=100', { session })).body.items;
    const [shown] = (await list()).filter((each: { id: string }) => each.id === id);
    expect(shown).toMatchObject({
      type: 'image/png',
      size: bytes.length,
      broughtKind: 'agent',
      broughtBy: agentId,
      held: false,
    });
    const picture = await fetch(site.url + shown.url);
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 3, height: 5 });
    expect([picture.headers.get('Content-Type'), picture.headers.get('Content-Security-Policy')]).toEqual([
      'image/webp',
      "default-src 'none'; sandbox",
    ]);
    const place = `/v1/account/uploads/${id}/file`;
    const headers = { Cookie: session.cookie, 'X-CSRF-Token': session.csrfToken };
    const file = await fetch(site.url + place, { headers });
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    const named = [file.headers.get('Content-Type'), file.headers.get('Content-Disposition'), file.headers.get('ETag')];
    expect(named).toEqual(['image/png', `attachment; filename="${id}.png"`, `"${shown.digest}"`]);
    expect((await site.call('GET', place, { token })).body.code).toBe('owner_only');
    const stranger = { session: await site.login(site.world.other) };
    expect((await site.call('GET', place, stranger)).body.code).toBe('not_found');
    const unsigned = shown.url.split('?')[0];
    for (const place of [unsigned, unsigned.replace('/upload/', '/original/'), `${shown.url}x`])
      expect((await site.call('GET', place)).status).toBe(404);

    const remove = (as: object, which = id) => site.call('DELETE', `/v1/account/uploads/${which}`, as);
    expect((await remove({ token })).body.code).toBe('owner_only');
    expect((await remove({})).status).toBe(401);
    for (const none of ['x', '%00', `${id}x`]) expect((await remove({ session }, none)).status).toBe(400);
    expect((await remove({ session: await site.login(site.world.other) })).status).toBe(404);
    expect((await remove({ session: { ...session, csrfToken: 'x' } })).status).toBe(403);
    const removed = await remove({ session });
    expect([removed.status, removed.body]).toEqual([200, {}]);
    expect((await remove({ session })).body).toMatchObject({ status: 404, code: 'not_found' });
    for (const gone of [shown.url, place]) expect((await site.call('GET', gone, { session })).status).toBe(404);
    expect((await list()).some((each: { id: string }) => each.id === id)).toBe(false);
    const { items } = await site.world.read('audit.list', { query: { entity: id } });
    expect(items[1].requestId).toBe(removed.headers.get('Request-Id'));
    expect(items.map(({ command, code }: Answer['body']) => [command, code])).toEqual([
      ['media.discard', 'not_found'],
      ['media.discard', null],
      ['media.discard', 'owner_only'],
      ['media.upload', null],
    ]);
  });

  test('is not discarded when a file was made of it: it may be named again', async () => {
    const session = await site.login();
    const { id } = (await upload(await plain(4, 5))).body;
    const file = await site.world.done('catalog.media.commit', { uploadId: id });
    expect((await site.call('DELETE', `/v1/account/uploads/${id}`, { session })).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await site.world.done('catalog.media.commit', { uploadId: id })).toMatchObject({ id: file.id });
  });

  describe('in a form', () => {
    const form = (file: Blob, field = 'file', more: Record<string, string> = {}): FormData => {
      const data = new FormData();
      data.append(field, file, 'cezve.png');
      for (const [name, value] of Object.entries(more)) data.append(name, value);
      return data;
    };
    const picture = (type: string, bytes = exampleImage()): Blob => new Blob([bytes], { type });
    async function send(body: FormData | string, headers: Record<string, string> = {}) {
      const answer = await fetch(site.url + PATH, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, ...headers },
        body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
    }

    test('is the same upload as its bytes alone', async () => {
      const key = { 'Idempotency-Key': newUlid() };
      const first = await send(form(picture('image/png')), key);
      expect([first.status, first.body.type, first.body.size]).toEqual([201, 'image/png', exampleImage().length]);
      const again = await upload(exampleImage(), key);
      expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([201, 'true', first.body]);
      const large = new Uint8Array(20 * MIB);
      large.set(exampleImage());
      expect((await send(form(picture('', large)))).body).toMatchObject({ size: 20 * MIB });
    });

    test('that is more than its file, or less, is refused and leaves nothing behind', async () => {
      const before = await kept();
      const boundary = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const head = 'Content-Disposition: form-data; name="file"; filename="a.png"';
      const png = Buffer.from(exampleImage()).toString('latin1');
      const part = (text: string): string => `--b\r\n${head}\r\n\r\n${text}\r\n`;
      const refused: [said: RegExp, sent: FormData | string, headers?: Record<string, string>][] = [
        [/has a part "picture"/, form(picture('image/png'), 'picture')],
        [/more than one part/, form(picture('image/png'), 'file', { name: 'Cezve' })],
        [/more than one part/, `${part(png).repeat(10_000)}--b--`, boundary],
        [/no whole multipart/, part(png), boundary],
        [/no whole multipart/, `--b\r\n${head}`, boundary],
        [/no whole multipart/, `--other\r\n${head}\r\n\r\n${png}\r\n--other--`, boundary],
        [/no part/, '--b--', boundary],
        [/no part/, `--b\r\nContent-Type: image/png\r\n\r\n${png}\r\n--b--`, boundary],
        [/boundary/, `${part(png)}--b--`, { 'Content-Type': 'multipart/form-data' }],
        [/more beside its file/, `--b\r\n${head}\r\n${'X: y\r\n'.repeat(5_000)}\r\n${png}\r\n--b--`, boundary],
        [/more beside its file/, `${part(png)}--b--${' '.repeat(10_000)}`, boundary],
        [/empty/, `${part('')}--b--`, boundary],
      ];
      for (const [said, sent, headers] of refused) {
        const { status, body } = await send(sent, headers);
        expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', expect.stringMatching(said)]);
      }
      const others: [status: number, sent: FormData | string, headers?: Record<string, string>][] = [
        [415, form(picture('image/jpeg'))],
        [415, form(new Blob([svg], { type: 'image/svg+xml' }))],
        // No line of a head is skipped, however many stand before it.
        [415, `--b\r\n${head}\r\n${'X: y\r\n'.repeat(1_000)}Content-Type: image/jpeg\r\n\r\n${png}\r\n--b--`, boundary],
        [413, form(picture('', new Uint8Array(Buffer.concat([exampleImage(), Buffer.alloc(20 * MIB)]))))],
      ];
      for (const [expected, sent, headers] of others) expect((await send(sent, headers)).status).toBe(expected);
      const { token: reader } = await site.mint('developer', ['catalog:read']);
      expect((await send(form(picture('image/png')), { Authorization: `Bearer ${reader}` })).status).toBe(403);
      expect(await kept()).toEqual(before);
    });

    test('whose sender goes away is none', async () => {
      const before = await kept();
      const socket = net.connect(site.api.port, '127.0.0.1');
      socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000\r\n`);
      socket.write(
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
      );
      socket.write(exampleImage());
      await eventually(async () => (await kept()).length > before.length);
      socket.destroy();
      await eventually(async () => (await kept()).length === before.length);
      expect(await kept()).toEqual(before);
    });
  });

  test('that is too large is refused before it comes, and one of unknown length is not taken', async () => {
    const head = (...lines: string[]): string =>
      [`POST ${PATH} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n');
    expect(await site.raw(head(`Content-Length: ${20 * MIB + 1}`))).toMatch(/^HTTP\/1\.1 413 [\s\S]*payload_too_large/);
    const chunked = await site.raw(`${head('Transfer-Encoding: chunked', 'Connection: close')}3\r\nabc\r\n0\r\n\r\n`);
    expect(chunked).toMatch(/^HTTP\/1\.1 400 [\s\S]*Content-Length/);
  });

  test('of 20 MiB passes', async () => {
    const large = Buffer.concat([exampleImage(), Buffer.alloc(20 * MIB - exampleImage().length, 7)]);
    const { status, body } = await upload(large);
    expect([status, body.size]).toEqual([201, 20 * MIB]);
  });

  test('is one with its key: the same bytes replay and are kept once, other bytes conflict', async () => {
    const headers = { 'Idempotency-Key': newUlid() };
    const first = await upload(exampleImage(), headers);
    const before = await kept();
    const again = await upload(exampleImage(), headers);
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([201, 'true', first.body]);
    const other = await upload(await plain(2, 2), headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_conflict']);
    expect(other.body.detail).toContain('another payload');
    expect(await kept()).toEqual(before);
  });

  test('leaves nothing behind that was rehearsed, may not be made, or has no room', async () => {
    const before = await kept();
    const rehearsed = await upload(exampleImage(), { 'Dry-Run': 'true' });
    expect([rehearsed.status, rehearsed.body.preview.irreversible]).toEqual([200, true]);
    const reader = await site.mint('developer', ['catalog:read']);
    expect((await upload(exampleImage(), {}, { token: reader.token })).body.code).toBe('forbidden_scope');
    expect((await upload(exampleImage(), {}, {})).status).toBe(401);
    await site.rows(
      `INSERT INTO media_upload (store_id, id, type, size, digest, object, created_at, expires_at)
       VALUES ($1, $2, 'image/png', $3, 'x', $2, now(), now() + interval '1 day')`,
      [site.world.storeId, `upl_${newUlid()}`, 1024 * MIB],
    );
    expect((await upload(exampleImage())).body.code).toBe('uploads_waiting');
    await site.rows(`DELETE FROM media_upload WHERE digest = 'x'`);
    expect(await kept()).toEqual(before);
  });

  test('whose sender goes away is none', async () => {
    const before = await kept();
    const socket = net.connect(site.api.port, '127.0.0.1');
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000\r\n\r\n`);
    socket.write(exampleImage());
    await eventually(async () => (await kept()).length > before.length);
    socket.destroy();
    await eventually(async () => (await kept()).length === before.length);
    expect(await kept()).toEqual(before);
  });

  test('is a tool, with its bytes in base64', async () => {
    const call = async (body: unknown) => {
      const answer = await site.call('POST', '/mcp', {
        token,
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'media.upload', arguments: { body } } },
      });
      return answer.body.result;
    };
    const { content } = await call(Buffer.from(exampleImage()).toString('base64'));
    expect(JSON.parse(content[0].text).result).toMatchObject({ type: 'image/png', size: exampleImage().length });
    for (const wrong of ['not base64!', { object: `obj_${newUlid()}`, size: 1 }])
      expect(JSON.parse((await call(wrong)).content[0].text)).toMatchObject({ code: 'invalid_request' });
  });

  test('is a verb of the command line, with the name of a file', async () => {
    const tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
    try {
      await writeFile(path.join(tezgah.home, 'cezve.png'), exampleImage());
      const sent = await tezgah.run(['media', 'upload', '--file', 'cezve.png', '--json']);
      expect([sent.code, sent.json]).toEqual([0, expect.objectContaining({ size: exampleImage().length })]);
      expect((await tezgah.run(['media', 'upload', 'cezve.png'])).code).toBe(0);
      for (const args of [['--file', 'missing.png'], []]) {
        const refused = await tezgah.run(['media', 'upload', ...args]);
        expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--file')]);
      }
    } finally {
      tezgah.remove();
    }
  });

  test('is described: as bytes in OpenAPI, and where the routes are listed', async () => {
    const { body: document } = await site.call('GET', '/openapi.json');
    const { requestBody } = document.paths[PATH].post;
    expect(Object.keys(requestBody.content)).toEqual(expect.arrayContaining(['image/webp', 'multipart/form-data']));
    const { body: routes } = await site.call('GET', '/v1/routes', { token });
    const route = routes.items.find(({ id }: { id: string }) => id === 'media.upload');
    expect([route.body, route.accepts]).toMatchObject([null, { bytesMax: 20 * MIB, form: 'file' }]);
  });
});
