import { ulidTime } from '../../src/kernel/ids';
import { oneRow, planUndo, rowsOfToken, runUndo, type UndoRow } from '../../src/undo/plan';
import { openSite, type Site } from '../surfaces/site';
import type { World } from '../world/world';
import { doorOf, lastRow } from './undo';

const DAY_MS = 24 * 3_600_000;

describe('an undo', () => {
  let site: Site;
  let world: World;
  beforeAll(async () => {
    site = await openSite();
    ({ world } = site);
  });
  afterAll(() => site.close());

  const product = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Çay', price: 10_000, stock: 10, ...payload });
  const productOf = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const states = async (rows: readonly UndoRow[]) => (await planUndo(doorOf(world), rows)).map(({ state }) => state);
  async function adjusted(): Promise<{ productId: string; row: UndoRow }> {
    const { id } = await product();
    await world.done('catalog.stock.adjust', { targetId: id, delta: 5 });
    return { productId: id, row: await lastRow(world) };
  }

  test('has one key, whoever asks for it: a ULID of the time of its row', async () => {
    const { row } = await adjusted();
    const { idempotencyKey, until, firstRun } = row.inverse as NonNullable<UndoRow['inverse']>;
    expect(idempotencyKey).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(ulidTime(idempotencyKey)).toBe(ulidTime(row.id.slice(4)));
    expect(Date.parse(until)).toBe(ulidTime(idempotencyKey) + 30 * DAY_MS);
    expect(firstRun).toBeNull();
    const again = await world.read('audit.list', { query: { id: row.id } });
    expect(again.items[0].inverse.idempotencyKey).toBe(idempotencyKey);
    const { row: other } = await adjusted();
    expect(other.inverse?.idempotencyKey).not.toBe(idempotencyKey);
  });

  test('happens once where nothing guards it, when two people plan it at the same time', async () => {
    const { productId, row } = await adjusted();
    const [panel, terminal] = [doorOf(world), doorOf(world)];
    const plans = [await planUndo(panel, [row]), await planUndo(terminal, [row])] as const;
    const references: unknown[] = [];
    const note = (_: unknown, outcome: object) => references.push((outcome as { reference?: string }).reference);
    await runUndo(panel, plans[0], note);
    await runUndo(terminal, plans[1], note);
    expect((await productOf(productId)).stock).toBe(10);
    expect(references[0]).toMatch(/^aud_/);
    expect(references[1]).toBe(references[0]);
  });

  test('happens once when two credentials try: the second is refused', async () => {
    const { productId, row } = await adjusted();
    const [mine, theirs] = [doorOf(world), doorOf(world, world.owner)];
    const plan = await planUndo(mine, [row]);
    await runUndo(mine, plan, () => {});
    const outcomes: unknown[] = [];
    await runUndo(theirs, plan, (_, outcome) => outcomes.push(outcome));
    expect(outcomes).toMatchObject([{ state: 'failed', problem: { code: 'idempotency_conflict' } }]);
    expect((await productOf(productId)).stock).toBe(10);
  });

  test('that ran before says so, and what came of it', async () => {
    const { row } = await adjusted();
    const door = doorOf(world);
    await runUndo(door, await planUndo(door, [row]), () => {});
    const { rows } = await oneRow(door, row.id);
    expect(rows[0]?.inverse?.firstRun).toEqual({ auditId: expect.stringMatching(/^aud_/), outcome: 'done' });
    expect(await states(rows)).toEqual(['undone_before']);
  });

  test('of a row that is older than its key is refused, planned or not', async () => {
    const { productId, row } = await adjusted();
    const old = `aud_01K8${row.id.slice(8)}`;
    await site.rows('UPDATE audit_row SET id = $2 WHERE id = $1', [row.id, old]);
    const { rows } = await oneRow(doorOf(world), old);
    expect(Date.now() - ulidTime(old.slice(4))).toBeGreaterThan(30 * DAY_MS);
    expect(await states(rows)).toEqual(['expired']);
    const { command, payload, idempotencyKey } = (rows[0] as UndoRow).inverse as NonNullable<UndoRow['inverse']>;
    expect(await doorOf(world).run({ command, payload }, idempotencyKey)).toMatchObject({
      problem: { code: 'idempotency_key_expired' },
    });
    expect((await productOf(productId)).stock).toBe(15);
  });

  test('follows one thing through all that was done to it, and stops where somebody else was', async () => {
    const { id, variants } = await product({ variants: [{ title: 'S', stock: 1 }] });
    const since = new Date().toISOString();
    const targetId = variants[0].id;
    await world.done('catalog.price.set', { targetId: id, price: 200 });
    await world.done('catalog.price.set', { targetId, price: 250 });
    await world.done('catalog.stock.set', { targetId, stock: 4 });
    await world.done('catalog.stock.set', { targetId, stock: 6 });
    await world.done('catalog.price.set', { targetId: id, price: 300 });
    const door = doorOf(world);
    const { rows } = await rowsOfToken(door, world.developer.id, since);
    expect(await states(rows)).toEqual(Array(5).fill('ready'));

    await world.done('catalog.price.set', { targetId: id, price: 301 }, { as: world.owner });
    const steps = await planUndo(door, rows);
    expect(steps.map(({ state }) => state)).toEqual(['moved_on', 'ready', 'ready', 'moved_on', 'moved_on']);
    expect(await runUndo(door, steps, () => {})).toBe(2);
    const after = await productOf(id);
    expect([after.price, after.variants[0].price, after.variants[0].stock]).toEqual([301, 250, 1]);
  });

  test('is about one thing, whatever its payload calls it', async () => {
    const { id, variants } = await product({ variants: [{ title: 'S', stock: 1 }] });
    const targetId = variants[0].id;
    await world.done('catalog.price.set', { targetId: id, price: 200 });
    await world.done('catalog.price.set', { targetId, price: 250 });
    await world.done('catalog.stock.set', { targetId, stock: 4 });
    const subjects = async () => {
      const { items } = await world.read('audit.list', { query: { entity: targetId } });
      return items.map(({ command, inverse }: UndoRow) => [command, inverse?.subject]);
    };
    const said = [
      ['catalog.stock.set', null],
      ['catalog.price.set', id],
      ['catalog.product.create', id],
    ];
    expect(await subjects()).toEqual(said);
  });

  test('of an adjusted stock waits until the newer changes that stand in its way are taken back', async () => {
    const ways: [string, object][] = [
      ['catalog.stock.set', { stock: null }],
      ['catalog.stock.adjust', { delta: -15 }],
    ];
    for (const [command, change] of ways) {
      const { productId, row } = await adjusted();
      await world.done(command, { targetId: productId, ...change });
      expect(await states([row])).toEqual(['refused']);
      const rows = [await lastRow(world), row];
      expect(await states(rows)).toEqual(['ready', 'ready']);
      await runUndo(doorOf(world), await planUndo(doorOf(world), rows), () => {});
      expect((await productOf(productId)).stock).toBe(10);
    }
  });

  test('leaves older changes of a thing alone when a newer one could not be taken back', async () => {
    const { id } = await product();
    const since = new Date().toISOString();
    for (const price of [200, 300]) await world.done('catalog.price.set', { targetId: id, price });
    const door = doorOf(world);
    const steps = await planUndo(door, (await rowsOfToken(door, world.developer.id, since)).rows);
    await world.done('catalog.price.set', { targetId: id, price: 301 }, { as: world.owner });
    const outcomes: string[] = [];
    expect(await runUndo(door, steps, (_, { state }) => outcomes.push(state))).toBe(0);
    expect(outcomes).toEqual(['failed', 'left']);
    expect((await productOf(id)).price).toBe(301);
  });

  describe('of a thing that was changed several times', () => {
    const PRICES = [200, 300, 400];
    async function repriced() {
      const { id } = await product();
      const since = new Date().toISOString();
      for (const price of PRICES) await world.done('catalog.price.set', { targetId: id, price });
      return { id: id as string, since };
    }
    const door = () => doorOf(world, world.owner);
    const rowsSince = async (since: string) => (await rowsOfToken(door(), world.developer.id, since)).rows;
    const planned = async (since: string) => planUndo(door(), await rowsSince(since));
    const statesOf = async (since: string) => (await planned(since)).map(({ state }) => state);
    const priceOf = async (id: string) => (await productOf(id)).price;
    async function newestTakenBack() {
      const { id, since } = await repriced();
      const [newest] = await rowsSince(since);
      expect(await runUndo(door(), await planUndo(door(), [newest as UndoRow]), () => {})).toBe(1);
      expect(await priceOf(id)).toBe(300);
      return { id, since };
    }

    test('goes on where it broke off', async () => {
      const { id, since } = await repriced();
      const patient = door();
      let tries = 0;
      const closing = {
        ...patient,
        run: (...call: Parameters<typeof patient.run>) => {
          tries += 1;
          if (tries > 1) throw new Error('the tab was closed');
          return patient.run(...call);
        },
      };
      await expect(runUndo(closing, await planned(since), () => {})).rejects.toThrow('the tab was closed');
      expect(await statesOf(since)).toEqual(['undone_before', 'ready', 'ready']);
      expect(await runUndo(door(), await planned(since), () => {})).toBe(2);
      expect(await statesOf(since)).toEqual(Array(3).fill('undone_before'));
      expect(await priceOf(id)).toBe(10_000);
    });

    test('may be done one by one', async () => {
      const { id, since } = await newestTakenBack();
      const [, ...rest] = await planned(since);
      expect(await runUndo(door(), rest.slice(0, 1), () => {})).toBe(1);
      expect(await statesOf(since)).toEqual(['undone_before', 'undone_before', 'ready']);
      expect(await runUndo(door(), await planned(since), () => {})).toBe(1);
      expect(await priceOf(id)).toBe(10_000);
    });

    test('goes on below what was taken back, also where the same hand has changed it again', async () => {
      const { id, since } = await newestTakenBack();
      await world.done('catalog.price.set', { targetId: id, price: 500 });
      expect(await statesOf(since)).toEqual(['ready', 'undone_before', 'ready', 'ready']);
      expect(await runUndo(door(), await planned(since), () => {})).toBe(3);
      expect(await priceOf(id)).toBe(10_000);
    });

    test('leaves alone what somebody changed after a part of it was taken back', async () => {
      const { id, since } = await newestTakenBack();
      await world.done('catalog.price.set', { targetId: id, price: 301 }, { as: world.owner });
      expect(await statesOf(since)).toEqual(['undone_before', 'moved_on', 'moved_on']);
      expect(await runUndo(door(), await planned(since), () => {})).toBe(0);
      expect(await priceOf(id)).toBe(301);
    });

    test('leaves alone what somebody changed after it was planned', async () => {
      const { id, since } = await newestTakenBack();
      const steps = await planned(since);
      await world.done('catalog.price.set', { targetId: id, price: 301 }, { as: world.owner });
      const outcomes: string[] = [];
      expect(await runUndo(door(), steps, (_, { state }) => outcomes.push(state))).toBe(0);
      expect(outcomes).toEqual(['failed', 'left']);
      expect(await priceOf(id)).toBe(301);
    });

    test('counts what was taken back and put again as what it is: somebody was there', async () => {
      const { id, since } = await newestTakenBack();
      const again = await lastRow(world);
      expect(await runUndo(door(), await planUndo(door(), [again]), () => {})).toBe(1);
      expect(await priceOf(id)).toBe(400);
      expect(await statesOf(since)).toEqual(['undone_before', 'moved_on', 'moved_on']);
    });
  });

  describe('of what a token did', () => {
    const OPEN = 2_000;
    /** The pages of a log; newest first. */
    const logOf = (rows: readonly object[]) => ({
      isBesideShop: () => false,
      page: async ({ cursor = '0', limit }: Readonly<Record<string, string>>) => {
        const end = Number(cursor) + Number(limit);
        return { items: rows.slice(Number(cursor), end) as UndoRow[], nextCursor: end < rows.length ? `${end}` : null };
      },
    });
    const change = (number: number, subject: string, more: object = {}) => ({
      id: `aud_${number}`,
      changes: [{ entity: 'product', id: subject, before: {}, after: {} }],
      inverse: { command: 'catalog.price.set', payload: { expectedRev: 2 }, subject, firstRun: null, ...more },
    });
    const undone = { firstRun: { auditId: 'aud_undo', outcome: 'done' } };
    const collected = (rows: readonly object[]) => rowsOfToken(logOf(rows), 'tok_1', '2026-01-01T00:00:00Z');

    test('the next part is found once the first is taken back, with what its revs build on', async () => {
      const numbers = Array.from({ length: 5_000 }, (_, index) => index);
      const first = await collected(numbers.map((number) => change(number, `prd_${number}`)));
      expect([first.rows.length, first.capped]).toEqual([OPEN, true]);
      // The first one was about what the last one is about.
      const half = numbers.map((number) => change(number, `prd_${number % 4_999}`, number < 2 * OPEN ? undone : {}));
      const { rows, capped } = await collected(half);
      expect(capped).toBe(false);
      expect(rows.map(({ id }) => id)).toEqual(['aud_0', ...numbers.slice(2 * OPEN).map((number) => `aud_${number}`)]);
    });

    test('rows that nothing takes back do not count, and are told of', async () => {
      const rows = [...Array(OPEN).fill({ ...change(1, 'prd_1'), inverse: null }), change(2, 'prd_2')];
      expect(await collected(rows)).toEqual({ rows, capped: false });
      const endless = Array(101 * 100).fill(rows[0]);
      expect(await collected(endless)).toMatchObject({ capped: true });
    });

    test('is nothing where it took it back itself, and goes on from there; what it did again is taken back', async () => {
      const { id } = await product();
      const since = new Date().toISOString();
      for (const price of [200, 300]) await world.done('catalog.price.set', { targetId: id, price });
      const door = doorOf(world);
      const rowsNow = async () => (await rowsOfToken(door, world.developer.id, since)).rows;
      const planned = async () => planUndo(door, await rowsNow());
      const newest = (await planned()).slice(0, 1);
      expect(await runUndo(door, newest, () => {})).toBe(1);
      expect(await states(await rowsNow())).toEqual(['undone_before', 'ready']);
      expect(await runUndo(door, await planUndo(door, [await lastRow(world)]), () => {})).toBe(1);
      expect((await productOf(id)).price).toBe(300);
      expect(await states(await rowsNow())).toEqual(['ready', 'undone_before', 'ready']);
      expect(await runUndo(door, await planned(), () => {})).toBe(2);
      expect((await productOf(id)).price).toBe(10_000);
      expect(await states(await rowsNow())).toEqual(['undone_before', 'undone_before', 'undone_before']);
    });

    test('ends where it is said to', async () => {
      const since = new Date().toISOString();
      const { id } = await product();
      await new Promise((resolve) => setTimeout(resolve, 5));
      const until = new Date().toISOString();
      await world.done('catalog.price.set', { targetId: id, price: 200 });
      const { rows } = await rowsOfToken(doorOf(world), world.developer.id, since, until);
      expect(rows.map(({ command }) => command)).toEqual(['catalog.product.create']);
    });
  });

  test('is about the shop: what somebody did to workspaces and proposals stands in no plan', async () => {
    const since = new Date().toISOString();
    const as = world.owner;
    const { workspace } = await world.done('workspace.create', { name: 'Deneme' }, { as });
    await world.done('catalog.product.create', { title: 'Çay', price: 100 }, { as });
    await world.done('workspace.archive', { workspaceId: workspace.id }, { as });
    const { rows } = await rowsOfToken(doorOf(world, as), as.id, since);
    expect(rows.map(({ command }) => command)).toEqual(['catalog.product.create']);
  });
});
