// tier: all
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sweepMedia } from '../../activities/media.sweep';
import { newUlid } from '../../src/kernel/ids';
import { pictureAnew } from '../../src/media/image/anew';
import { exampleImage } from '../../src/media/image/example';
import { startTrendyolSimulator } from '../../src/simulator/trendyol/server';
import type { RunningWorker } from '../../src/worker';
import { Tezgah } from '../cli/tezgah';
import { plain, turned } from '../media/pictures';
import { openSite } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { patient } from '../world/patience';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { connectTrendyol } from './marketplace';

const PATH = '/v1/channel/trendyol/remote/brands';
const ASK = 'POST /product/sellers/{sellerId}/brands';
const LOOK = 'GET /product/brands/by-name';
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A store that is connected to a marketplace, which is simulated, and what is asked of both. */
async function openBrands() {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 0 });
  const site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
  await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
  const { token } = await site.mint('developer');
  const pictures = [exampleImage(), await plain(2, 3), await plain(4, 5)];
  // As they are kept: of one that has nothing else in its file, drawing it anew makes the same.
  const logos = await Promise.all(pictures.map(async (picture) => new Uint8Array(await buffer(anewOf(picture)))));
  let worker: RunningWorker | undefined;
  const work = async () => {
    worker = await startTestWorker(site.world);
  };
  const rest = async () => {
    await worker?.stop();
    worker = undefined;
  };
  await work();

  /** Brands that the marketplace was given, of this name. */
  async function made(name: string): Promise<{ id: number; images: string[] }[]> {
    const answer = await fetch(new URL('/__simulator/brands', simulator.url));
    const brands = (await answer.json()) as { id: number; name: string; images: string[] }[];
    return brands.filter((brand) => brand.name === name);
  }
  const formOf = (name: string, ...which: number[]): FormData => {
    const form = new FormData();
    form.append('name', name);
    for (const at of which) form.append('logos', new Blob([logos[at] as Uint8Array<ArrayBuffer>]), `logo ${at}.png`);
    return form;
  };
  const send = (form: FormData, headers: Record<string, string> = {}, by = token) =>
    site.call('POST', PATH, { token: by, headers, body: form });
  const waiting = (name: string) => send(formOf(name, 0), { Prefer: 'wait=20' });
  const job = async (id: string) => (await site.call('GET', `/v1/channel/trendyol/jobs/${id}`, { token })).body;
  const ended = async (id: string) => {
    await eventually(async () => (await job(id)).finishedAt !== null, 60_000, 50);
    return job(id);
  };
  const asked = () => simulator.stats().endpoints[ASK]?.requests ?? 0;
  const folder = (): string => path.join(site.world.config.dataFolder, 'objects', site.world.storeId);
  const kept = (): Promise<string[]> => readdir(folder()).catch(() => []);

  return {
    simulator,
    site,
    token,
    logos,
    work,
    rest,
    made,
    formOf,
    send,
    waiting,
    job,
    ended,
    asked,
    folder,
    kept,
    async close() {
      await rest();
      await site.close();
      await simulator.close();
    },
  };
}

const anewOf = (picture: Uint8Array) => pictureAnew(Readable.from([Buffer.from(picture)]), '');

