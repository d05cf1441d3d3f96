import type { QueryRunner } from 'typeorm';
import { AuditEntity1763700640000 } from '../../migrations/1763700640000-audit-entity';
import { AuditConcerned1763800000000 } from '../../migrations/1763800000000-audit-concerned';
import { AuditParts1763850000000 } from '../../migrations/1763850000000-audit-parts';
import { newUlid } from '../../src/kernel/ids';
import { envelope, openSite, type Site } from '../surfaces/site';

describe('audit rows of before', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await site.rows('DROP TABLE audit_entity');
    await site.rows('ALTER TABLE audit_row DROP COLUMN bytes');
    await site.rows('CREATE INDEX audit_row_entity ON audit_row (store_id, entity_id, id)');
  });
  afterAll(() => site.close());

  const insert = async (row: { command: string; outcome: string; payload: unknown; ids: readonly string[] }) => {
    const changes =
      row.outcome === 'done' ? row.ids.map((id) => ({ entity: 'product', id, before: null, after: {} })) : [];
    const id = `aud_${newUlid()}`;
    await site.rows(
      `INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, outcome, code, entity_id, payload, changes)
       VALUES ($1, $2, now(), 'owner', 'own', $3, $4, $5, $6, $7, $8)`,
      [
        site.world.storeId,
        id,
        row.command,
        row.outcome,
        row.outcome === 'done' ? null : 'secret_unknown',
        row.ids[0] ?? null,
        JSON.stringify(row.payload),
        JSON.stringify(changes),
      ],
    );
    return id;
  };

  test('are found by all that they changed, are small when they were refused, and hold no pasted secret', async () => {
    const ids = [`prd_${newUlid()}`, `prd_${newUlid()}`];
    const payload = { title: 'Çay' };
    const done = await insert({ command: 'catalog.product.update', outcome: 'done', payload, ids });
    const large = { description: 'z'.repeat(100_000) };
    const refused = await insert({ command: 'catalog.product.update', outcome: 'refused', payload: large, ids });
    const pasted = { extension: 'trendyol', key: 'zqx-pasted' };
    const secret = await insert({ command: 'secret.set', outcome: 'refused', payload: pasted, ids: [] });

    const runner = { query: (sql: string) => site.rows(sql) } as unknown as QueryRunner;
    await new AuditEntity1763700640000().up(runner);

    const rows = async (query: Record<string, unknown>) => (await site.world.read('audit.list', { query })).items;
    expect((await rows({ entity: ids[1] })).map(({ id }: { id: string }) => id)).toEqual([done]);
    expect((await rows({ entity: ids[0] })).map(({ id }: { id: string }) => id)).toEqual([refused, done]);
    expect((await rows({ id: done }))[0].payload).toEqual(payload);
    expect((await rows({ id: refused }))[0].payload).toEqual({ excerpt: true, bytes: expect.any(Number) });
    expect((await rows({ id: secret }))[0].payload).toEqual({ extension: 'trendyol' });
    expect(await site.rows('SELECT 1 FROM audit_row WHERE bytes < 2')).toEqual([]);
  });
});

test('audit rows of before are found by what their changes concern, as those of now', async () => {
  const site = await openSite();
  const { world } = site;
  const done = (command: string, payload: unknown) => world.done(command, payload, { as: world.owner });
  await done('extension.install', { extension: 'trendyol' });
  await done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'x' });
  const category = await done('catalog.category.create', { name: 'İçecek' });
  const { id, variants } = await done('catalog.product.create', {
    title: 'Çay',
    price: 1_000,
    categoryId: category.id,
    variants: [{ title: 'S', stock: 1 }, { title: 'M' }],
  });
  const [sold, kept] = variants.map((variant: { id: string }) => variant.id);
  await done('catalog.stock.set', { targetId: sold, stock: 5 });
  await done('channel.listing.set', { extension: 'trendyol', items: [{ productId: id, variantId: kept }] });
  const collection = await done('catalog.collection.create', { title: 'Sofra' });
  for (const productIds of [[id], []])
    await done('catalog.collection.setProducts', { collectionId: collection.id, productIds });
  const agent = await site.mint('agent');
  await site.call('POST', '/v1/commands', {
    token: agent.token,
    body: envelope(world.storeId, 'catalog.price.set', { targetId: kept, price: 900 }),
  });
  // Its variant is gone, and only the ledger knows whose it was.
  await done('catalog.product.setVariants', { productId: id, variants: [{ id: kept, title: 'Orta' }] });
  await site.call('POST', '/v1/commands', {
    token: agent.token,
    body: envelope(world.storeId, 'catalog.product.setVariants', { productId: id, variants: [{ title: 'L' }] }),
  });
  await site.rows(
    `UPDATE audit_row SET cause = jsonb_build_object('jobId', 'cjb_${newUlid()}') WHERE command = 'secret.set'`,
  );
  await site.rows(
    `INSERT INTO audit_entity SELECT store_id, cause ->> 'jobId', id FROM audit_row WHERE command = 'secret.set'`,
  );

  const named = () =>
    site.rows<{ entity_id: string; audit_id: string }>('SELECT entity_id, audit_id FROM audit_entity ORDER BY 1, 2');
  const now = await named();
  await site.rows(`DELETE FROM audit_entity e USING audit_row r
    WHERE r.id = e.audit_id AND NOT EXISTS (SELECT FROM jsonb_array_elements(r.changes) c WHERE c ->> 'id' = e.entity_id)`);
  expect((await named()).length).toBeLessThan(now.length);
  const runner = { query: (sql: string) => site.rows(sql) } as unknown as QueryRunner;
  await new AuditConcerned1763800000000().up(runner);
  await new AuditParts1763850000000().up(runner);
  expect(await named()).toEqual(now);
  await site.close();
});
