import type { Config } from '../config';
import { sleep } from '../embedded/process';
import type { KeyEnvironment } from '../keys/source';
import { type Demo, LostError, type Preparer } from './preparer';
import type { DatabaseUrls } from './servers';

/** The database refuses us or cannot be migrated. */
export class DatabaseError extends Error {}

/** So often an embedded database may be lost while it is filled. */
const lossesMax = 5;

interface FillingOptions {
  readonly config: Config;
  readonly preparer: Preparer;
  readonly database: DatabaseUrls;
  readonly keys: KeyEnvironment;
  /** Settles when the embedded database runs again. */
  readonly up: () => Promise<void>;
}

/**
 * Brings the database up to date, and makes the stores of the demo in it.
 * @returns undefined where no demo is asked for
 * @throws {DatabaseError} when it cannot be brought up to date
 */
export async function fillDatabase(options: FillingOptions): Promise<Demo | undefined> {
  const { config, preparer, database, keys } = options;
  const { url, ownerUrl, storefrontUrl } = database;
  try {
    await whileItComesBack(() => preparer.migrate(ownerUrl, url, storefrontUrl), options);
  } catch (error) {
    const { hostname, port } = new URL(url);
    throw new DatabaseError(
      `The database at ${hostname}:${port || 5432} cannot be brought up to date: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  if (!config.demo) return undefined;
  return whileItComesBack(() => preparer.seedDemo({ databaseUrl: url, keys, dataFolder: config.dataFolder }), options);
}

/** An embedded database that dies meanwhile is started again: what was under way is repeated, and both steps may be. */
async function whileItComesBack<T>(
  work: () => Promise<T>,
  { config, up }: Pick<FillingOptions, 'config' | 'up'>,
): Promise<T> {
  for (let losses = 1; ; losses += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostError) || config.databaseUrl || losses > lossesMax) throw error;
      await sleep(500);
      await up();
    }
  }
}
