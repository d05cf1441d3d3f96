import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedError } from '../embedded/embedded-error';
import { isLock, tryLock } from '../embedded/file-lock';
import {
  type EmbeddedPostgres,
  isInitialised,
  packagedMajorVersion,
  startEmbeddedPostgres,
} from '../embedded/postgres';
import { bytesText } from '../kernel/bytes';
import { KEY_FILE, keysInFile, textOfKeys } from '../keys/source';
import { anyFreePort } from '../supervisor/ports';
import { ProcessLedger } from '../supervisor/process-ledger';
import { readRunFile } from '../supervisor/run-file';
import { beAlone } from './alone-store';
import { BackupError } from './backup-error';
import { copyCluster } from './cluster';
import { below, copyAll, keep, renameForGood, syncFolders } from './copying';
import { bytesOf, digestOfKey, FORMAT, type KeptFile, type Manifest, manifestOf, platform } from './manifest';

export interface TakeOptions {
  readonly dataFolder: string;
  /** A folder that is not there yet, or empty. */
  readonly target: string;
  /** The version of the product that makes the backup. */
  readonly product: string;
  /** The address of the operator's own Postgres; empty: Postgres is in the data folder. */
  readonly databaseUrl: string;
  /** Reads the keys that the settings state at that moment; undefined: the keys of the data folder are used. */
  readonly statedKeys: () => readonly Buffer[] | undefined;
  /** The bucket with uploads and pictures, in the place of the data folder; empty: none. */
  readonly bucket: string;
  readonly withoutKey: boolean;
  readonly withoutPostgres: boolean;
  readonly durable: boolean;
  readonly say: (line: string) => void;
}

const OBJECTS = 'objects';
/**
 * Single files of a backup. The passwords are those of the cluster's logins; `demo.json` has the demo's. All else in a data folder is of
 * the run that made it, or Temporal's, which is left out on purpose (docs/decisions/0052-time-goes-back.md).
 */
const SINGLE_FILES = ['postgres/password', 'postgres/runtime-password', 'postgres/storefront-password', 'demo.json'];

/**
 * Takes a backup of a product that runs, or of one that is stopped: whatever a client was told before this ends is in it, and
 * nothing is half in it.
 * @throws {BackupError} why there is none; nothing is left at the target then
 */
export async function takeBackup(options: TakeOptions): Promise<Manifest> {
  const { dataFolder, target } = options;
  if (!existsSync(dataFolder))
    throw new BackupError(`${dataFolder} is no data folder of Tezgâh: set TEZGAH_DATA to it.`);
  await assertEmpty(target);
  const before = keysOf(options);
  return withPostgres(options, (reached) =>
    alone(options, reached, (assertStill) =>
      inDraft(target, async (draft) => {
        const manifest = await fill(draft, reached, before, options);
        await assertStill();
        return manifest;
      }),
    ),
  );
}

/** Writes what belongs to a backup into its draft. */
async function fill(
  draft: string,
  reached: Reached,
  keysBefore: readonly Buffer[],
  options: TakeOptions,
): Promise<Manifest> {
  const { dataFolder, withoutKey, product, say } = options;
  const before = await objectsIn(dataFolder);
  const kept = await copyAll(dataFolder, draft, before);
  const postgres = reached.copied ? await copyCluster(dataFolder, draft, reached.url) : undefined;
  if (postgres) say(`Postgres: ${sizeOf(postgres.files)}, as of now.`);
  kept.push(...(postgres?.files ?? []));
  // Bytes are kept before the rows that name them, and no sweep removes what is younger than an hour: whatever a row of the copy
  // names was there before the copy, or came with it and still is.
  const copied = new Set(kept.map((file) => file.path));
  const since = (await objectsIn(dataFolder)).filter((name) => !copied.has(name));
  kept.push(...(await copyAll(dataFolder, draft, since)));
  if (options.bucket !== '')
    say(`Uploads and pictures are in the bucket ${options.bucket} and not in the backup: let it keep its versions.`);
  say(`Uploads and pictures: ${sizeOf(kept.filter((file) => file.path.startsWith(`${OBJECTS}/`)))}.`);

  kept.push(
    ...(await copyAll(
      dataFolder,
      draft,
      SINGLE_FILES.filter((name) => postgres || name === 'demo.json'),
    )),
  );
  // The keys from before the copy and from after it: values of the copy may be sealed by any of them.
  const keys = distinct([...keysOf(options), ...keysBefore]);
  if (!withoutKey) kept.push(await keep(draft, KEY_FILE, textOfKeys(keys)));
  const manifest: Manifest = {
    format: FORMAT,
    product,
    createdAt: new Date().toISOString(),
    schema: postgres?.schema ?? null,
    postgres: postgres ? { major: packagedMajorVersion(), platform: platform() } : null,
    key: { digest: digestOfKey(keys[0] as Buffer), further: keys.slice(1).map(digestOfKey), included: !withoutKey },
    folders: [...(postgres?.folders ?? [])],
    files: kept,
  };
  await keep(draft, path.basename(manifestOf(draft)), `${JSON.stringify(manifest, undefined, 1)}\n`);
  return manifest;
}

