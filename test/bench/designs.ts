import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import type { Bundle, BundleNode } from '../../src/design/bundle/bundle';
import { bodyText } from '../../src/design/bundle/text';
import { templateOf } from '../../src/design/template/templates';
import { Database } from '../../src/kernel/database/database';
import { newUlid } from '../../src/kernel/ids';
import { limits } from '../../src/kit/limits';
import type { Platform } from '../../src/platform';
import { storeSlug } from '../../src/store/store';
import { Pages, type Shop } from '../../src/storefront/pages';
import { Designs } from '../../src/storefront/read/designs';
import { placeOf, queryIn } from '../../src/storefront/read/place';
import { examplePackage } from '../../src/theme/package/example';
import { execute } from '../world/services';
import type { Statement } from './bare/main';
import type { BarePages } from './bare/pages';
import { MemoryWatch, median, p95, perSecond, timesOf } from './measure';
import { programs, startProgram } from './program';
import { POOL_SIZE, type Services, settleDatabase } from './services';
import { fillStore, mint, openBenchPlatform, openStore, run } from './stores';

export interface DesignPace {
  readonly rounds: number;
  /** Requests of a round. */
  readonly requests: number;
  /** Products of a small and of a large shop. */
  readonly products: readonly [number, number];
}

export interface DesignResult {
  readonly pages: readonly {
    readonly what: string;
    readonly oursPerSecond: readonly number[];
    readonly barePerSecond: readonly number[];
  }[];
  readonly products: readonly [number, number];
  readonly bySize: readonly {
    readonly what: string;
    readonly fewMs: readonly number[];
    readonly manyMs: readonly number[];
  }[];
  /** A page of so many sections, p95 by one connection, round by round. */
  readonly long: { readonly sections: number; readonly ms: readonly number[] };
  readonly draft: {
    readonly getOurs: readonly number[];
    readonly getBare: readonly number[];
    readonly putMs: readonly number[];
  };
  /** A publish and the rollback behind it, of a small and of the largest body, in ms. */
  readonly shown: { readonly smallMs: readonly number[]; readonly largeMs: readonly number[] };
  /** `theme.switch` of 2,600 nodes, in ms. */
  readonly switchMs: readonly number[];
  /** `themes.check` of the largest style sheet, p95 in ms. */
  readonly checkMs: number;
  readonly homeKb: number;
  readonly storefrontMb: number | undefined;
}

const CONNECTIONS = 16;
const GRIDS = 2;
const GRID_PRODUCTS = 12;
const SECTIONS = 20;
const DRAFT_BYTES = 64 * 1024;
const SMALL_BYTES = 4 * 1024;
const PARAGRAPH = 300;
const WORDS = 'Kahve, yavaş içilir. '.repeat(14);

/** Pages against a bare server, by the size of a shop, and what is done with designs. */
export async function measureDesigns(services: Services, pace: DesignPace): Promise<DesignResult> {
  const [few, many] = [await openShop(services, pace.products[0]), await openShop(services, pace.products[1])];
  const memory = new MemoryWatch([few.pid, many.pid]);
  try {
    const bySize = await compareSizes(few, many, pace);
    await many.stop();
    const pages = await comparePages(services, few, pace);
    const home = await few.get('/');
    const css = /href="(\/tema\/[^"]+\.css)"/.exec(home)?.[1];
    if (css === undefined) throw new Error('the home page names no style sheet');
    const homeKb = (gzipSync(home).length + gzipSync(await few.get(css)).length) / 1000;
    await few.show(homeOf(limits.sectionsPerPage));
    const long: number[] = [];
    for (let round = 0; round < pace.rounds; round += 1)
      long.push(p95(await timesOf(1, pace.requests / 4, () => few.get('/'))));
    const storefrontMb = memory.stop();
    return {
      pages,
      products: pace.products,
      bySize,
      long: { sections: limits.sectionsPerPage, ms: long },
      ...(await measureBodies(services, few, pace)),
      homeKb,
      storefrontMb,
    };
  } finally {
    memory.stop();
    await few.stop();
  }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>;

