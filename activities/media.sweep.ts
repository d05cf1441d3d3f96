import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { OBJECTS } from '../src/kernel/schema/schema';
import { namedIds } from '../src/kernel/table/naming-store';
import { noteUpkeepFailure } from '../src/kernel/work/upkeep-store';
import { expireUploads } from '../src/media/upload/moves';
import type { Platform } from '../src/platform';
import { storeExists } from '../src/store/store';

/** The age of an unnamed file at which it is swept, in ms. No call and no drawing takes as long to name a file that it has stored. */
const UNNAMED_MS = 3_600_000;

/** The means by which a sweep tells that it moves, and hears that it is to stop. */
interface Sweeping {
  /** The store that an earlier attempt was at. */
  readonly from?: string | undefined;
  readonly signal: AbortSignal;
  /** Called after each page, with its store. */
  readonly onPage: (storeId: string) => void;
  /** Hears of an object that could not be removed, or, without one, of a store whose sweep ended early. */
  readonly onFailure: (error: unknown, storeId: string, object?: string) => void;
}

type Swept = Pick<Platform, 'bus' | 'database' | 'services' | 'tables'>;

/**
 * Removes files that nobody will ask for again, page by page. These are uploads that nobody committed in time, and bytes in storage that no
 * declared column names.
 */
export async function sweepMedia(swept: Swept, sweeping: Sweeping): Promise<void> {
  const { database, services } = swept;
  const { from = '', signal } = sweeping;
  const stores = (await services.objects.stores()).toSorted();
  for (const storeId of stores) {
    // The folder of another database's store may lie here: it stays.
    if (storeId < from || !(await storeExists(database, storeId))) continue;
    try {
      await sweepStore(swept, storeId, sweeping);
    } catch (error) {
      signal.throwIfAborted();
      // A fault of one store keeps no other store from its sweep.
      await tellFailure(swept, sweeping, error, storeId);
    }
  }
}

async function sweepStore(swept: Swept, storeId: string, sweeping: Sweeping): Promise<void> {
  const { signal, onPage } = sweeping;
  for await (const _ of pagesOf(swept, storeId, (error, object) =>
    tellFailure(swept, sweeping, error, storeId, object),
  )) {
    onPage(storeId);
    signal.throwIfAborted();
  }
}

async function tellFailure(
  { database }: Swept,
  { onFailure }: Sweeping,
  ...failure: Parameters<Sweeping['onFailure']>
): Promise<void> {
  onFailure(...failure);
  await noteUpkeepFailure(database.systemWriter, 'media');
}

async function* pagesOf(
  { bus, database, tables, services: { objects } }: Swept,
  storeId: string,
  onUnremoved: (error: unknown, object: string) => Promise<void>,
): AsyncIterable<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    after = await expireUploads(bus, tables, storeId, after);
    yield;
  }
  for await (const kept of objects.keptFor(storeId, UNNAMED_MS)) {
    const named = await namedIds(database.reader(storeId), tables, OBJECTS, storeId, kept);
    for (const object of kept)
      if (!named.has(object)) await objects.remove(storeId, object).catch((error) => onUnremoved(error, object));
    yield;
  }
}

export const createMediaSweep = (platform: Swept) => ({
  /** Sweeps media. It beats with the store that it is at, where another attempt goes on. */
  sweepMedia: (): Promise<void> =>
    sweepMedia(platform, {
      from: activityInfo().heartbeatDetails as string | undefined,
      signal: cancellationSignal(),
      onPage: heartbeat,
      onFailure: (error, storeId, object) =>
        log.error('media could not be swept', { storeId, object, error: (error as Error).stack }),
    }),
});

export type MediaSweep = ReturnType<typeof createMediaSweep>;
