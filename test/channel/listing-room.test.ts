import { listing } from '../../src/channel/listing/aggregate';
import { insertListings, saveMirrors } from '../../src/channel/listing/store';
import type { Transaction } from '../../src/kernel/database/queryable';
import { newId } from '../../src/kernel/ids';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

const mirror = {
  variantId: '9000123456',
  price: 18_990,
  listPrice: 21_990,
  stock: 40,
  status: 'on_sale',
  url: 'https://www.trendyol.com/tezgah/kozde-turk-kahvesi-p-9000123456',
} as const;

/** Over ten seconds: a look that a busy machine keeps waiting is over by then. */
const TRIES = 40;

type Item = { readonly productId: string; readonly variantId: string };
type Written = { readonly updated: number; readonly inPlace: number };

const WRITTEN = `
  SELECT n_tup_upd AS updated, n_tup_hot_upd AS "inPlace" FROM pg_stat_xact_user_tables WHERE relname = 'channel_listing'`;

const countedIn = async (tx: Transaction): Promise<Written> => {
  const [counted] = await tx.query<Written>(WRITTEN);
  return counted ?? { updated: 0, inPlace: 0 };
};

describe('the rows of listings', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('have room in their page for what the marketplace shows, so that no index is written again for it', async () => {
    await world.done('extension.install', { extension: 'trendyol' });
    const variants = Array.from({ length: 100 }, (_, index) => ({ title: `V${index}` }));
    const items: Item[] = [];
    for (const title of ['Bardak', 'Tabak', 'Kase']) {
      const { id, variants: made } = await world.done('catalog.product.create', { title, price: 100, variants });
      items.push(...made.map((variant: { id: string }) => ({ productId: id, variantId: variant.id })));
    }
    const { updated, inPlace } = await writtenAgain(items);
    expect(updated).toBe(300);
    expect(inPlace).toBeGreaterThan(100);
  });

  /** How many of fresh rows were written in place at their second writing. Rows of before are cleared away, as they are while nobody looks. */
  async function writtenOnce(items: readonly Item[]): Promise<Written> {
    await world.sql('DELETE FROM channel_listing');
    await world.sql('VACUUM channel_listing');
    const rows = items.map((item, index) => ({
      ...listing.initial,
      ...item,
      id: newId('lst'),
      extension: 'trendyol',
      remoteProductId: `${9_000_000 + index}`,
    }));
    // The first one also says what it is listed as, by which it is found.
    const mirrored = (price: number) =>
      rows.map(({ id, remoteProductId }) => ({
        listingId: id,
        mirror: { ...mirror, variantId: remoteProductId, price },
      }));
    await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      await insertListings(tx, world.storeId, rows, new Date());
      saveMirrors(tx, world.storeId, mirrored(18_990));
      return { keep: true, value: undefined };
    });
    const written = await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      // What this connection wrote before may be among it still.
      const before = await countedIn(tx);
      saveMirrors(tx, world.storeId, mirrored(17_990));
      const after = await countedIn(tx);
      return {
        keep: true,
        value: { updated: after.updated - before.updated, inPlace: after.inPlace - before.inPlace },
      };
    });
    return written;
  }

  /** Whoever else looks at the database meanwhile, as what gathers its statistics does, keeps what was there before: then again, a little later. */
  async function writtenAgain(items: readonly Item[]): Promise<Written> {
    let written = await writtenOnce(items);
    for (let again = 0; again < TRIES && written.inPlace <= 100; again += 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      written = await writtenOnce(items);
    }
    return written;
  }
});
