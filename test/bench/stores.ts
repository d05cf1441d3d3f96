import { randomBytes, randomUUID } from 'node:crypto';
import { tokenDigest } from '../../src/access/token/secret';
import { hashPassword } from '../../src/account/password';
import productsGet from '../../src/catalog/catalog.products.get';
import productsList from '../../src/catalog/catalog.products.list';
import { productRows } from '../../src/catalog/product/list-store';
import { claimBarcodes, insertProducts, type NewProduct, readProduct } from '../../src/catalog/product/store';
import { sendMovements } from '../../src/catalog/stock/store';
import { loadConfig } from '../../src/config';
import { cursorsOf } from '../../src/kernel/call/cursor';
import type { Queryable, StoreReader } from '../../src/kernel/database/queryable';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newId, newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { textErrors } from '../../src/kernel/schema/validation';
import { jsonText } from '../../src/kernel/table/json-store';
import { openPlatform, type Platform } from '../../src/platform';
import { insertStore } from '../../src/store/store';
import { findTokens } from '../../src/token/credential-store';
import type { Statement } from './bare/main';
import { barcodesOfProduct, firstMovements, generatedProducts } from './generated';
import type { Services } from './services';

const BATCH = 1_000;
/** Products of a page that is measured. */
const PAGE = 50;
/** Batches lie apart in time, as a store that grew does. */
const BATCH_STEP_MS = 60_000;
const SCOPES = ['catalog:read', 'catalog:write', 'orders:read', 'store:admin', 'secrets:write'];

export interface NewStore {
  readonly storeId: string;
  readonly token: string;
  /** The address of its owner. */
  readonly email: string;
}

/** The product's own way into a database: stores and tokens are made as its set-up makes them. */
/** The product in this process, with the keys and the Temporal of the services: it delivers the effects of its commands itself. */
export function openBenchPlatform(databaseUrl: string, services: Services): Promise<Platform> {
  const config = loadConfig({ ...services.environment(databaseUrl), TEZGAH_DATABASE_POOL: '4' });
  return openPlatform({ config, log: createLog('bench', 'silent'), applicationName: 'tezgah-bench' });
}

export async function openStore(platform: Platform, name: string): Promise<NewStore> {
  const storeId = newId('str');
  const owner = { id: newId('own'), email: `${randomUUID()}@example.com`, passwordHash: await password };
  await insertStore(platform.database, { id: storeId, name, owner });
  return {
    storeId,
    email: owner.email,
    token: await mint(platform, storeId, { kind: 'developer', label: 'Ölçüm', scopes: SCOPES }),
  };
}

/** @returns the token */
export async function mint(platform: Platform, storeId: string, payload: object): Promise<string> {
  const { once } = await run(platform, storeId, 'token.mint', { ...payload, expiresInDays: 30 });
  return String(once?.token);
}

/** Products with nothing but a title and a price. @returns their ids */
export async function addProducts(platform: Platform, storeId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await run(platform, storeId, 'catalog.product.create', { title: `Ürün ${index}`, price: 1_000 });
    ids.push((body as { id: string }).id);
  }
  return ids;
}

const PASSWORD = randomUUID();
const password = hashPassword(PASSWORD, randomBytes(16));

/** Logs an owner in. @returns headers of calls with the session */
export async function loggedIn(origin: string, email: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const [cookie = ''] = answer.headers.getSetCookie();
  return { cookie: cookie.split(';')[0] as string, 'x-csrf-token': csrfToken };
}

/** Runs a command as the platform. */
export async function run({ bus, services }: Platform, storeId: string, id: string, payload: object) {
  const { capabilities } = services;
  const routed = capabilities.routes.flatMap((route) => ('command' in route ? [route.command] : []));
  const mutation = capabilities.command(id) ?? routed.find((each) => each.id === id);
  if (!mutation) throw new Error(`there is no ${id}`);
  const { expectedRev } = payload as { readonly expectedRev?: number };
  const outcome = await bus.execute({
    principal: systemPrincipal(storeId, 'bench'),
    mutation,
    payload,
    expectedRev,
    key: newUlid(),
  });
  if (outcome.status !== 200) throw new Error(`${id}: ${JSON.stringify(outcome.body)}`);
  return outcome;
}

