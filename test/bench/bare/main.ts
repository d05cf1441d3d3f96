import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { Pool, type PoolClient, types } from 'pg';
import { handleFrom } from '../../../src/catalog/handle/handle';
import type { Transaction } from '../../../src/kernel/database/queryable';
import { newId } from '../../../src/kernel/ids';
import { sendProduct } from '../../../src/store/projection-store';
import { answerQuestions } from '../program';

/**
 * The baseline: what a careful engineer writes with node:http and pg and nothing else. Reads run the product's
 * statements, but fetch columns and write the JSON themselves.
 * Commands write the same rows as the product in one transaction: the product's, what storefronts are shown of it, its audit row with
 * its index, the outcome that makes the key idempotent, the generation, the ledger. Nobody is authenticated, nothing is validated.
 *
 * The driver is set up as the product's is: prepared statements, pipelining, the same number of connections. Statements
 * whose answers are not needed are sent together with COMMIT, so a command waits for Postgres twice at most.
 */
export interface BareConfig {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly reads: Readonly<Record<'list' | 'get', Statement>> & { readonly deep: readonly Statement[] };
  /**
   * With the look-up of a token, sent with the first statement and waited for before the answer, and behind Koa and a router with as
   * many paths as the product has: what is left of the baseline when it does what no caller may go without. @default neither
   */
  readonly floor?: { readonly token: Statement; readonly paths: readonly string[] };
}

/** As the product sends it. `get` has the id of a product as its second value. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (raw) => new Date(raw).toISOString());

interface Command {
  readonly storeId: string;
  readonly idempotencyKey: string;
  readonly payload: never;
}

type Run = (text: string, values: readonly unknown[]) => Promise<{ rows: never[] }>;
type Handler = (run: Run, command: Command) => Promise<unknown>;

const names = new Map<string, string>();

function prepared(client: Pool | PoolClient): Run {
  return (text, values) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return client.query({ name, text, values: values as unknown[] }) as never;
  };
}

async function serve(config: BareConfig): Promise<{ port: number }> {
  const { databaseUrl, poolSize } = config;
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, pipeline: true } as never);
  await pool.query(OWN_LEDGER);
  const server = http.createServer(config.floor ? behindKoa(pool, config) : plainly(pool, config));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
}

const plainly =
  (pool: Pool, config: BareConfig): http.RequestListener =>
  async (request, response) => {
    try {
      const body = await answer(pool, config, request);
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
        .end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };

function behindKoa(pool: Pool, config: BareConfig): http.RequestListener {
  const router = new Router();
  for (const path of config.floor?.paths ?? []) router.get(path, () => {});
  for (const path of ['/list', '/deep/:place', '/products/:id', '/:command'])
    router.all(path, async (context) => {
      context.type = 'json';
      context.body = await answer(pool, config, context.req);
    });
  return new Koa().use(router.routes()).callback();
}

async function answer(pool: Pool, config: BareConfig, request: http.IncomingMessage): Promise<string> {
  const [, resource = '', id = ''] = (request.url as string).split('/');
  const { reads } = config;
  switch (resource) {
    case 'list':
      return page(await read(pool, config, reads.list));
    case 'deep':
      return page(await read(pool, config, reads.deep[Number(id)] as Statement));
    case 'products': {
      const { rows } = await read(pool, config, { ...reads.get, values: [reads.get.values[0], id] });
      return JSON.stringify(rows[0]);
    }
  }
  const handler = commands[resource];
  if (!handler) throw new Error(`there is no ${resource}`);
  const command = JSON.parse(await text(request)) as Command;
  return JSON.stringify({ result: await transaction(pool, config, handler, command) });
}

async function read(pool: Pool, { floor }: BareConfig, { text, values }: Statement): Promise<{ rows: never[] }> {
  if (!floor) return prepared(pool)(text, values);
  const client = await pool.connect();
  const run = prepared(client);
  try {
    const [, found] = await Promise.all([known(run, floor), run(text, values)]);
    return found;
  } finally {
    client.release();
  }
}

async function known(run: Run, { token: { text, values } }: NonNullable<BareConfig['floor']>): Promise<void> {
  const { rows } = await run(text, values);
  if (rows.length === 0) throw new Error('nobody has this token');
}

const PAGE = 50;

function page({ rows }: { rows: { id: string; sortKey: unknown }[] }): string {
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  const nextCursor =
    rows.length > PAGE && last ? Buffer.from(JSON.stringify([last.sortKey, last.id])).toString('base64url') : null;
  return JSON.stringify({ items, nextCursor });
}

async function text(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function transaction(pool: Pool, { floor }: BareConfig, handler: Handler, command: Command): Promise<unknown> {
  const client = await pool.connect();
  const sent: Promise<unknown>[] = [];
  const run = prepared(client);
  const sending: Run = (statement, values) => {
    const answered = run(statement, values);
    sent.push(answered);
    return answered;
  };
  try {
    if (floor) sent.push(known(run, floor));
    sent.push(client.query('BEGIN'));
    const result = await handler(sending, command);
    sent.push(client.query('COMMIT'));
    await Promise.all(sent);
    return result;
  } catch (error) {
    await Promise.allSettled(sent);
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

interface Change {
  readonly entity: string;
  readonly id: string;
  readonly before: object | null;
  readonly after: object;
}

/** The key's unique index refuses a second run. The store's row comes last but what is counted by it: all writers of a store wait for it. */
function book(
  run: Run,
  { storeId, idempotencyKey, payload }: Command,
  name: string,
  change: Change,
  result: unknown,
  bumps: boolean,
): void {
  const auditId = newId('aud');
  void run(
    `INSERT INTO command_outcome (store_id, key, fingerprint, status, body, audit_id) VALUES ($1, $2, $3, 200, $4, $5)`,
    [storeId, idempotencyKey, name, JSON.stringify(result), auditId],
  );
  void run(
    `INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, key, outcome, entity_id, payload, changes)
     VALUES ($1, $2, now(), 'developer', 'tok_bare', $3, $4, 'done', $5, $6, $7)`,
    [storeId, auditId, name, idempotencyKey, change.id, JSON.stringify(payload), JSON.stringify([change])],
  );
  void run('INSERT INTO audit_entity (store_id, entity_id, audit_id) VALUES ($1, $2, $3)', [
    storeId,
    change.id,
    auditId,
  ]);
  const tx = { send: (text: string, values: readonly unknown[] = []) => void run(text, values) };
  sendProduct(tx as unknown as Transaction, storeId, auditId, { entity: 'product', id: change.id }, true);
  if (bumps) void run(BUMP, [storeId, auditId]);
}