async function openShop(services: Services, products: number) {
  const url = await services.createDatabase(`bench_designs_${products}`);
  const platform = await openBenchPlatform(url, services);
  const { storeId } = await openStore(platform, `Ölçüm ${products}`);
  const { body } = await run(platform, storeId, 'catalog.category.create', { name: 'Hepsi' });
  const category = (body as { id: string }).id;
  await fillStore(platform, storeId, products);
  await execute(
    url,
    `UPDATE catalog_product SET category_id = '${category}', status = 'active' WHERE store_id = '${storeId}'`,
  );
  await run(platform, storeId, 'store.syncKv', {});
  await settleDatabase(url);
  const storefront = await services.keep(
    startProgram(programs.storefront, {
      env: {
        TEZGAH_STOREFRONT_DATABASE_URL: url,
        TEZGAH_STOREFRONT_PORT: '0',
        TEZGAH_STOREFRONT_URL: 'http://*.localhost',
        TEZGAH_DATABASE_POOL: String(POOL_SIZE),
        LOG_LEVEL: 'error',
      },
    }),
  );
  const host = `${await storeSlug(platform.database.reader(storeId), storeId)}.localhost`;
  const http = new Pool(`http://127.0.0.1:${storefront.facts.port}`, { connections: CONNECTIONS });
  const get = async (path: string): Promise<string> => {
    const { statusCode, body } = await http.request({ method: 'GET', path, headers: { host } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}: ${text.slice(0, 300)}`);
    return text;
  };
  const shop = {
    url,
    platform,
    storeId,
    category,
    pid: storefront.pid,
    get,
    show: (bundle: Bundle) => publish(platform, storeId, bundle),
    async stop() {
      await http.close();
      await storefront.stop();
      await platform.close();
    },
  };
  await shop.show(homeOf(SECTIONS));
  return shop;
}

/** Keeps a body as the draft of the store. @returns its rev */
async function draft(platform: Platform, storeId: string, body: Bundle): Promise<number> {
  const [row] = await platform.database
    .reader(storeId)
    .query<{ rev: number }>("SELECT rev FROM design_draft WHERE store_id = $1 AND workspace = 'main'", [storeId]);
  const outcome = await run(platform, storeId, 'design.draft.put', {
    workspace: 'main',
    body,
    expectedRev: row?.rev ?? 0,
  });
  return (outcome.body as { rev: number }).rev;
}

/** Publishes the draft over whatever is live. */
async function show(platform: Platform, storeId: string) {
  const [live] = await platform.database
    .reader(storeId)
    .query<{ rev: number }>('SELECT rev FROM design_live WHERE store_id = $1', [storeId]);
  return run(platform, storeId, 'design.publish', { allowOlderTheme: true, expectedRev: live?.rev ?? 0 });
}

async function publish(platform: Platform, storeId: string, body: Bundle): Promise<void> {
  await draft(platform, storeId, body);
  await show(platform, storeId);
}

/** The empty template, and a way to fill its home page. */
function emptyBundle(): { readonly bundle: Bundle; readonly add: (id: string, node: BundleNode) => void } {
  const bundle = templateOf('bos')?.make() as Bundle;
  const home = Object.values(bundle.pages).find(({ kind }) => kind === 'home');
  if (!home) throw new Error('the template has no home page');
  for (const id of home.root) Reflect.deleteProperty(bundle.nodes, id);
  const root: string[] = [];
  Object.assign(home, { root });
  const add = (id: string, node: BundleNode) => {
    Object.assign(bundle.nodes, { [id]: node });
    root.push(id);
  };
  return { bundle, add };
}

/** A design whose home page has so many sections, two of them with a dozen products each. */
function homeOf(sections: number): Bundle {
  const { bundle, add } = emptyBundle();
  for (let nth = 0; nth < GRIDS; nth += 1)
    add(`grid-${nth}`, {
      type: 'productGrid',
      props: { title: `Yeni ${nth}`, source: 'newest', limit: GRID_PRODUCTS, columns: 4 },
    });
  for (let nth = GRIDS; nth < sections; nth += 1) add(`text-${nth}`, sectionOf(nth));
  return bundle;
}

/** A page has so many sections of a type at most. */
const SAME = 100;

/** Sections of several types, since a page has so many of one at most. */
const sectionOf = (nth: number): BundleNode =>
  nth < SAME
    ? textOf(nth, 300)
    : ([
        { type: 'divider', props: {} },
        { type: 'hero', props: { title: `Karşılama ${nth}` } },
        { type: 'featureList', props: { columns: 3 } },
        { type: 'faq', props: { title: `Sorular ${nth}` } },
      ][Math.floor(nth / SAME) - 1] ?? { type: 'divider', props: {} });

const textOf = (nth: number, chars: number): BundleNode => ({
  type: 'richText',
  props: {
    title: `Bölüm ${nth}`,
    content: Array.from({ length: Math.ceil(chars / PARAGRAPH) }, () => ({ type: 'p', children: [{ text: WORDS }] })),
    align: 'left',
    width: 'narrow',
  },
});

/** A body of about so many bytes, no two alike. */
function bodyOf(bytes: number): Bundle {
  const { bundle, add } = emptyBundle();
  const own = Buffer.byteLength(bodyText(bundle).text);
  const chars = Math.ceil(bytes / (SAME - 5));
  const mark = randomBytes(8).toString('hex');
  const each = Buffer.byteLength(JSON.stringify(textOf(0, chars))) + 20;
  for (let nth = 0; nth < Math.max(1, Math.floor((bytes - own) / each)); nth += 1) {
    const node = textOf(nth, chars);
    add(`text-${nth}`, nth === 0 ? { ...node, props: { ...node.props, title: mark } } : node);
  }
  return bundle;
}

async function compareSizes(
  few: OpenShop,
  many: OpenShop,
  { rounds, requests }: DesignPace,
): Promise<DesignResult['bySize']> {
  const results = [];
  for (const [what, pathOf] of [
    ['home', async () => '/'],
    ['product', productPath],
    ['a category of all', async ({ category }: OpenShop) => `/kategori/${category}`],
  ] as const) {
    const [fewMs, manyMs]: [number[], number[]] = [[], []];
    const paths = new Map([few, many].map((shop) => [shop, pathOf(shop)]));
    for (let round = -1; round < rounds; round += 1)
      for (const [shop, into] of [
        [few, fewMs],
        [many, manyMs],
      ] as const) {
        const path = (await paths.get(shop)) as string;
        const times = await timesOf(1, requests / 4, () => shop.get(path));
        if (round >= 0) into.push(median(times));
      }
    results.push({ what, fewMs, manyMs });
  }
  return results;
}

async function productPath({ platform, storeId }: OpenShop): Promise<string> {
  const [row] = await platform.database
    .reader(storeId)
    .query<{ handle: string }>('SELECT handle FROM catalog_product WHERE store_id = $1 ORDER BY id DESC LIMIT 1', [
      storeId,
    ]);
  return `/urun/${row?.handle}`;
}

async function comparePages(
  services: Services,
  shop: OpenShop,
  { rounds, requests }: DesignPace,
): Promise<DesignResult['pages']> {
  const paths = [
    ['home of 20 sections with 24 products', '/'],
    ['product page', await productPath(shop)],
  ] as const;
  const pages: BarePages['pages'] = Object.fromEntries(
    await Promise.all(
      paths.map(async ([, path]) => {
        const bytes = Buffer.byteLength(await shop.get(path));
        return [path, { statement: await pageStatement(shop, path), bytes }] as const;
      }),
    ),
  );
  const bare = await services.keep(startProgram(programs.barePages));
  const { port } = await bare.ask<{ port: number }>({
    databaseUrl: shop.url,
    poolSize: POOL_SIZE,
    pages,
  } satisfies BarePages);
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const fromBare = async (path: string) => {
    const { statusCode, body } = await http.request({ method: 'GET', path });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    if (statusCode !== 200) throw new Error(`the baseline answers ${statusCode}`);
  };
  const results = [];
  for (const [what, path] of paths) {
    const [oursPerSecond, barePerSecond]: [number[], number[]] = [[], []];
    for (let round = -2; round < rounds; round += 1) {
      const ours = await perSecond(CONNECTIONS, requests, () => shop.get(path));
      const theirs = await perSecond(CONNECTIONS, requests, () => fromBare(path));
      if (round < 0) continue;
      oursPerSecond.push(ours);
      barePerSecond.push(theirs);
    }
    results.push({ what, oursPerSecond, barePerSecond });
  }
  await http.close();
  await bare.stop();
  return results;
}

/** The statement that a page is read by once its design is known. */
async function pageStatement({ url, storeId }: OpenShop, path: string): Promise<Statement> {
  const database = await Database.open({ url, poolSize: 4, applicationName: 'tezgah-bench' });
  let last: Statement | undefined;
  const reader = (id: string) => {
    const inner = database.reader(id);
    return {
      ...inner,
      query: <Row>(text: string, values: readonly unknown[] = []) => {
        last = { text, values };
        return inner.query<Row>(text, values);
      },
    };
  };
  const shown: Shop = {
    storeId,
    shows: { by: 'live' },
    prefix: '',
    origin: 'http://shop.localhost',
    sells: 'never',
    pieces: 0,
  };
  const pages = new Pages(reader, new Designs((id) => database.reader(id)), 'bench');
  for (let turn = 0; turn < 2; turn += 1) await pages.at(shown, placeOf(path), queryIn(new URLSearchParams()));
  await database.close();
  if (!last) throw new Error(`${path} is read by no statement`);
  return last;
}

type Bodies = Pick<DesignResult, 'draft' | 'shown' | 'switchMs' | 'checkMs'>;

async function measureBodies(
  services: Services,
  { url, platform, storeId }: OpenShop,
  pace: DesignPace,
): Promise<Bodies> {
  const { rounds, requests } = pace;
  const api = await services.startApi(url);
  const token = await mint(platform, storeId, {
    kind: 'developer',
    label: 'Tasarım',
    scopes: ['design:read', 'design:write'],
  });
  const http = new Pool(api.origin, { connections: 1 });
  const asked = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, headers = {}) => {
    const answer = await http.request({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return text;
  };
  await draft(platform, storeId, bodyOf(DRAFT_BYTES));
  const path = '/v1/design/draft?workspace=main';
  const [row] = await platform.database
    .reader(storeId)
    .query<{ hash: string; rev: number }>(
      "SELECT hash, rev FROM design_draft WHERE store_id = $1 AND workspace = 'main'",
      [storeId],
    );
  const statement = {
    text: 'SELECT text FROM design_body WHERE store_id = $1 AND hash = $2',
    values: [storeId, row?.hash],
  };
  const bare = await services.keep(startProgram(programs.barePages));
  const bytes = Buffer.byteLength(await asked('GET', path));
  const { port } = await bare.ask<{ port: number }>({
    databaseUrl: url,
    poolSize: POOL_SIZE,
    pages: { '/': { statement, bytes } },
  } satisfies BarePages);
  const bareHttp = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  const fromBare = async () => void (await (await bareHttp.request({ method: 'GET', path: '/' })).body.text());
  const [getOurs, getBare, putMs]: [number[], number[], number[]] = [[], [], []];
  let rev = row?.rev ?? 0;
  for (let round = -1; round < rounds; round += 1) {
    const ours = 1000 / median(await timesOf(1, requests / 4, () => asked('GET', path)));
    const theirs = 1000 / median(await timesOf(1, requests / 4, fromBare));
    const puts = await timesOf(1, requests / 16, async () => {
      const written = await asked(
        'PUT',
        path,
        { body: bodyOf(DRAFT_BYTES) },
        { 'if-match': `"${rev}"`, 'idempotency-key': newUlid() },
      );
      ({ rev } = JSON.parse(written));
    });
    if (round < 0) continue;
    getOurs.push(ours);
    getBare.push(theirs);
    putMs.push(median(puts));
  }
  const shown = { smallMs: [] as number[], largeMs: [] as number[] };
  for (let round = -1; round < rounds; round += 1)
    for (const [size, into] of [
      [SMALL_BYTES, shown.smallMs],
      [limits.bodyBytes - DRAFT_BYTES, shown.largeMs],
    ] as const) {
      await draft(platform, storeId, bodyOf(size));
      const since = performance.now();
      const { body } = await show(platform, storeId);
      const { seq } = body as { seq: number };
      await run(platform, storeId, 'design.rollback', { seq: seq - 1 });
      if (round >= 0) into.push(performance.now() - since);
    }
  await run(platform, storeId, 'theme.install', { theme: 'pazar', version: '1.0.0' });
  const switchMs: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    await draft(platform, storeId, crowded());
    const since = performance.now();
    await run(platform, storeId, 'theme.switch', { workspace: 'main', theme: 'pazar', mode: 'keep-layout' });
    if (round >= 0) switchMs.push(performance.now() - since);
  }
  const sheet = largestSheet();
  const checks = await timesOf(1, 20, () => asked('POST', '/v1/themes/check', { ...examplePackage, css: sheet }));
  await Promise.all([http.close(), bareHttp.close()]);
  await Promise.all([bare, api].map((program) => program.stop()));
  return { draft: { getOurs, getBare, putMs }, shown, switchMs, checkMs: p95(checks) };
}

/** Lists of a type that a page may have, and entries of each. */
const LISTS = 100;
const ENTRIES = 12;

/** A body of 2,600 nodes: a page has no more of these two types. */
function crowded(): Bundle {
  const { bundle, add } = emptyBundle();
  const entries = {
    featureList: { type: 'feature', props: { title: 'Taze' } },
    faq: { type: 'faqItem', props: { question: 'Taze mi?', answer: [{ type: 'p', children: [{ text: 'Evet.' }] }] } },
  };
  for (const [type, entry] of Object.entries(entries))
    for (let list = 0; list < LISTS; list += 1) {
      const items = Array.from({ length: ENTRIES }, (_, nth) => `${type.toLowerCase()}-${list}-${nth}`);
      for (const id of items) Object.assign(bundle.nodes, { [id]: entry });
      add(`${type.toLowerCase()}-${list}`, { type, props: {}, slots: { items } });
    }
  return bundle;
}

/** Rules of the example, again and again, up to the most that a theme may have. */
function largestSheet(): string {
  const rules = ['header', 'footer', 'price', 'buy', 'field', 'notice'];
  let css: string = examplePackage.css;
  for (let nth = 0; css.length < limits.themeCssBytes - 200; nth += 1)
    css += `\n[data-el="${rules[nth % rules.length]}"] { margin: ${nth % 40}px; padding: calc(var(--tz-space) * ${1 + (nth % 3)}); }`;
  return css;
}
