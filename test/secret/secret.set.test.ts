import { openSecrets } from '../../src/extension/secret/store';
import { newUlid } from '../../src/kernel/ids';
import type { AuditRow } from '../undo/undo';
import { holding, untilWaiting } from '../world/held';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const VALUE = 'zqx-çok-gizli-🔑';

describe('secret.set', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    for (const { owner: as } of [world, world.other])
      await world.done('extension.install', { extension: 'trendyol' }, { as });
  });
  afterAll(() => world.close());

  const key = 'apiSecret';
  const run = (command: string, payload: object, as = world.owner, more: object = {}) =>
    world.run(command, { extension: 'trendyol', ...payload }, { as, ...more });
  const set = (value: unknown, as = world.owner, more: object = {}) => run('secret.set', { key, value }, as, more);
  /** As an adapter gets them, who is about to call its provider. */
  const opened = (storeId: string) =>
    openSecrets(world.database.reader(storeId), world.platform.services.secretBox, storeId, 'trendyol');

  test('keeps what only the adapter can open, and a rotation replaces it', async () => {
    const first = await set(VALUE);
    expect(first.body).toMatchObject({ result: { extension: 'trendyol', key, setAt: expect.any(String), rev: 2 } });
    expect(await opened(world.storeId)).toEqual({ [key]: VALUE });
    await set('ikinci');
    expect(await opened(world.storeId)).toEqual({ [key]: 'ikinci' });
    expect(await opened(world.other.storeId)).toEqual({});
  });

  test('moves the rev of the extension, also when the same value is set again', async () => {
    const { result } = (await set('bir')).body as { result: { rev: number } };
    expect(await said(set('iki', world.owner, { expectedRev: result.rev - 1 }))).toBe('409 rev_conflict');
    expect(await opened(world.storeId)).toEqual({ [key]: 'bir' });
    const again = await set('bir', world.owner, { expectedRev: result.rev });
    expect(again.body).toMatchObject({ result: { rev: result.rev + 1 } });
    const { items } = await world.read('extensions.list');
    expect(items.find((each: { key: string }) => each.key === 'trendyol').installed.rev).toBe(result.rev + 1);
    const row = await lastOf(world, 'trendyol');
    expect(row).toMatchObject({ command: 'secret.set', changes: [{ entity: 'secret', id: `trendyol/${key}` }] });
  });

  test('the value is in no answer, no audit row and no table', async () => {
    const dry = await set(VALUE, world.owner, { dryRun: true });
    const done = await set(VALUE);
    for (const { body } of [dry, done]) expect(JSON.stringify(body)).not.toContain('zqx');
    const row = await lastOf(world, `trendyol/${key}`);
    expect(row).toMatchObject({ command: 'secret.set', payload: { extension: 'trendyol', key }, inverse: null });
    expect(JSON.stringify(row)).not.toContain('zqx');
    const [stored] = await world.database
      .reader(world.storeId)
      .query<{ sealed: Buffer }>('SELECT sealed FROM extension_secret WHERE key = $1', [key]);
    expect(stored?.sealed.includes(Buffer.from('zqx'))).toBe(false);
  });

  test('a value that was sealed for one store or key opens for no other', async () => {
    await set(VALUE);
    await world.sql(`INSERT INTO extension_secret (store_id, extension, key, sealed, set_at)
      SELECT '${world.other.storeId}', extension, key, sealed, set_at FROM extension_secret WHERE store_id = '${world.storeId}'`);
    await expect(opened(world.other.storeId)).rejects.toThrow();
    await world.sql(`DELETE FROM extension_secret WHERE store_id = '${world.other.storeId}'`);
  });

  test('the same key with another value is another request, though neither is kept', async () => {
    const key = newUlid();
    expect(await said(set('bir', world.owner, { key }))).toBe('200');
    expect(await set('bir', world.owner, { key })).toMatchObject({ status: 200, replayed: true });
    expect(await said(set('iki', world.owner, { key }))).toBe('422 idempotency_conflict');
    expect(await opened(world.storeId)).toMatchObject({ apiSecret: 'bir' });
  });

  test('audit tells of each value what it replaced, also of two that come at once', async () => {
    const release = await holding(world, 'SELECT 1 FROM extension WHERE store_id = $1 FOR NO KEY UPDATE', [
      world.storeId,
    ]);
    const both = [set('bir'), set('iki')];
    await untilWaiting(world, 2);
    await release();
    for (const reply of both) expect(await said(reply)).toBe('200');
    const { items } = await world.read('audit.list', { query: { entity: `trendyol/${key}`, limit: 2 } });
    const [newer, older] = items.map(({ changes }: AuditRow) => changes[0]);
    expect(newer.before).toEqual(older.after);
  });

  test('is the owner’s, and a developer’s who was given it; an agent’s never', async () => {
    expect(await said(set('x', world.developer))).toBe('200');
    expect(await said(set('x', { ...world.developer, scopes: new Set(['store:admin']) }))).toMatch(/^403/);
    expect(await said(set('x', { ...world.agent, scopes: new Set(['secrets:write']) }))).toMatch(/^403/);
    for (const value of ['', 5, null, 'x'.repeat(4097)])
      expect([value, await said(set(value))]).toEqual([value, '400 invalid_request']);
    expect(await said(set('x'.repeat(4096)))).toBe('200');
  });
});
