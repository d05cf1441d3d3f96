import { isDeepStrictEqual } from 'node:util';
import { Client as Temporal } from '@temporalio/client';
import { channelJob } from '../../src/channel/contract/job';
import { sleep } from '../../src/embedded/process';
import { connectWhenHealthy } from '../../src/embedded/temporal';
import { endOf } from '../../src/kernel/work/temporal';
import type { RunFile } from '../../src/supervisor/run-file';
import { seeStorefront } from '../store/whole-projection';
import { patient } from '../world/patience';
import type { Findings } from './findings';
import { type Entry, lasting } from './gateway';
import { groupBy } from './group-by';
import type { Imports } from './imports';
import type { Market } from './marketplace';
import { checkMarketplace } from './marketplace-checks';
import { checkTrade, decided, type Trade } from './order-checks';
import type { Product } from './product';
import { FIRST_STOCK, type Model } from './workload';

type Query = Parameters<Parameters<Product['sql']>[0]>[0];

interface World extends Trade {
  readonly imports: Imports;
  readonly model: Model;
  readonly market: Market;
  /** When the run began. */
  readonly since: Date;
  /** Products that the marketplace offered in the end. */
  readonly products: number;
  /** Days passed, in which the clock did in the other store what it does there. */
  readonly haveDays?: boolean;
}

const SETTLE_MS = patient(30_000);

/** Holds the end state against all that clients were told. */
export async function checkEverything(world: World): Promise<void> {
  const { product, findings } = world;
  const run = product.run as RunFile;
  const storeId = run.storeId as string;
  await decided(world);
  await product.sql(async (query) => {
    await settled(query, findings);
    await checkOutcomes(query, world, storeId);
    await checkProducts(query, world, storeId);
    await checkStock(query, world, storeId);
    await checkGeneration(query, findings, storeId);
    await checkProjection(query, findings, storeId);
    await checkImports(query, world, storeId);
    await checkProposals(query, findings, storeId);
    const [other] = await query<{ strange: string }>(
      // The product itself draws the pictures of its seed, follows its parcel and prepares its updates. In days the clock does more.
      `SELECT count(*) AS strange FROM audit_row
       WHERE store_id = $1 AND actor_id <> 'demo' AND NOT (actor_kind = 'system' AND (command LIKE 'media.%' OR command IN ('order.shipment.record', 'update.prepare') OR $2))`,
      [run.otherStore?.storeId, world.haveDays ?? false],
    );
    findings.expectEqual('audit rows of the other store that are not from its seed', Number(other?.strange), 0);
  });
  await checkSealed(world, storeId);
  await checkTrade(world);
  await checkMarketplace(world);
  await checkWorkflows(run, world);
  await checkHttp(world);
}

/** Effects are delivered soon, not at once. */
async function settled(query: Query, findings: Findings): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    const [row] = await query<{ waiting: string }>('SELECT count(*) AS waiting FROM outbox WHERE done_at IS NULL');
    if (row?.waiting === '0') break;
    if (Date.now() > until) return findings.lose(`${row?.waiting} effects are still in the outbox`);
    await sleep(250);
  }
  const [row] = await query<{ failed: string }>('SELECT count(*) AS failed FROM outbox WHERE failed_at IS NOT NULL');
  findings.expectEqual('effects that were given up, of a Temporal that was only away', Number(row?.failed), 0);
}

interface OutcomeRow {
  readonly key: string;
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly auditId: string;
}

interface AuditRow {
  readonly id: string;
  readonly key: string;
  readonly command: string;
  readonly outcome: string;
  readonly payload: unknown;
}

/** What was told about a buyer is readable for nobody but the product. */
const isSealed = ({ body }: OutcomeRow): boolean => typeof body.personal === 'string';

/** Of what is sealed the product itself says what it is: once more, to whoever has the key. */
async function checkSealed({ gateway, product }: World, storeId: string): Promise<void> {
  const sealed = await product.sql((query) =>
    query<{ key: string }>(`SELECT key FROM command_outcome WHERE store_id = $1 AND body ->> 'personal' IS NOT NULL`, [
      storeId,
    ]),
  );
  for (const { key } of sealed) {
    const entry = gateway.journal.get(key);
    if (entry?.answer) await gateway.replay(entry.call);
  }
}

