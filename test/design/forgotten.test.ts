import { createRetentionActivities } from '../../activities/retention.sweep';
import { bodyText } from '../../src/design/bundle/text';
import { keepBody } from '../../src/store/design/body-store';
import { findBody } from '../../src/store/design/store';
import { titled } from '../storefront/shops';
import { outsideOfWorker } from '../world/activity';
import { eventually } from '../world/eventually';
import { unwatched } from '../world/watch';
import { openStudio, type Studio } from './studio';

describe('a body of a design that nothing names', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await openStudio();
  });
  afterAll(() => studio.close());

  const world = () => studio.site.world;
  const sweep = () => outsideOfWorker(() => createRetentionActivities(world().platform.database).sweepDesigns());
  const age = (days: number) => world().sql(`UPDATE design_body SET kept_at = now() - interval '${days} days'`);
  const isKept = async (hash: string): Promise<boolean> =>
    (await findBody(world().database.reader(world().storeId), world().storeId, hash)) !== undefined;
  const rev = async (): Promise<number> => (await studio.draft()).rev;
  const put = async (title: string): Promise<string> => (await studio.put(titled(title), await rev())).body.hash;

  test('is forgotten once its days are over, and not sooner', async () => {
    const [first, second] = [await put('Bir'), await put('İki')];
    await age(31);
    await sweep();
    expect([await isKept(first), await isKept(second)]).toEqual([true, true]);
    await age(33);
    expect(await sweep()).toBe(1);
    expect([await isKept(first), await isKept(second)]).toEqual([false, true]);
    expect((await studio.restore(first, await rev())).status).toBe(404);
    expect(await sweep()).toBe(0);
  });

  test('stays for its days from the moment at which its draft has another one', async () => {
    const left = await put('Uzun süre taslak');
    await age(400);
    await put('Yeni taslak');
    await sweep();
    expect((await studio.restore(left, await rev())).body.hash).toBe(left);
    await age(400);
    expect((await studio.discard(await rev())).status).toBe(200);
    await sweep();
    expect((await studio.restore(left, await rev())).body.hash).toBe(left);
  });

  test('stays as long as it is kept anew', async () => {
    const again = await put('Yeniden');
    await put('Arada');
    await age(33);
    expect(await put('Yeniden')).toBe(again);
    await put('Sonra');
    await sweep();
    expect(await isKept(again)).toBe(true);
  });

  test('stays as long as a version, an item of a proposal or an open update names it', async () => {
    const published = await put('Yayında');
    expect((await studio.run('design.publish', { expectedRev: 0 })).status).toBe(200);
    const { token } = await studio.site.mint('agent');
    const { body: proposed } = await studio.put(titled('Önerilen'), 0, { token });
    const item = await studio.run('design.publish', { hash: proposed.hash, expectedRev: 1 }, { token });
    expect(item.body).toMatchObject({ proposed: true });
    await studio.put(titled('Başka'), proposed.rev, { token });
    await put('Taslak');
    await age(400);
    await sweep();
    expect([await isKept(published), await isKept(proposed.hash)]).toEqual([true, true]);
    await world().sql(`UPDATE proposal_item SET state = 'dropped'`);
    expect(await sweep()).toBe(1);
    expect(await isKept(proposed.hash)).toBe(false);
    const text = bodyText(titled('Hazırlanan'));
    const insert = `INSERT INTO store_update (store_id, id, kind, name, from_version, to_version, class, base_rev, before_hash, hash,
      report, state) SELECT store_id, 'upd_1', 'theme', 'sade', '1.0.0', '1.1.0', 'minor', 1, NULL, '${text.hash}', '{}', 'dismissed'
      FROM design_live`;
    await keepLong(text);
    await world().sql(insert);
    await sweep();
    expect(await isKept(text.hash)).toBe(true);
    await world().sql(`UPDATE store_update SET state = 'superseded'`);
    await sweep();
    expect(await isKept(text.hash)).toBe(false);
  });

  test('is published by its hash no later than a day before it goes', async () => {
    const late = await put('Geç');
    await put('Taslak');
    await age(31.5);
    const call = { hash: late, expectedRev: 1 };
    expect((await studio.run('design.publish', call)).status).toBe(404);
    await age(30);
    expect((await studio.run('design.publish', call)).status).toBe(200);
  });

  /** Keeps a body that nothing names, and holds its row until it is told to go on. */
  const keepLong = async ({ hash, text }: { hash: string; text: string }, until?: Promise<unknown>) =>
    world().platform.database.transaction(world().storeId, async (tx) => {
      unwatched(tx);
      const old = new Date(Date.now() - (until ? 0 : 400 * 24 * 3_600_000)).toISOString();
      await keepBody(tx, world().storeId, { hash, text, baseSeq: 0, keptAt: old });
      await until;
      return { keep: true, value: undefined };
    });
  /** Waits until a connection of this database is such. */
  const seen = (such: string) =>
    eventually(async () => {
      const rows = await studio.site.rows(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${such}`,
      );
      return rows.length > 0;
    });
  const waitsForLock = () => seen("wait_event_type = 'Lock' AND query LIKE '%design_body%'");

  test('stays where it is kept anew while the sweep is at it', async () => {
    const text = bodyText(titled('Yarış'));
    await keepLong(text);
    let goOn: () => void = () => undefined;
    const kept = keepLong(
      text,
      new Promise<void>((resolve) => {
        goOn = resolve;
      }),
    );
    await seen("state = 'idle in transaction'");
    const swept = sweep();
    await waitsForLock();
    goOn();
    await Promise.all([kept, swept]);
    expect(await isKept(text.hash)).toBe(true);
  });

  test('is there again where it is kept while the sweep has just taken it', async () => {
    const text = bodyText(titled('Öteki yarış'));
    await keepLong(text);
    let goOn: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const swept = world().platform.database.transaction(world().storeId, async (tx) => {
      unwatched(tx);
      await tx.query('DELETE FROM design_body WHERE store_id = $1 AND hash = $2', [world().storeId, text.hash]);
      taken();
      await waits;
      return { keep: true, value: undefined };
    });
    await isTaken;
    const written = rev().then((at) => studio.put(titled('Öteki yarış'), at));
    await waitsForLock();
    goOn();
    await swept;
    expect((await written).body.hash).toBe(text.hash);
    expect(await isKept(text.hash)).toBe(true);
  });
});