describe('channel.brand.create', () => {
  let brands: Awaited<ReturnType<typeof openBrands>>;
  let { simulator, site, token, logos, work, rest, made, formOf, send, waiting, job, ended, asked, folder, kept } =
    {} as typeof brands;
  beforeAll(async () => {
    brands = await openBrands();
    ({ simulator, site, token, logos, work, rest, made, formOf, send, waiting, job, ended, asked, folder, kept } =
      brands);
  });
  afterEach(() => simulator.faults.clear());
  afterAll(() => brands?.close());

  test('creates it with its logos, once for each key, and says its id to who waits', async () => {
    const key = { 'Idempotency-Key': newUlid(), Prefer: 'wait=20' };
    const first = await send(formOf('Şık Tezgâh', 2, 0, 1), key);
    expect(first).toMatchObject({
      status: 200,
      body: { kind: 'brand.create', brand: 'Şık Tezgâh', state: 'succeeded' },
    });
    const [brand, ...others] = await made('Şık Tezgâh');
    expect(others).toEqual([]);
    expect(brand?.images).toEqual([2, 0, 1].map((at) => digestOf(logos[at] as Uint8Array)));
    const brandId = String(brand?.id);
    expect([first.body.brandId, first.body.progress.brandId]).toEqual([brandId, brandId]);
    expect(first.body.logos).toEqual(
      [2, 0, 1].map((at) => ({
        digest: digestOf(logos[at] as Uint8Array),
        size: logos[at]?.length,
        type: 'image/png',
      })),
    );
    const again = await send(formOf('Şık Tezgâh', 2, 0, 1), key);
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([200, 'true', first.body]);
    expect(await made('Şık Tezgâh')).toHaveLength(1);
    const found = await site.call('GET', `${PATH}?name=${encodeURIComponent('Şık Tezgâh')}`, { token });
    expect(found.body).toEqual({ items: [{ brandId, name: 'Şık Tezgâh' }] });
  });

  test('tells who does not wait what to follow, and the audit what came of it and who asked', async () => {
    const { status, body } = await send(formOf('Yalınç'.normalize('NFD'), 0));
    expect([status, body]).toMatchObject([202, { state: 'queued', brand: 'Yalınç', brandId: null }]);
    const end = await ended(body.id);
    const brandId = String((await made('Yalınç'))[0]?.id);
    expect(end).toMatchObject({ state: 'succeeded', result: { brandId }, progress: { done: 1, failed: 0, brandId } });
    const { items } = await site.world.read('audit.list', { query: { entity: body.id, limit: 10 } });
    expect(items.map(({ command }: { command: string }) => command)).toEqual([
      'channel.job.end',
      'channel.brand.create',
    ]);
    const [told, called] = items;
    expect(told.cause).toMatchObject({ jobId: body.id, callId: called.id });
    expect(JSON.stringify(told.changes)).toContain(brandId);
    expect(called.inverse).toBeNull();
    expect(JSON.stringify(called.changes)).toContain('Yalınç');
  });

  test('that the marketplace refuses is refused with its words, to who waits and in the job', async () => {
    const before = asked();
    const key = { 'Idempotency-Key': newUlid() };
    const { status, body } = await send(formOf('1923', 0), { ...key, Prefer: 'wait=20' });
    expect([status, body.code, body.detail]).toEqual([
      502,
      'provider_refused',
      'Trendyol refused: Marka adı geçersiz: en az bir harf içermelidir.',
    ]);
    const { body: started } = await send(formOf('1923', 0), key);
    expect(await job(started.id)).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused', message: body.detail },
      result: null,
    });
    expect([asked() - before, await made('1923')]).toEqual([1, []]);
  });

  test('that the marketplace has already is not made twice: its id is told', async () => {
    const before = asked();
    for (const name of ['Ayışığı', 'Çifte']) {
      if (name === 'Çifte') expect((await waiting(name)).status).toBe(200);
      const { status, body } = await waiting(name);
      const { items } = (await site.call('GET', `${PATH}?name=${encodeURIComponent(name)}`, { token })).body;
      expect([status, body.code, body.detail]).toEqual([422, 'brand_taken', expect.stringContaining(items[0].brandId)]);
    }
    expect([asked() - before, (await made('Çifte')).length]).toEqual([1, 1]);
  });

  test('keeps its logos until it has ended, and leaves nothing of what was rehearsed or refused', async () => {
    const before = await kept();
    const rehearsed = await send(formOf('Deneme', 0), { 'Dry-Run': 'true' });
    expect(rehearsed.body.preview.effects).toMatchObject([{ label: { tr: 'marka oluşturma (Trendyol)' } }]);
    expect((await send(formOf('', 0))).status).toBe(400);
    expect((await send(formOf('Logosuz'))).status).toBe(400);
    const tooMany = await send(formOf('Çok', 0, 1, 2, 0));
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      400,
      [{ pointer: '/logos', message: 'takes at most 3 files' }],
    ]);
    const svg = formOf('Çizim', 0);
    svg.append('logos', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }), 'a.svg');
    expect((await send(svg)).status).toBe(415);
    expect(await kept()).toEqual(before);
    await rest();
    const { body } = await send(formOf('Saklı', 0, 1));
    const brought = (await kept()).filter((each) => !before.includes(each));
    expect(brought).toHaveLength(2);
    const [{ bytes } = { bytes: 0 }] = await site.rows<{ bytes: number }>(
      'SELECT brought_bytes AS bytes FROM channel_job WHERE id = $1',
      [body.id],
    );
    expect(bytes).toBe((logos[0]?.length ?? 0) + (logos[1]?.length ?? 0));
    await sweepAsTomorrow();
    expect(await kept()).toEqual(expect.arrayContaining(brought));
    await work();
    expect((await ended(body.id)).state).toBe('succeeded');
    await sweepAsTomorrow();
    expect((await kept()).filter((each) => brought.includes(each))).toEqual([]);
  });

  test('keeps and sends its logos drawn anew, without what else was in their files', async () => {
    await rest();
    const before = await kept();
    const stranger = Buffer.from('<script>alert(1)</script>'.repeat(1_000));
    const form = formOf('Temiz');
    form.append('logos', new Blob([exampleImage(), stranger]), 'logo.png');
    form.append('logos', new Blob([new Uint8Array(await turned(20, 10))]), 'logo.jpg');
    const { status, body } = await send(form);
    expect([status, body.logos.map(({ type }: { type: string }) => type)]).toEqual([202, ['image/png', 'image/jpeg']]);
    const files = (await kept()).filter((each) => !before.includes(each));
    const bytes = await Promise.all(files.map((each) => readFile(path.join(folder(), each))));
    const found = bytes.map((each) => each.includes('script') || each.includes('Exif') || each.includes('Zulu'));
    expect(found).toEqual([false, false]);
    const broken = Buffer.from(await plain(30, 30));
    broken.fill(7, 60);
    const torn = formOf('Yırtık');
    torn.append('logos', new Blob([broken]), 'logo.png');
    expect((await send(torn)).body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect((await kept()).toSorted()).toEqual([...before, ...files].toSorted());
    await work();
    expect((await ended(body.id)).state).toBe('succeeded');
    expect((await made('Temiz')).flatMap(({ images }) => images)).toEqual(
      body.logos.map(({ digest }: { digest: string }) => digest),
    );
  });

  test.each(['storage', 'file'] as const)(
    'waits while its %s is not there, and goes on when it is',
    async (missing) => {
      await rest();
      const name = `Bağlı değil ${missing}`;
      const before = await kept();
      const { body } = await send(formOf(name, 0));
      const [brought = ''] = (await kept()).filter((each) => !before.includes(each));
      const place = missing === 'file' ? path.join(folder(), brought) : path.join(folder(), '..');
      const away = path.join(site.world.config.dataFolder, 'away');
      await rename(place, away);
      await work();
      try {
        await eventually(async () => (await job(body.id)).waiting?.reason === 'system', 60_000, 50);
      } finally {
        await rename(away, place);
      }
      expect([(await ended(body.id)).state, (await made(name)).length]).toEqual(['succeeded', 1]);
    },
  );

  async function sweepAsTomorrow(): Promise<void> {
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const object of await kept()) await utimes(path.join(folder(), object), yesterday, yesterday);
    await sweepMedia(site.world.platform, {
      signal: new AbortController().signal,
      onPage() {},
      onFailure(error) {
        throw error;
      },
    });
  }

  test('that an agent asks for waits for the owner with its logos, and is made when he says so', async () => {
    const { token: agent } = await site.mint('agent', ['catalog:write', 'proposals:write']);
    const before = await kept();
    const { status, body } = await send(formOf('Ajanın Markası', 1, 2), { Prefer: 'wait=20' }, agent);
    expect([status, body.proposed, await made('Ajanın Markası')]).toEqual([202, true, []]);
    await site.command(agent, 'proposal.submit', { proposalId: body.proposalId });
    await sweepAsTomorrow();
    expect((await kept()).filter((each) => !before.includes(each))).toHaveLength(2);
    const { world } = site;
    const read = () => world.read('proposals.get', { params: { prp: body.proposalId }, as: world.owner });
    const proposal = await read();
    expect(proposal.list).toMatchObject([{ command: 'channel.brand.create', irreversible: true }]);
    const { files } = proposal.list[0];
    const shown = async () => {
      const answers = await Promise.all(files.map(({ url }: { url: string }) => fetch(site.url + url)));
      return Promise.all(answers.map(async (answer) => [answer.status, digestOf(await answer.bytes())]));
    };
    expect(await shown()).toEqual([1, 2].map((at) => [200, digestOf(logos[at] as Uint8Array)]));
    await world.done('proposal.approve', { proposalId: proposal.id, hash: proposal.hash }, { as: world.owner });
    await eventually(async () => (await made('Ajanın Markası')).length > 0, 60_000, 50);
    expect((await made('Ajanın Markası')).map(({ images }) => images)).toEqual([
      [1, 2].map((at) => digestOf(logos[at] as Uint8Array)),
    ]);
    await eventually(async () => (await read()).state === 'applied', 60_000, 50);
    expect([(await read()).list[0].files, (await shown()).map(([status]) => status)]).toEqual([[], [404, 404]]);
  });

  test('that an agent asked for and nobody has made pauses the proposal, whatever its job has ended with', async () => {
    const { world } = site;
    const { token: agent } = await site.mint('agent', ['catalog:write', 'proposals:write']);
    const read = (prp: string) => world.read('proposals.get', { params: { prp }, as: world.owner });
    simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: LOOK });
    const { body } = await send(formOf('Vazgeçilen', 0), {}, agent);
    const { proposalId } = body;
    await site.command(agent, 'proposal.submit', { proposalId });
    await world.done('proposal.approve', { proposalId, hash: (await read(proposalId)).hash }, { as: world.owner });
    const newest = async () => (await site.call('GET', '/v1/channel/trendyol/jobs?limit=1', { token })).body.items[0];
    await eventually(async () => (await newest())?.brand === 'Vazgeçilen', 60_000, 50);
    const going = await newest();
    await site.call('POST', `/v1/channel/trendyol/jobs/${going.id}/cancel`, { token, body: {} });
    await eventually(async () => (await read(proposalId)).state !== 'applying', 60_000, 50);
    expect([await read(proposalId), await made('Vazgeçilen')]).toMatchObject([
      {
        state: 'paused',
        pause: { reason: 'refused', message: 'paused at item 1 of 1: The brand creation has been cancelled.' },
        list: [{ state: 'refused', appliedAt: null, problem: { code: 'work_failed' } }],
      },
      [],
    ]);
  });

  test('is a tool and a verb of the command line, with its logos', async () => {
    const { body } = await site.call('POST', '/mcp', {
      token,
      headers: { Accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'channel.brand.create',
          arguments: {
            ext: 'trendyol',
            body: { name: 'Araç', logos: [Buffer.from(exampleImage()).toString('base64')] },
            waitSeconds: 20,
          },
        },
      },
    });
    const { result } = JSON.parse(body.result.content[0].text);
    expect(result).toMatchObject({ state: 'succeeded', brandId: String((await made('Araç'))[0]?.id) });
    const tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
    try {
      for (const [at, bytes] of logos.entries()) await writeFile(path.join(tezgah.home, `${at}.png`), bytes);
      const words = [
        'channel',
        'brand',
        'create',
        'trendyol',
        '--name',
        'Komut',
        '--logos',
        '0.png',
        '--logos',
        '2.png',
      ];
      const { code, json } = await tezgah.run([...words, '--wait', '20', '--yes', '--json']);
      const [brand] = await made('Komut');
      expect([code, json.brandId, brand?.images]).toEqual([
        0,
        String(brand?.id),
        [0, 2].map((at) => digestOf(logos[at] as Uint8Array)),
      ]);
      const watched = await tezgah.run(['jobs', 'watch', json.id, '--ext', 'trendyol']);
      expect([watched.code, watched.stdout]).toEqual([
        0,
        expect.stringContaining(`brand.create (Komut) succeeded: brand ${brand?.id}`),
      ]);
    } finally {
      tezgah.remove();
    }
  });

  test('needs the extension, all that it needs, and the scope', async () => {
    const { world } = site;
    const { token: other } = await site.mint('developer', undefined, world.other);
    expect((await send(formOf('Kurulmamış', 0), {}, other)).body.code).toBe('extension_not_installed');
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.other.owner });
    expect((await send(formOf('Hazır değil', 0), {}, other)).body.code).toBe('extension_not_ready');
    const { token: reader } = await site.mint('developer', ['catalog:read']);
    expect((await send(formOf('Yetkisiz', 0), {}, reader)).body.code).toBe('forbidden_scope');
  });
});

