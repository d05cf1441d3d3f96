import type { CommandBus } from '../src/kernel/bus';
import { systemPrincipal } from '../src/kernel/principal';
import { namedObjects } from '../src/media/image/store';
import { deleteExpiredUploads } from '../src/media/upload/store';
import type { Platform } from '../src/platform';
import { storeExists } from '../src/store/store';

/** No call and no drawing takes as long to name what it has kept. */
const UNNAMED_MS = 3_600_000;
const BATCH = 100;

/** What nobody will ask for again: uploads that nobody committed in time, and bytes that no row names. */
export function createMediaSweep({
  bus,
  database,
  services: { objects },
}: Pick<Platform, 'bus' | 'database' | 'services'>) {
  async function removeUnnamed(storeId: string): Promise<void> {
    for await (const kept of objects.keptBefore(storeId, new Date(Date.now() - UNNAMED_MS))) {
      const named = await namedObjects(database.reader(storeId), storeId, kept);
      for (const object of kept) if (!named.has(object)) await objects.remove(storeId, object);
    }
  }

  return {
    async sweepMedia(): Promise<void> {
      for (const storeId of await objects.stores()) {
        // Of a store that this database does not know, another one may.
        if (!(await storeExists(database, storeId))) continue;
        while ((await expireUploads(bus, storeId)) === BATCH);
        await removeUnnamed(storeId);
      }
    },
  };
}

/** @returns how many */
function expireUploads(bus: CommandBus, storeId: string): Promise<number> {
  return bus.inTransaction<number>(storeId, async (tx) => {
    const now = await bus.timeOf(tx);
    const expired = await deleteExpiredUploads(tx, storeId, now, BATCH);
    const [first] = expired;
    if (!first) return { keep: false, value: 0 };
    const rehearsal = await bus.rehearse(
      tx,
      {
        principal: systemPrincipal(storeId, 'sweep'),
        payload: {},
        mutation: {
          id: 'media.expire',
          policy: 'owner',
          flags: [],
          irreversible: true,
          refuses: [],
          async run({ record }) {
            for (const { id, type, size, digest } of expired) record('upload', id, { type, size, digest }, null);
            return {};
          },
        },
      },
      now,
    );
    await rehearsal.keep(`sweep/${first.id}`, {});
    return { keep: true, value: expired.length };
  });
}

export type MediaSweep = ReturnType<typeof createMediaSweep>;