/** Connects a store with the simulated marketplace. @param requestsPer10Seconds 0: without a limit */
export async function connectMarketplace(platform: Platform, storeId: string, requestsPer10Seconds = 0): Promise<void> {
  const extension = 'trendyol';
  await run(platform, storeId, 'extension.install', { extension });
  await run(platform, storeId, 'secret.set', { extension, key: 'apiKey', value: 'demo-key' });
  await run(platform, storeId, 'secret.set', { extension, key: 'apiSecret', value: 'demo-secret' });
  await run(platform, storeId, 'extension.configure', {
    extension,
    config: { sellerId: '424242', requestsPer10Seconds },
  });
  await run(platform, storeId, 'extension.enable', { extension });
}

/** Fills a store with the product's own set-based statements, without audit rows and keys. @returns ids of products without variants */
export async function fillStore({ database }: Platform, storeId: string, count: number): Promise<string[]> {
  const simple: string[] = [];
  const start = Date.now() - Math.ceil(count / BATCH) * BATCH_STEP_MS;
  let batch: NewProduct[] = [];
  let batches = 0;
  const write = async () => {
    const products = batch;
    const now = new Date(start + batches * BATCH_STEP_MS);
    batch = [];
    batches += 1;
    await database.transaction(storeId, async (tx) => {
      await claimBarcodes(tx, storeId, products.flatMap(barcodesOfProduct));
      insertProducts(tx, storeId, products, now);
      sendMovements(tx, storeId, products.flatMap(firstMovements), now);
      return { keep: true, value: undefined };
    });
  };
  for (const product of generatedProducts(count)) {
    batch.push(product);
    if (product.variants.length === 0) simple.push(product.id);
    if (batch.length === BATCH) await write();
  }
  if (batch.length > 0) await write();
  return simple;
}

/** The one statement that `ask` sends, caught on its way to the database. */
async function caughtFrom(ask: (db: Queryable) => unknown, what: string): Promise<Statement> {
  const caught: Statement[] = [];
  const db: Queryable = {
    async query(text, values = []) {
      caught.push({ text, values });
      return [];
    },
  };
  // It finds nothing here and may refuse; by then its statement is known.
  await Promise.resolve(ask(db)).catch(() => {});
  const [statement] = caught;
  if (!statement || caught.length > 1)
    throw new Error(`${what} sent ${caught.length} statements: the baseline knows one`);
  return statement;
}

/** The statement that answers the columns which the product lets Postgres write as one JSON text. */
async function inColumns(statement: Promise<Statement>): Promise<Statement> {
  const { text, values } = await statement;
  const [before, after] = jsonText('@').split('@') as [string, string];
  const from = text.indexOf(before);
  const to = text.lastIndexOf(`${after} AS json`);
  if (from < 0 || to < 0) throw new Error(`no JSON is made in ${text}`);
  // What the columns are taken from beside the row is joined to it.
  const [columns, joins = ''] = text.slice(from + before.length, to).split(' FROM (SELECT) one');
  const rest = text.slice(to + `${after} AS json`.length).replace(/\s(WHERE|ORDER BY)\s/, (word) => joins + word);
  return { text: text.slice(0, from) + columns + rest, values };
}

/** One product by its id. */
function getStatement(storeId: string): Promise<Statement> {
  return caughtFrom((db) => {
    const rowByKey: StoreReader['rowByKey'] = async (text, key) => (await db.query<never>(text, [storeId, key]))[0];
    return readProduct({ ...db, rowByKey, snapshot: (work) => work({ ...db, last: (sent) => sent }) }, newId('prd'));
  }, productsGet.id);
}

/** The page behind a cursor, in rows. */
function listInRows(storeId: string, cursor?: string): Promise<Statement> {
  const asked = { params: {}, query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) } };
  textErrors(productsList.query, asked.query, '');
  const after = cursorsOf(productsList.id, asked).from(['time', 'text']);
  const list = { filter: { status: 'active', lowStock: 0 }, sort: '-createdAt', after } as const;
  return caughtFrom((db) => productRows(db, storeId, list, PAGE + 1), productsList.id);
}

/** Those of the reads, as the baseline sends them. */
export const readStatements = {
  list: (storeId: string) => inColumns(listInRows(storeId)),
  deep: (storeId: string, cursor: string) => inColumns(listInRows(storeId, cursor)),
  get: (storeId: string) => inColumns(getStatement(storeId)),
};

/** With which the product asks whose a token is. Its digest as text: it goes through a channel that knows no bytes. */
export async function tokenStatement(token: string): Promise<Statement> {
  const digest = tokenDigest(token);
  const { text } = await caughtFrom((db) => findTokens(db, [digest]), 'a token');
  return { text, values: [[`\\x${digest.toString('hex')}`]] };
}
