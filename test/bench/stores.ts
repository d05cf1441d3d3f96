import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../src/account/password';
import productsGet from '../../src/catalog/catalog.products.get';
import productsList from '../../src/catalog/catalog.products.list';
import { claimBarcodes, insertProducts, type NewProduct } from '../../src/catalog/product.store';
import { sendMovements } from '../../src/catalog/stock.store';
import { loadConfig } from '../../src/config';
import type { Queryable } from '../../src/kernel/database';
import type { ReadRoute } from '../../src/kernel/declare';
import { newId, newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { systemPrincipal } from '../../src/kernel/principal';
import { openPlatform, type Platform } from '../../src/platform';
import { insertStore } from '../../src/store/store.store';
import type { Statement } from './bare/main';
import { barcodesOfProduct, firstMovements, generatedProducts } from './generated';

const BATCH = 1_000;
/** Batches lie apart in time, as a store that grew does. */
const BATCH_STEP_MS = 60_000;
const SCOPES = ['catalog:read', 'catalog:write', 'store:admin', 'secrets:write'];

export interface NewStore {
  readonly storeId: string;
  readonly token: string;
}

/** The product's own way into a database: stores and tokens are made as its set-up makes them. */
export function openBenchPlatform(databaseUrl: string, secretKey: string): Promise<Platform> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, TEZGAH_SECRET_KEY: secretKey, TEZGAH_DATABASE_POOL: '2' });
  return openPlatform({ config, log: createLog('bench', 'silent'), applicationName: 'tezgah-bench' });
}

export async function openStore(platform: Platform, name: string): Promise<NewStore> {
  const storeId = newId('str');
  const owner = { id: newId('own'), email: `${randomUUID()}@example.com`, passwordHash: await password };
  await insertStore(platform.database, { id: storeId, name, owner });
  const { once } = await run(platform, storeId, 'token.mint', {
    kind: 'developer',
    label: 'Ölçüm',
    scopes: SCOPES,
    expiresInDays: 30,
  });
  return { storeId, token: String(once?.token) };
}

const password = hashPassword(randomUUID());

/** Runs a command as the platform. */
export async function run({ bus, services }: Platform, storeId: string, id: string, payload: object) {
  const mutation = services.capabilities.command(id);
  if (!mutation) throw new Error(`there is no ${id}`);
  const outcome = await bus.execute({
    principal: systemPrincipal(storeId, 'bench'),
    mutation,
    payload,
    key: newUlid(),
  });
  if (outcome.status !== 200) throw new Error(`${id}: ${JSON.stringify(outcome.body)}`);
  return outcome;
}

/** Connects a store with the simulated marketplace, without a limit of requests. */
export async function connectMarketplace(platform: Platform, storeId: string): Promise<void> {
  const extension = 'trendyol';
  await run(platform, storeId, 'extension.install', { extension });
  await run(platform, storeId, 'secret.set', { extension, key: 'apiKey', value: 'demo-key' });
  await run(platform, storeId, 'secret.set', { extension, key: 'apiSecret', value: 'demo-secret' });
  await run(platform, storeId, 'extension.configure', {
    extension,
    config: { sellerId: '424242', requestsPer10Seconds: 0 },
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

/** The SQL that a read route sends, caught on its way to the database. */
export async function statementOf(
  route: ReadRoute,
  storeId: string,
  input: { params?: object; query?: object },
): Promise<Statement> {
  const caught: Statement[] = [];
  const db: Queryable = {
    async query(text, values = []) {
      caught.push({ text, values });
      return [];
    },
  };
  const context = {
    db,
    storeId,
    params: input.params ?? {},
    query: input.query ?? {},
    body: {},
    now: new Date(),
    principal: systemPrincipal(storeId, 'bench'),
  };
  // `get` finds nothing here and refuses; by then its statement is known.
  await Promise.resolve(route.run({ ...context, services: undefined as never } as never)).catch(() => {});
  const [statement] = caught;
  if (!statement || caught.length > 1)
    throw new Error(`${route.id} sent ${caught.length} statements: the baseline knows one`);
  return statement;
}

export const readStatements = {
  list: (storeId: string) => statementOf(productsList as unknown as ReadRoute, storeId, { query: { limit: 50 } }),
  deep: (storeId: string, cursor: string) =>
    statementOf(productsList as unknown as ReadRoute, storeId, { query: { limit: 50, cursor } }),
  get: (storeId: string) => statementOf(productsGet as unknown as ReadRoute, storeId, { params: { prd: 'prd_0' } }),
};