async function checkOutcomes(query: Query, { gateway, findings }: World, storeId: string): Promise<void> {
  const outcomes = new Map(
    (
      await query<OutcomeRow>(
        'SELECT key, status, body, audit_id AS "auditId" FROM command_outcome WHERE store_id = $1',
        [storeId],
      )
    ).map((row) => [row.key, row]),
  );
  const audits = groupBy(
    await query<AuditRow>(
      `SELECT id, key, command, outcome, payload FROM audit_row
       WHERE store_id = $1 AND key IS NOT NULL AND actor_kind <> 'system' AND key NOT LIKE '%/%'`,
      [storeId],
    ),
    ({ key }) => key,
  );
  for (const entry of gateway.journal.values())
    checkEntry(entry, outcomes.get(entry.call.key), audits.get(entry.call.key) ?? [], findings);
  for (const key of audits.keys()) if (!gateway.journal.has(key)) findings.double(`nobody sent the call of key ${key}`);

  const [pairs] = await query<{ unpaired: string; twice: string }>(`
    SELECT (SELECT count(*) FROM command_outcome o
       FULL JOIN (SELECT * FROM audit_row WHERE key IS NOT NULL) a ON a.store_id = o.store_id AND a.id = o.audit_id AND a.key = o.key
       WHERE o.key IS NULL OR a.id IS NULL) AS unpaired,
     (SELECT count(*) FROM (SELECT 1 FROM audit_row WHERE key IS NOT NULL GROUP BY store_id, key HAVING count(*) > 1) x) AS twice`);
  findings.expectEqual('outcomes without an audit row and audit rows without an outcome', Number(pairs?.unpaired), 0);
  findings.expectCount('keys with two audit rows', Number(pairs?.twice), 0);
}