/**
 * Runs `make` while no other machine takes a backup of this Postgres. It begins before the target is touched. The process of another
 * machine is not seen from here, so a backup that it was writing at the target would look abandoned.
 */
async function alone<T>(
  { say }: TakeOptions,
  { url, copied }: Reached,
  make: (assertStill: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const session =
    url === ''
      ? undefined
      : await beAlone(url).catch((error: Error) => {
          if (copied || error instanceof BackupError) throw error;
          say(
            `Your Postgres does not answer (${error.message}): whether another machine takes a backup, nobody knows.`,
          );
        });
  try {
    return await make(async () => session?.assertStill());
  } finally {
    await session?.end();
  }
}

const sizeOf = (files: readonly KeptFile[]): string => `${files.length} files, ${bytesText(bytesOf({ files }), 'en')}`;

/** @throws {BackupError} where something is that is not ours */
export async function assertEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new BackupError(`${folder} is a file: name a folder.`) : error;
  });
  if (found.length > 0) throw new BackupError(`${folder} is not empty: name a folder that is not there yet.`);
}

/** Nobody finds half of it under its name: it is made beside it, and called so when it is whole. */
export async function inDraft<T>(folder: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${folder}.draft`;
  // By the rights of whoever runs it: the lock would make it for itself alone.
  await mkdir(path.dirname(folder), { recursive: true });
  const lock = tryLock(`${folder}.lock`, path.basename(draft));
  if (!isLock(lock)) throw new BackupError(`${draft} is being written by process ${lock.pid}, since ${lock.since}.`);
  try {
    // An earlier draft, whose process was killed: nobody writes it any more.
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const made = await make(draft);
    await syncFolders(draft);
    await renameForGood(draft, folder);
    return made;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** Reads the keys, first the one that seals. */
function keysOf({ dataFolder, statedKeys }: TakeOptions): readonly Buffer[] {
  const stated = statedKeys();
  if (stated) return stated;
  const file = path.join(dataFolder, KEY_FILE);
  if (!existsSync(file))
    throw new BackupError(
      `${dataFolder} has no ${KEY_FILE}: set TEZGAH_SECRET_KEY as the product has it, since a shop does not open without its key.`,
    );
  return keysInFile(file);
}

const distinct = (keys: readonly Buffer[]): Buffer[] =>
  keys.filter((key, index) => keys.findIndex((other) => other.equals(key)) === index);

/** Lists the stored objects, without drafts and without files that only tell the time. */
async function objectsIn(dataFolder: string): Promise<string[]> {
  const { files } = await below(dataFolder, OBJECTS);
  return files.filter((name) => !name.endsWith('.part') && !path.posix.basename(name).startsWith('.'));
}

interface Reached {
  /** The address of the database; empty: there is none. */
  readonly url: string;
  /** It is the packaged one, and comes along. */
  readonly copied: boolean;
}

/** Reaches the Postgres of the data folder: the one that runs, or one that runs for this alone. */
async function withPostgres<T>(options: TakeOptions, make: (reached: Reached) => Promise<T>): Promise<T> {
  const { dataFolder, say, durable } = options;
  const folder = path.join(dataFolder, 'postgres');
  const lock = tryLock(path.join(dataFolder, 'lock.json'), 'tezgah backup');
  if (!isLock(lock)) {
    const run = readRunFile(dataFolder);
    if (!run || lock.stopping)
      throw new BackupError(`Process ${lock.pid} is just starting or stopping (${lock.note}): try again in a moment.`);
    if (run.pids.postgres === null) return make(own(options, run.databaseUrl));
    say(`Tezgâh runs and goes on meanwhile (process ${lock.pid}).`);
    return make({ url: run.databaseUrl, copied: true });
  }
  if (options.databaseUrl !== '' || !isInitialised(folder)) {
    lock.release();
    return make(own(options, options.databaseUrl));
  }
  try {
    await new ProcessLedger(dataFolder).endOrphans();
    say('Tezgâh is stopped: its Postgres is started for the backup.');
    const postgres = await startSomewhere({ dataFolder: folder, durable });
    try {
      return await make({ url: postgres.url, copied: true });
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

/** So often another program may be quicker at a port. */
const LOSSES_MAX = 3;

async function startSomewhere(options: { dataFolder: string; durable: boolean }): Promise<EmbeddedPostgres> {
  for (let losses = 0; ; losses += 1) {
    try {
      return await startEmbeddedPostgres({ ...options, port: await anyFreePort() });
    } catch (error) {
      if (!(error instanceof EmbeddedError && error.mayPass) || losses === LOSSES_MAX) throw error;
    }
  }
}

/** A backup that lacks the database is only made for somebody who says so. */
function own({ withoutPostgres, say }: TakeOptions, url: string): Reached {
  if (!withoutPostgres)
    throw new BackupError(
      'This Postgres is not the packaged one: dump it first with its own tools (pg_dump --format=custom --file=tezgah.dump "$DATABASE_URL"), then take the rest with --without-postgres.',
    );
  say('Postgres is your own: it is not in the backup. The dump that belongs to it was made before, with pg_dump.');
  return { url, copied: false };
}
