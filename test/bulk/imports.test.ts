import { IMPORT_CHANGES_MAX, IMPORT_NOTED_MAX, IMPORTS_MAX } from '../../src/bulk/import/limits';
import { CALLS_MAX, THINGS_MAX } from '../../src/bulk/limits';
import { newId } from '../../src/kernel/ids';
import { type Agents, worldWithAgents } from '../proposal/agents';

let shop: Agents;
beforeEach(async () => {
  shop = await worldWithAgents();
});
afterEach(() => shop.close());

const start = async (name: string) => (await shop.world.read('bulk.import.start', { body: { name } })).id;
const extend = (imp: string, auditIds: readonly string[]) =>
  shop.world.read('bulk.import.extend', { params: { imp }, body: { auditIds } });
const listed = async () => (await shop.world.read('account.imports', {})).items;
const undo = (...ids: string[]) => shop.world.read('bulk.imports.undo', { body: { ids } });
const rows = (count: number) => Array.from({ length: count }, () => newId('aud'));

describe('bulk.import.start', () => {
  test('keeps the newest imports of a store, and lists those that have changed something', async () => {
    const first = await start('urunler.csv');
    expect(await listed()).toEqual([]);
    await extend(first, rows(1));
    expect(await listed()).toMatchObject([{ id: first, name: 'urunler.csv', changes: 1 }]);
    for (let nth = 1; nth < IMPORTS_MAX; nth += 1) await start(`${nth}.csv`);
    expect(await listed()).toHaveLength(1);
    await start('son.csv');
    expect(await listed()).toEqual([]);
    expect(await undo(first)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await extend(first, rows(1))).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('is of one store alone', async () => {
    const id = await start('urunler.csv');
    await extend(id, rows(1));
    const { owner } = shop.world.other;
    expect(await shop.world.read('account.imports', { as: owner })).toEqual({ items: [] });
    const theirs = { as: owner, params: { imp: id }, body: { auditIds: rows(1) } };
    expect(await shop.world.read('bulk.import.extend', theirs)).toMatchObject({ status: 404 });
    expect(await shop.world.read('bulk.imports.undo', { as: owner, body: { ids: [id] } })).toMatchObject({
      status: 404,
    });
  });
});

describe('bulk.import.extend', () => {
  test('counts a change once, and refuses more than are taken back as one', async () => {
    expect(IMPORT_CHANGES_MAX).toBeLessThanOrEqual(Math.min(THINGS_MAX, CALLS_MAX));
    const id = await start('urunler.csv');
    const [one, other] = rows(2) as [string, string];
    expect(await extend(id, [one])).toEqual({ importId: id, changes: 1 });
    expect(await extend(id, [one, other])).toEqual({ importId: id, changes: 2 });
    let changes = 2;
    while (changes + IMPORT_NOTED_MAX <= IMPORT_CHANGES_MAX) ({ changes } = await extend(id, rows(IMPORT_NOTED_MAX)));
    expect(await extend(id, rows(IMPORT_NOTED_MAX))).toMatchObject({ status: 422, code: 'limit_exceeded' });
    expect(await listed()).toMatchObject([{ changes }]);
    // Rows that nobody has written take nothing back.
    expect(await undo(id)).toMatchObject({ status: 409, code: 'invalid_state' });
  });
});
