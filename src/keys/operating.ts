import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config';
import { isLock, tryLock } from '../embedded/file-lock';
import { Database } from '../kernel/database/database';
import { LOCK_NOT_AVAILABLE } from '../kernel/database/sql-states';
import { KeyRing, sealingKey } from '../kernel/personal/key-ring';
import { FOLLOWED_MS } from './followed';
import { countAll } from './resealing';
import { foundKeys, KEY_FILE, type KeySource, keysInFile, writeKeys } from './source';
import { knownKeys, retireKey } from './store';

/** The settings, and the database that is to be asked: of a product that runs on the data folder, or that of the settings. */
export interface Operated {
  readonly config: Config;
  /** The address of the database; empty: none. */
  readonly databaseUrl: string;
}

/** Why the keys stay as they are, in one sentence for who runs the product. */
class KeysError extends Error {}

/** A key as its operator sees it. */
export interface ShownKey {
  readonly id: string;
  /** The use of the key: it seals, it only opens, or the settings do not have it (any more). */
  readonly use: 'seals' | 'opens' | 'missing';
  /** How many values are sealed under it, by their table. */
  readonly values: Readonly<Record<string, number>>;
  /** Since when it seals, as the database knows it; null: it never did. */
  readonly adoptedAt: string | null;
}

/** A process looks at the file this often, and one that is busy somewhat later. */
const KNOWN_EVERYWHERE_MS = 3 * FOLLOWED_MS;
const ADOPTED_WITHIN_MS = 15_000;
/** So long a process may still seal with the key before, e.g. within a call that had begun. */
const SETTLED_AFTER_MS = 60_000;

/** @throws {KeysError} when no database is reached */
export async function listKeys(operated: Operated): Promise<readonly ShownKey[]> {
  const { keys } = sourceOf(operated);
  return withDatabase(operated, (database) => shownKeys(database, keys));
}

async function shownKeys(database: Database, keys: readonly Buffer[]): Promise<readonly ShownKey[]> {
  const [known, counted] = [await knownKeys(database.system), await countAll(database)];
  const own = keys.map((key) => sealingKey(key).id);
  const inUse = [...known.filter(({ unusedAt }) => unusedAt === null), ...counted.map(({ key }) => ({ id: key }))];
  return [...new Set([...own, ...inUse.map(({ id }) => id)])].map((id) => ({
    id,
    use: id === own[0] ? 'seals' : own.includes(id) ? 'opens' : 'missing',
    values: Object.fromEntries(counted.filter(({ key }) => key === id).map(({ table, values }) => [table, values])),
    adoptedAt: known.find((key) => key.id === id)?.adoptedAt ?? null,
  }));
}

/** The outcome of a rotation. */
export interface Rotated {
  /** The id of the key before the rotation. */
  readonly from: string;
  readonly to: string;
  /** A process that runs seals with it already; otherwise the next one that starts does. */
  readonly adopted: boolean;
}

/**
 * Puts a new key in the place of the one that seals, while the product runs: first every process learns to open with it, then all seal
 * with it. The old one goes on opening. A process that is killed in between leaves a key that opens and seals nothing.
 * @throws {KeysError} when the keys do not stand in a file
 */
export async function rotateKey(operated: Operated): Promise<Rotated> {
  return withFile(operated, async (file) => {
    const before = keysInFile(file);
    const fresh = randomBytes(32);
    const [from, to] = [KeyRing.of(before).current.id, sealingKey(fresh).id];
    writeKeys(file, [...before, fresh]);
    await sleep(KNOWN_EVERYWHERE_MS);
    writeKeys(file, [fresh, ...before]);
    return { from, to, adopted: await isAdopted(operated, to) };
  });
}

async function isAdopted(operated: Operated, id: string): Promise<boolean> {
  const adopted = withDatabase(operated, async (database) => {
    for (const until = Date.now() + ADOPTED_WITHIN_MS; Date.now() < until; await sleep(FOLLOWED_MS / 4))
      if ((await knownKeys(database.system))[0]?.id === id) return true;
    return false;
  });
  return adopted.catch((error: unknown) => {
    if (error instanceof KeysError) return false;
    throw error;
  });
}

/**
 * Takes away a key that nothing is sealed under. The database is told first: from then on it takes nothing that a process which has not
 * heard of it seals. A process that is killed before the file is written has a key that opens nothing, and takes it away by asking again.
 * @throws {KeysError} when something is sealed under it, when it seals, or when it sealed a moment ago
 */
export async function removeKey(operated: Operated, id: string): Promise<void> {
  await withFile(operated, (file) =>
    withDatabase(operated, async (database) => {
      const keys = keysInFile(file).map(sealingKey);
      if (!keys.some((key) => key.id === id))
        throw new KeysError(`${file} has no key ${id}: \`tezgah keys list\` shows what it has.`);
      if (keys[0]?.id === id) throw new KeysError(`${id} is the key that seals: rotate it first.`);
      const [newest] = await knownKeys(database.system);
      if (Date.now() - Date.parse(newest?.adoptedAt ?? '') < SETTLED_AFTER_MS)
        throw new KeysError(
          'The key was rotated a moment ago, and something may just be sealed under the old one: try again in a minute.',
        );
      await retire(database, id);
      writeKeys(
        file,
        keys.filter((key) => key.id !== id).map(({ bytes }) => bytes),
      );
    }),
  );
}

async function retire(database: Database, id: string): Promise<void> {
  const inUse = await retireKey(database.maintenance, id).catch((error: { code?: string }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new KeysError(`Something is just being sealed under ${id}: try again in a minute.`);
  });
  if (!inUse) return;
  const { held, seals } = inUse;
  throw new KeysError(
    seals
      ? `The shop still seals with ${id}: it takes up the other key while it runs.`
      : `${held} values are still sealed under ${id}, and nothing else opens them: wait until the workflow keyResealing is through.`,
  );
}

function sourceOf({ config }: Operated): KeySource {
  const source = foundKeys(config);
  if (!source)
    throw new KeysError(
      `${config.dataFolder} has no ${KEY_FILE}, and no setting states a key: set TEZGAH_DATA to the data folder.`,
    );
  return source;
}

/** Runs one work on the file at a time. */
async function withFile<T>(operated: Operated, work: (file: string) => Promise<T>): Promise<T> {
  const { file } = sourceOf(operated);
  if (file === undefined)
    throw new KeysError(
      'The keys are stated by TEZGAH_SECRET_KEY or TEZGAH_SECRET_KEY_COMMAND, so they are changed where that has them: docs/operations/keys.md says in which order.',
    );
  const lock = tryLock(`${file}.lock`, 'tezgah keys');
  if (!isLock(lock)) throw new KeysError(`Process ${lock.pid} is just changing ${path.basename(file)}.`);
  try {
    return await work(file);
  } finally {
    lock.release();
  }
}

async function withDatabase<T>({ databaseUrl: url }: Operated, work: (database: Database) => Promise<T>): Promise<T> {
  if (!url)
    throw new KeysError(
      'Tezgâh does not run on this data folder, so nobody knows what is sealed: start it, or set DATABASE_URL.',
    );
  const database = await Database.open({ url, poolSize: 2, applicationName: 'tezgah-keys' }).catch((error: Error) => {
    throw new KeysError(`The database does not answer: ${error.message}`);
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
