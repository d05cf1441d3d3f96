import type { Principal } from '../../src/kernel/declaration/principal';
import { scopeNames } from '../../src/kernel/declaration/scopes';
import { newId, newUlid } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { eventually } from '../world/eventually';
import { openSession, type World } from '../world/world';

export const ITEMS = 12;

/** A store of its own with a proposal of twelve items that build on each other: their order is visible in what they leave. */
export interface Shop {
  readonly storeId: string;
  readonly owner: Principal;
  readonly proposalId: string;
}

const principal = (kind: 'owner' | 'developer' | 'agent', id: string, storeId: string): Principal => ({
  kind,
  id,
  storeId,
  scopes: new Set(scopeNames),
  workspaceId: null,
  expiresAt: null,
  limits: null,
});

/** @returns the shop with its proposal submitted */
export async function openShop(world: World): Promise<Shop> {
  const storeId = newId('str');
  const ownerId = newId('own');
  const account = { id: ownerId, email: `${ownerId}@example.com`, passwordHash: 'none' };
  await insertStore(world.database, { id: storeId, name: 'Kahve Dükkânı', owner: account });
  const session = await openSession(world.platform, storeId, ownerId);
  const owner = { ...principal('owner', ownerId, storeId), session };
  const token = await world.done('token.mint', { kind: 'agent', label: 'Fiyat ajanı' }, { as: owner });
  const agent = principal('agent', token.id, storeId);
  const live = (title: string): Promise<{ id: string }> =>
    world.done('catalog.product.create', { title, price: 12_990, stock: 5 }, { as: owner });
  const [cezve, fincan] = [await live('Cezve'), await live('Fincan')];
  let proposalId = '';
  const propose = async (command: string, payload: unknown): Promise<string> => {
    const { status, body } = await world.run(command, payload, { as: agent });
    if (status !== 202) throw new Error(`${command} was not proposed: ${JSON.stringify(body)}`);
    const item = body as { proposalId: string; preview: { result: { id: string } } };
    proposalId = item.proposalId;
    return item.preview.result.id;
  };
  const kettle = await propose('catalog.product.create', { title: 'Semaver', price: 50_000, stock: 2 });
  await propose('catalog.price.set', { targetId: kettle, price: 45_000 });
  await propose('catalog.stock.set', { targetId: cezve.id, stock: 9 });
  await propose('catalog.stock.adjust', { targetId: cezve.id, delta: -2 });
  await propose('catalog.product.update', { productId: cezve.id, title: 'Bakır Cezve' });
  await propose('catalog.price.set', { targetId: cezve.id, price: 14_990 });
  const collection = await propose('catalog.collection.create', { title: 'Yaz' });
  await propose('catalog.collection.setProducts', {
    collectionId: collection,
    productIds: [kettle, cezve.id, fincan.id],
  });
  await propose('catalog.price.set', { targetId: cezve.id, price: 15_990 });
  await propose('catalog.stock.adjust', { targetId: kettle, delta: 3 });
  await propose('catalog.product.archive', { productId: fincan.id });
  await propose('catalog.price.set', { targetId: kettle, price: 44_000 });
  await world.done('proposal.submit', { proposalId }, { as: agent });
  return { storeId, owner, proposalId };
}

export async function openShops(world: World, count: number): Promise<Shop[]> {
  const shops: Shop[] = [];
  while (shops.length < count) {
    const opening = Array.from({ length: Math.min(6, count - shops.length) }, () => openShop(world));
    shops.push(...(await Promise.all(opening)));
  }
  return shops;
}

export async function approve(world: World, { owner, proposalId }: Shop): Promise<void> {
  const { hash } = await world.read('proposals.get', { as: owner, params: { prp: proposalId } });
  const key = newUlid();
  const { status, body } = await eventually(async () => {
    const answer = await world.run('proposal.approve', { proposalId, hash }, { as: owner, key });
    // Whoever is told to come again does.
    return answer.status === 503 ? undefined : answer;
  });
  if (status !== 200) throw new Error(`${proposalId} was not approved: ${JSON.stringify(body)}`);
}

export type Sql = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Every item of the shop's proposal: applied once, with one outcome and one audit row, after the one before it. */
export async function expectOnceAndInOrder(sql: Sql, { storeId, proposalId }: Shop): Promise<void> {
  const items = await sql<{ seq: number; state: string; auditId: string; outcomes: string; audits: string }>(
    `SELECT seq, state, audit_id AS "auditId",
       (SELECT count(*) FROM command_outcome o WHERE o.store_id = i.store_id AND o.key = i.key) AS outcomes,
       (SELECT count(*) FROM audit_row a WHERE a.store_id = i.store_id AND a.cause->>'itemId' = i.id) AS audits
     FROM proposal_item i WHERE store_id = $1 AND proposal_id = $2 ORDER BY seq`,
    [storeId, proposalId],
  );
  expect(items.map(({ auditId: _, ...item }) => item)).toEqual(
    Array.from({ length: ITEMS }, (_, index) => ({ seq: index + 1, state: 'applied', outcomes: '1', audits: '1' })),
  );
  const auditIds = items.map(({ auditId }) => auditId);
  expect(auditIds).toEqual(auditIds.toSorted());
}

const TABLES = [
  'catalog_product',
  'catalog_search',
  'catalog_collection',
  'catalog_collection_product',
  'stock_movement',
];

/** What a shop holds, without what no two shops share: ids are numbered in the order in which they were made. */
export async function contentsOfShop(sql: Sql, { storeId, proposalId }: Shop): Promise<unknown> {
  const tables: Record<string, unknown> = {};
  await sql('SELECT number_movements($1, 1000, true)', [storeId]);
  for (const table of TABLES) {
    const rows = await sql<{ row: unknown }>(
      `SELECT to_jsonb(t) - 'store_id' - 'place' AS row FROM ${table} t WHERE store_id = $1`,
      [storeId],
    );
    tables[table] = rows.map(({ row }) => row);
  }
  tables.store = await sql(
    'SELECT generation, EXISTS (SELECT FROM storefront_mark WHERE store_id = id) AS due FROM store WHERE id = $1',
    [storeId],
  );
  tables.proposal = await sql('SELECT state, pauses, rev FROM proposal WHERE store_id = $1 AND id = $2', [
    storeId,
    proposalId,
  ]);
  tables.audit = await sql(
    `SELECT command, entity_id, changes FROM audit_row WHERE store_id = $1 AND cause ? 'itemId' ORDER BY id`,
    [storeId],
  );
  const text = JSON.stringify(tables).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"#time"');
  const ids = [...new Set(text.match(/\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/g))].toSorted();
  const numbered = JSON.parse(text.replaceAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, (id) => `#${ids.indexOf(id)}`));
  for (const table of TABLES) numbered[table] = numbered[table].map((row: unknown) => JSON.stringify(row)).toSorted();
  return numbered;
}