const BUMP = `
  WITH bumped AS (UPDATE store SET generation = generation + 1 WHERE id = $1 RETURNING generation)
  INSERT INTO audit_generation (store_id, audit_id, generation) SELECT $1, $2, generation FROM bumped`;

interface Update {
  readonly productId: string;
  readonly description: string;
  readonly tags: string[];
}

interface Adjust {
  readonly targetId: string;
  readonly delta: number;
  readonly reason: string;
}

interface Create {
  readonly title: string;
  readonly description: string;
  readonly price: number;
  readonly vatRate: number;
  readonly variants: readonly { readonly title: string; readonly barcode: string; readonly stock: number }[];
}

const commands: Record<string, Handler> = {
  async 'catalog.product.update'(run, command) {
    const { storeId, payload } = command;
    const { productId, description, tags } = payload as Update;
    const { rows } = await run(
      'SELECT rev, handle, status, description, tags FROM catalog_product WHERE store_id = $1 AND id = $2 FOR UPDATE',
      [storeId, productId],
    );
    const [before] = rows as { rev: number; handle: string; status: string; description: string; tags: string[] }[];
    if (before?.status !== 'active') throw new Error('not found');
    void run(
      'UPDATE catalog_product SET rev = rev + 1, updated_at = now(), description = $3, tags = $4 WHERE store_id = $1 AND id = $2',
      [storeId, productId, description, tags],
    );
    const result = { id: productId, rev: before.rev + 1, handle: before.handle, status: before.status };
    const change = {
      entity: 'product',
      id: productId,
      before: { description: before.description, tags: before.tags },
      after: { description, tags },
    };
    book(run, command, 'catalog.product.update', change, result, true);
    return result;
  },

  async 'catalog.stock.adjust'(run, command) {
    const { storeId, payload } = command;
    const { targetId, delta, reason } = payload as Adjust;
    const { rows } = await run(
      `UPDATE catalog_product SET stock = stock + $3, updated_at = now()
       WHERE store_id = $1 AND id = $2 AND status = 'active' AND stock + $3 >= 0 RETURNING stock`,
      [storeId, targetId, delta],
    );
    const [row] = rows as { stock: number }[];
    if (!row) throw new Error('not found, or not enough');
    const { stock } = row;
    const result = { targetId, productId: targetId, before: stock - delta, stock, movementId: newId('stm') };
    book(
      run,
      command,
      'catalog.stock.adjust',
      { entity: 'product', id: targetId, before: { stock: result.before }, after: { stock } },
      result,
      false,
    );
    void move(run, storeId, targetId, [
      { id: result.movementId, variantId: null, kind: 'adjust', delta, before: result.before, after: stock, reason },
    ]);
    return result;
  },

  async 'catalog.product.create'(run, command) {
    const { storeId, payload } = command;
    const { title, description, price, vatRate, variants: wanted } = payload as Create;
    const id = newId('prd');
    // A taken handle or barcode breaks its unique index.
    const handle = handleFrom(title, 'urun');
    const variants = wanted.map((variant) => ({ ...variant, id: newId('var') }));
    const column = <Key extends keyof (typeof variants)[number]>(key: Key) => variants.map((variant) => variant[key]);
    void run(
      `INSERT INTO catalog_product (store_id, id, title, handle, description, price, vat_rate, variant_count, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())`,
      [storeId, id, title, handle, description, price, vatRate, variants.length],
    );
    const search = [title, handle, ...column('title'), ...column('barcode')].join('\n').toLowerCase();
    void run('INSERT INTO catalog_search (store_id, product_id, text) VALUES ($1, $2, $3)', [storeId, id, search]);
    void run(
      `INSERT INTO catalog_variant (store_id, id, product_id, position, title, barcode, stock)
       SELECT $1, row.id, $2, place, title, barcode, stock
       FROM unnest($3::text[], $4::text[], $5::text[], $6::int[]) WITH ORDINALITY AS row(id, title, barcode, stock, place)`,
      [storeId, id, column('id'), column('title'), column('barcode'), column('stock')],
    );
    void run(
      `INSERT INTO catalog_barcode (store_id, barcode, product_id, variant_id)
       SELECT $1, barcode, $2, variant FROM unnest($3::text[], $4::text[]) AS row(barcode, variant)`,
      [storeId, id, column('barcode'), column('id')],
    );
    const result = {
      id,
      rev: 1,
      handle,
      status: 'active',
      variants: variants.map((variant) => ({ id: variant.id, title: variant.title })),
    };
    const after = { status: 'active', title, handle, description, price, vatRate, variants };
    book(run, command, 'catalog.product.create', { entity: 'product', id, before: null, after }, result, true);
    void move(
      run,
      storeId,
      id,
      variants.map((variant) => ({
        id: newId('stm'),
        variantId: variant.id,
        kind: 'initial',
        delta: variant.stock,
        before: null,
        after: variant.stock,
        reason: null,
      })),
    );
    return result;
  },
};