/** What was sent, with what is sealed of it as the audit has it: nobody but its readers can hold that against the words. */
function asSealed(sent: unknown, audited: unknown): unknown {
  if (typeof sent === 'string' && isRecord(audited) && typeof audited.personal === 'string') return audited;
  if (!isRecord(sent) || !isRecord(audited)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, asSealed(value, audited[name])]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkEntry(
  { call, answer, fresh }: Entry,
  outcome: OutcomeRow | undefined,
  audits: readonly AuditRow[],
  findings: Findings,
): void {
  const name = `${call.name} ${call.key}`;
  if (!answer) return;
  if (fresh > 1) findings.double(`${name} gave ${fresh} answers that were no replays`);
  if (!outcome) findings.lose(`${name} was acknowledged and has no outcome`);
  findings.expectCount(`audit rows of ${name}`, audits.length, 1);
  const [audit] = audits;
  if (!outcome || !audit) return;
  const done = answer.status < 400;
  const recorded = done && call.by.startsWith('agent') && answer.status === 202;
  const told = done && !call.path && !recorded ? answer.body.result : lasting(answer.body);
  const isSame = isSealed(outcome) || isDeepStrictEqual(outcome.body, told);
  if (outcome.status !== (done && !recorded ? 200 : answer.status) || !isSame)
    findings.mismatch(`${name} has another outcome than was told: ${JSON.stringify([outcome.body, told])}`);
  if (audit.id !== outcome.auditId) findings.mismatch(`${name}: its outcome names another audit row`);
  if (audit.command !== call.name || audit.outcome !== (recorded ? 'proposed' : done ? 'done' : 'refused'))
    findings.mismatch(`${name} is audited as ${audit.command}, ${audit.outcome}`);
  if (!call.path && !isDeepStrictEqual(audit.payload, asSealed(call.payload, audit.payload)))
    findings.mismatch(`${name} is audited with another payload: ${JSON.stringify(audit.payload)}`);
}

async function checkProducts(query: Query, { model, findings, gateway }: World, storeId: string): Promise<void> {
  interface Row {
    readonly id: string;
    readonly title: string;
    readonly price: string;
    readonly brand: string | null;
    readonly rev: number;
    readonly description: string | null;
    readonly creations: string;
    readonly imported: boolean;
  }
  const rows = await query<Row>(
    `SELECT p.id, p.title, p.price, p.brand, p.rev, p.description, count(a.id) AS creations, coalesce(bool_or(a.cause ? 'jobId'), false) AS imported
     FROM catalog_product p LEFT JOIN audit_row a
       ON a.store_id = p.store_id AND a.entity_id = p.id AND a.command = 'catalog.product.create' AND a.outcome = 'done'
     WHERE p.store_id = $1 GROUP BY p.store_id, p.id`,
    [storeId],
  );
  const products = new Map(rows.map((row) => [row.id, row]));
  for (const { id, creations } of rows) findings.expectCount(`creations of ${id}`, Number(creations), 1);
  const [ghosts] = await query<{ count: string }>(
    `SELECT count(*) FROM audit_row a WHERE a.store_id = $1 AND a.command = 'catalog.product.create' AND a.outcome = 'done'
       AND NOT EXISTS (SELECT 1 FROM catalog_product p WHERE p.store_id = a.store_id AND p.id = a.entity_id)`,
    [storeId],
  );
  if (ghosts?.count !== '0') findings.lose(`${ghosts?.count} audited creations without a product`);

  for (const [id, expected] of model.products) {
    const row = products.get(id);
    if (!row) findings.lose(`product ${id} (${expected.title})`);
    else {
      const { title, brand, rev } = row;
      findings.expectEqual(`product ${id}`, { title, price: Number(row.price), brand, rev }, expected);
    }
  }
  const acknowledged = new Set(
    [...gateway.journal.values()].flatMap(({ call, answer }) =>
      call.name === 'catalog.product.create' && answer?.status === 200 ? [answer.body.result.id as string] : [],
    ),
  );
  const [seeded] = await query<{ count: string }>(
    `SELECT count(*) FROM audit_row WHERE store_id = $1 AND command = 'catalog.product.create' AND actor_id = 'demo'`,
    [storeId],
  );
  const byClients = rows.filter(({ imported }) => !imported).length - Number(seeded?.count);
  findings.expectCount('products that clients created', byClients, acknowledged.size);
  for (const [id, { price, rev }] of model.prices) {
    const row = products.get(id);
    findings.expectEqual(`price of ${id}`, { price: Number(row?.price), rev: row?.rev }, { price, rev });
  }
  for (const [id, { words, rev }] of model.lists) {
    const row = products.get(id);
    const found = (row?.description ?? '').split(' ');
    findings.expectEqual(`rev of the list ${id}`, row?.rev, rev);
    for (const word of words) if (!found.includes(word)) findings.lose(`${word} in the list ${id}`);
    findings.expectCount(`words in the list ${id}`, found.length, words.length);
  }

  const tokens = await query<{ id: string }>(
    `SELECT id FROM access_token WHERE store_id = $1 AND label LIKE 'Kaos %' ORDER BY id`,
    [storeId],
  );
  findings.expectEqual('tokens', tokens.map(({ id }) => id).sort(), [...model.tokens.keys()].sort());
}

async function checkStock(query: Query, { model, findings }: World, storeId: string): Promise<void> {
  await query('SELECT number_movements($1, 1000000, true)', [storeId]);
  const [ledger] = await query<Record<'rows' | 'first' | 'last' | 'numbered' | 'ids' | 'adjustments', string>>(
    `SELECT count(*) AS rows, min(seq) AS first, max(seq) AS last, count(DISTINCT seq) AS numbered, count(DISTINCT id) AS ids,
       count(*) FILTER (WHERE kind = 'adjust') AS adjustments
     FROM stock_movement WHERE store_id = $1`,
    [storeId],
  );
  const { rows, first, last, numbered, ids, adjustments } = ledger as NonNullable<typeof ledger>;
  findings.expectEqual(
    'the ledger has no gap',
    { first, last, numbered, ids },
    { first: '1', last: rows, numbered: rows, ids: rows },
  );
  findings.expectCount('adjustments in the ledger', Number(adjustments), model.adjustments);

  const [chain] = await query<{ broken: string; wrong: string }>(
    `SELECT count(*) FILTER (WHERE place > 1 AND before IS DISTINCT FROM previous) AS broken,
       count(*) FILTER (WHERE coalesce(before, 0) + delta <> coalesce(after, 0)) AS wrong
     FROM (SELECT before, after, delta, row_number() OVER item AS place, lag(after) OVER item AS previous
       FROM stock_movement WHERE store_id = $1 WINDOW item AS (PARTITION BY product_id, variant_id ORDER BY seq)) m`,
    [storeId],
  );
  findings.expectEqual('links of the ledger that do not fit', chain, { broken: '0', wrong: '0' });

  const items = await query<{ id: string; stock: number; sum: string }>(
    `WITH item AS (
       SELECT id AS product_id, NULL AS variant_id, stock FROM catalog_product WHERE store_id = $1 AND variant_count = 0
       UNION ALL SELECT product_id, id, stock FROM catalog_variant WHERE store_id = $1)
     SELECT coalesce(i.variant_id, i.product_id) AS id, i.stock, coalesce(sum(m.delta), 0) AS sum
     FROM item i LEFT JOIN stock_movement m
       ON m.store_id = $1 AND m.product_id = i.product_id AND m.variant_id IS NOT DISTINCT FROM i.variant_id
     GROUP BY i.product_id, i.variant_id, i.stock`,
    [storeId],
  );
  const stocks = new Map(items.map(({ id, stock }) => [id, stock]));
  for (const { id, stock, sum } of items)
    if ((stock ?? 0) !== Number(sum)) findings.mismatch(`stock of ${id} is ${stock}, its ledger says ${sum}`);
  for (const [id, delta] of model.stock) findings.expectEqual(`stock of ${id}`, stocks.get(id), FIRST_STOCK + delta);
}

/** Every bump moved it by one, and none is due. */
async function checkGeneration(query: Query, findings: Findings, storeId: string): Promise<void> {
  const [row] = await query<{ generation: number; due: boolean; distinct: string; first: number; last: number }>(
    `SELECT s.generation, EXISTS (SELECT FROM storefront_mark WHERE store_id = s.id) AS due, count(DISTINCT o.generation) AS distinct, min(o.generation) AS first, max(o.generation) AS last
     FROM store s LEFT JOIN command_outcome o ON o.store_id = s.id WHERE s.id = $1 GROUP BY s.id`,
    [storeId],
  );
  const { generation, ...found } = row as NonNullable<typeof row>;
  const expected = { due: false, distinct: String(generation - 1), first: 2, last: generation };
  findings.expectEqual('generations', found, expected);
}

/** What storefronts read is what the shop holds. */
async function checkProjection(query: Query, findings: Findings, storeId: string): Promise<void> {
  const { projected, whole } = await seeStorefront({ query }, storeId);
  const keys = new Set([...Object.keys(projected), ...Object.keys(whole)]);
  const wrong = [...keys].filter((key) => JSON.stringify(projected[key]) !== JSON.stringify(whole[key]));
  findings.expectEqual('keys of the storefront that are wrong', wrong, []);
}

async function checkImports(query: Query, { imports, findings, products }: World, storeId: string): Promise<void> {
  interface JobRow {
    readonly id: string;
    readonly mode: string;
    readonly state: string;
    readonly total: number | null;
    readonly done: number;
    readonly created: number;
    readonly updated: number;
    readonly failed: number;
    readonly exhausted: boolean;
    readonly error: unknown;
    readonly errors: string;
    readonly creations: string;
    readonly ends: string;
  }
  const jobs = await query<JobRow>(
    `SELECT j.id, j.input ->> 'mode' AS mode, j.state, j.total, j.done, (j.progress ->> 'created')::int AS created,
       (j.progress ->> 'updated')::int AS updated, j.failed, j.exhausted, j.error,
       (SELECT count(*) FROM channel_job_error e WHERE e.store_id = j.store_id AND e.job_id = j.id) AS errors,
       (SELECT count(*) FROM audit_row a WHERE a.store_id = j.store_id AND a.actor_id = j.id AND a.command = 'catalog.product.create'
          AND a.outcome = 'done' AND a.cause->>'jobId' = j.id) AS creations,
       (SELECT count(*) FROM audit_row a WHERE a.store_id = j.store_id AND a.entity_id = j.id AND a.outcome = 'done'
          AND a.command IN ('channel.job.end', 'channel.jobs.cancel') AND a.changes->0->'after'->>'state' = j.state) AS ends
     FROM channel_job j WHERE j.store_id = $1 AND j.kind = 'catalog.pull' ORDER BY j.id`,
    [storeId],
  );
  findings.expectCount('jobs', jobs.length, imports.jobs.length);
  for (const {
    id,
    mode,
    state,
    total,
    done,
    created,
    updated,
    failed,
    exhausted,
    error,
    errors,
    creations,
    ends,
  } of jobs) {
    const name = `job ${id} (${mode}, ${state})`;
    if (!['succeeded', 'cancelled'].includes(state))
      findings.mismatch(`${name} did not end well: ${JSON.stringify(error)}`);
    if (state === 'succeeded' && (!exhausted || done !== total)) findings.mismatch(`${name}: ${done} of ${total} done`);
    if (created + updated + failed > done) findings.mismatch(`${name} counts more than it did`);
    const unreadable = imports.poisoned.has(id) ? failed : 0;
    findings.expectEqual(`failed items of ${name}`, [failed, Number(errors)], [unreadable, unreadable]);
    findings.expectCount(`audited creations of ${name}`, Number(creations), mode === 'import' ? created : 0);
    findings.expectCount(`audited ends of ${name}`, Number(ends), 1);
  }
  const sum = jobs.reduce((all, { mode, created }) => all + (mode === 'import' ? created : 0), 0);
  findings.expectCount('products that jobs counted as created', sum, products);
  if (
    !jobs
      .slice(0, -1)
      .some(({ mode, state, total }) => mode === 'import' && state === 'succeeded' && total === products)
  )
    findings.mismatch('no import of the whole catalog succeeded');

  const [counts] = await query<Record<'remote' | 'owners' | 'listings' | 'barcodes' | 'items', string>>(
    `WITH owner AS (SELECT DISTINCT product_id FROM channel_listing WHERE store_id = $1)
     SELECT count(DISTINCT l.remote_product_id) AS remote, count(DISTINCT l.product_id) AS owners, count(*) AS listings,
       count(DISTINCT b.barcode) AS barcodes,
       (SELECT sum(greatest(p.variant_count, 1)) FROM catalog_product p JOIN owner o ON o.product_id = p.id WHERE p.store_id = $1) AS items
     FROM channel_listing l
     LEFT JOIN catalog_barcode b ON b.store_id = l.store_id AND b.product_id = l.product_id
       AND b.variant_id IS NOT DISTINCT FROM l.variant_id
     WHERE l.store_id = $1`,
    [storeId],
  );
  const { remote, owners, listings, barcodes, items } = counts as NonNullable<typeof counts>;
  findings.expectCount('marketplace products', Number(remote), products);
  findings.expectCount('products with listings', Number(owners), products);
  findings.expectCount('listings', Number(listings), Number(items));
  findings.expectCount('barcodes of listings', Number(barcodes), Number(listings));
}

/** Each came to the end that its agent gave it; of an item that was applied, its command ran once. */
async function checkProposals(query: Query, findings: Findings, storeId: string): Promise<void> {
  const [open] = await query<{ count: string }>(
    `SELECT count(*) FROM proposal WHERE store_id = $1 AND state NOT IN ('applied', 'withdrawn')`,
    [storeId],
  );
  findings.expectCount('proposals without an end', Number(open?.count), 0);
  const [items] = await query<{ applied: string; ran: string }>(
    `SELECT (SELECT count(*) FROM proposal_item i JOIN proposal p ON p.store_id = i.store_id AND p.id = i.proposal_id
        WHERE i.store_id = $1 AND p.state = 'applied') AS applied,
       (SELECT count(*) FROM audit_row WHERE store_id = $1 AND key LIKE 'item/%' AND outcome = 'done') AS ran`,
    [storeId],
  );
  findings.expectCount('runs of items that were approved', Number(items?.ran), Number(items?.applied));
}

/** Each job has a workflow, which ended as its row did; and no run of one ended in another way. */
async function checkWorkflows(run: RunFile, { imports, findings, product }: World): Promise<void> {
  const connection = await connectWhenHealthy(run.temporal);
  try {
    const client = new Temporal({ connection });
    const until = Date.now() + SETTLE_MS;
    for (const { id, state } of imports.jobs) {
      const workflowId = channelJob.workflowId(id);
      let end = await endOf(client, workflowId);
      for (; end === undefined && Date.now() < until; end = await endOf(client, workflowId)) await sleep(250);
      findings.expectEqual(`the workflow of job ${id} (${state})`, end, state === 'failed' ? 'failed' : 'completed');
    }
    // Jobs that the clock asks for go on, and one that met the weather has failed; those that found nothing are not kept.
    const own = new Set(imports.jobs.map(({ id }) => channelJob.workflowId(id)));
    const open: string[] = [];
    const odd = `WorkflowType = 'channelJob' AND ExecutionStatus NOT IN ('Completed', 'ContinuedAsNew')`;
    for await (const { workflowId, runId, status } of client.workflow.list({ query: odd })) {
      const usual = own.has(workflowId) ? [] : ['RUNNING', 'FAILED'];
      if (!usual.includes(status.name)) findings.mismatch(`run ${runId} of workflow ${workflowId} is ${status.name}`);
      if (status.name === 'RUNNING') open.push(workflowId);
    }
    const rows = await product.sql((query) => query<{ id: string }>('SELECT id FROM channel_job'));
    const known = new Set(rows.map(({ id }) => channelJob.workflowId(id)));
    findings.expectEqual(
      'workflows of no job',
      open.filter((id) => !known.has(id)),
      [],
    );
  } finally {
    await connection.close();
  }
}

/** What a client can read must say the same. */
async function checkHttp({ product, gateway, model, imports, findings }: World): Promise<void> {
  let cursor: string | null = null;
  const ids = new Set<string>();
  let listed = 0;
  do {
    const page: { items: { id: string }[]; nextCursor: string | null } = await gateway.read(
      `/v1/catalog/products?status=all&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    for (const { id } of page.items) ids.add(id);
    listed += page.items.length;
    cursor = page.nextCursor;
  } while (cursor);
  findings.expectCount('products that are listed twice', listed - ids.size, 0);

  let seq = 0;
  for (;;) {
    const page: { items: { seq: number }[]; seq: number; more: boolean } = await gateway.read(
      `/v1/catalog/stock-movements/since?seq=${seq}&limit=100`,
    );
    const gap = page.items.find((item, index) => item.seq !== seq + index + 1);
    if (gap) return findings.mismatch(`the stock movements jump from ${seq} to ${gap.seq}`);
    seq = page.seq;
    if (!page.more) break;
  }
  const [rows] = await product.sql((query) =>
    query<{ products: string; movements: string }>(
      `SELECT (SELECT count(*) FROM catalog_product WHERE store_id = $1) AS products, (SELECT count(*) FROM stock_movement WHERE store_id = $1) AS movements`,
      [product.run?.storeId],
    ),
  );
  findings.expectCount('products over HTTP', listed, Number(rows?.products));
  findings.expectCount('stock movements over HTTP', seq, Number(rows?.movements));

  for (const { id, state, progress } of imports.jobs) {
    const job = await gateway.read(`/v1/channel/trendyol/jobs/${id}`);
    findings.expectEqual(`job ${id} over HTTP`, [job.state, job.progress, job.waitingFor], [state, progress, null]);
  }
  for (const token of [...model.tokens.values()].filter((plaintext) => plaintext !== undefined).slice(-3)) {
    const answer = await gateway.whoami(token);
    if (answer?.status !== 200) findings.lose(`a minted token is answered ${answer?.status}`);
  }
}