describe('a channel.brand.create that waits', () => {
  const alone = sideBySide(openBrands);

  alone(
    'whose answer is lost is looked for before it is asked for again',
    async ({ simulator, made, waiting, asked }) => {
      for (const [name, fault] of [
        ['Kayıp', { lostAnswer: { rate: 1 } }],
        ['Bozuk', { malformedBody: { rate: 1 } }],
      ] as const) {
        simulator.faults.set({ ...fault, endpoint: ASK, untilRequests: 1 });
        const before = asked();
        const { status, body } = await waiting(name);
        const brands = await made(name);
        expect([name, status, brands.length, asked() - before]).toEqual([name, 200, 1, 1]);
        expect(body.brandId).toBe(String(brands[0]?.id));
      }
    },
  );

  alone(
    'that the marketplace throttles is not counted as asked for, and asked for as soon as it may be',
    async ({ simulator, made, waiting, asked }) => {
      simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: ASK, untilRequests: 2 });
      const [before, since] = [asked(), Date.now()];
      const { status, body } = await waiting('Sabırlı');
      expect([status, body.state, (await made('Sabırlı')).length, asked() - before]).toEqual([200, 'succeeded', 1, 3]);
      expect(Date.now() - since).toBeLessThan(patient(20_000));
    },
  );

  alone(
    'that the marketplace throttles without end has failed after an hour of waiting',
    async ({ simulator, site, made, formOf, send, job, ended }) => {
      simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: ASK });
      const { body } = await send(formOf('Sabırsız', 0));
      await eventually(async () => (await job(body.id)).waiting !== null, 20_000, 20);
      await site.world.sql(`UPDATE channel_job SET waited_ms = 3600000 WHERE id = '${body.id}'`);
      expect(await ended(body.id)).toMatchObject({ state: 'failed', error: { code: 'throttled' } });
      expect(await made('Sabırsız')).toEqual([]);
    },
  );

  alone(
    'that was not made although it was asked for is asked for again when nothing can be under way any more, and throttled then waits for the rate limit alone',
    async ({ simulator, made, formOf, send, job, ended, asked }) => {
      simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: ASK, untilRequests: 1 });
      const [before, begun] = [asked(), Date.now()];
      const { body } = await send(formOf('Geç Gelen', 0));
      await eventually(async () => (await job(body.id)).waiting?.reason === 'marketplace', 20_000, 20);
      simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: ASK, untilRequests: 2 });
      await eventually(async () => asked() - before === 2, 60_000, 20);
      const since = Date.now();
      expect(since - begun).toBeGreaterThan(12_000);
      await eventually(async () => (await job(body.id)).waiting?.reason === 'rate_limit', 5_000, 20);
      expect((await ended(body.id)).state).toBe('succeeded');
      expect([asked() - before, (await made('Geç Gelen')).length]).toEqual([4, 1]);
      expect(Date.now() - since).toBeLessThan(20_000);
    },
  );

  alone(
    'may be cancelled as long as the marketplace was not asked',
    async ({ simulator, site, made, formOf, send, job, ended, asked, token }) => {
      const cancel = (id: string) => site.call('POST', `/v1/channel/trendyol/jobs/${id}/cancel`, { token, body: {} });
      simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 5_000 }, endpoint: ASK, untilRequests: 1 });
      const before = asked();
      const { body: going } = await send(formOf('Gidiyor', 0));
      const { body: queued } = await send(formOf('Bekliyor', 0));
      await eventually(async () => asked() > before, 20_000, 20);
      const open = await Promise.all([going, queued].map(({ id }) => job(id)));
      expect(open.map(({ cancellable }) => cancellable)).toEqual([false, true]);
      expect((await cancel(queued.id)).body.state).toBe('cancelled');
      const refused = await cancel(going.id);
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
      expect(await ended(going.id)).toMatchObject({ state: 'succeeded' });
      expect([(await made('Gidiyor')).length, await made('Bekliyor')]).toEqual([1, []]);
    },
  );
});