/** The ledger of the baseline: it numbers rows without gaps as it writes them, under a counter, into a table of its own. */
const OWN_LEDGER = `
  CREATE TABLE IF NOT EXISTS bare_movement (LIKE stock_movement INCLUDING DEFAULTS, PRIMARY KEY (store_id, seq));
  ALTER TABLE bare_movement ALTER COLUMN place DROP NOT NULL;
  CREATE INDEX IF NOT EXISTS bare_movement_product ON bare_movement (product_id, store_id, seq);
  CREATE INDEX IF NOT EXISTS bare_movement_variant ON bare_movement (variant_id, store_id, seq) WHERE variant_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS bare_counter (store_id text PRIMARY KEY, seq bigint NOT NULL) WITH (fillfactor = 50)`;

const move = (run: Run, storeId: string, productId: string, movements: readonly object[]) =>
  run(
    `WITH counter AS (
       INSERT INTO bare_counter AS c (store_id, seq) VALUES ($1, $3)
       ON CONFLICT (store_id) DO UPDATE SET seq = c.seq + $3 RETURNING seq - $3 AS base
     )
     INSERT INTO bare_movement (store_id, seq, id, product_id, variant_id, kind, delta, before, after, reason, at)
     SELECT $1, base + place, id, $2, "variantId", kind, delta, before, after, reason, now()
     FROM counter, ROWS FROM (json_to_recordset($4::json) AS (
       id text, "variantId" text, kind text, delta int, before int, after int, reason text)) WITH ORDINALITY
       AS row(id, "variantId", kind, delta, before, after, reason, place)`,
    [storeId, productId, movements.length, JSON.stringify(movements)],
  );

answerQuestions(serve);
process.send?.({ ready: true });
