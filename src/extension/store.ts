import type { Queryable, StoreReader, Transaction } from '../kernel/database/queryable';
import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { storeOf } from '../kernel/table/aggregate-store';
import { insertsInto, touchWritten } from '../kernel/table/table-store';
import type { Manifest } from '../provider/manifest';
import { type ExtensionRow, extension, uniqueKey } from './aggregate';
import { grantedTo } from './granted-rights';
import { installedManifestOf, manifestOf, manifests } from './provider/providers';
import { type KeptRights, type Rights, rightsOf } from './rights';

const { change, save } = storeOf(extension);

export { change as changeExtension };

/**
 * Sends that credentials of one that is held were stated anew, or are gone. They stand beside it, and belong to it: who has read it, or
 * would take back what it was configured to, has read it with the old ones. Its rev moves also when the same value is stated again:
 * otherwise it would tell whether a guess is right.
 * @returns it with its new rev
 */
export function renewExtension(
  { tx, storeId, now, record }: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>,
  before: ExtensionRow,
): ExtensionRow {
  const after = save(tx, storeId, before, before, now);
  record(extension.word, before.key, extension.snapshot(before), extension.snapshot(after));
  return after;
}

const ALL = `SELECT ${extension.select()} FROM extension WHERE store_id = $1 ORDER BY key`;

export const installedExtensions = (db: Queryable, storeId: string): Promise<ExtensionRow[]> =>
  db.query<ExtensionRow>(ALL, [storeId]);

const FIND = `SELECT ${extension.select()} FROM extension WHERE store_id = $1 AND key = $2`;

export async function findExtension(db: Queryable, storeId: string, key: string): Promise<ExtensionRow | undefined> {
  uniqueKey.touch(db, 'reads', [key]);
  const [row] = await db.query<ExtensionRow>(FIND, [storeId, key]);
  return row;
}

/** @param found what the store has of it, in an earlier version perhaps: its provider may have been taken away since */
const manifestFor = (key: string, code: 'not_found' | 'extension_unknown', found?: ExtensionRow): Manifest =>
  (found ? installedManifestOf(found) : manifestOf(key)) ??
  refuse(
    code,
    found
      ? `${found.key} is not available: its provider was taken away from here.`
      : `There is no such extension; there are ${manifests.map((manifest) => manifest.key).join(', ')}.`,
    { undeclared: true },
  );

/** @throws {Refusal} extension_unknown */
export const knownManifest = (key: string, found?: ExtensionRow): Manifest =>
  manifestFor(key, 'extension_unknown', found);

/** Finds the manifest of an extension that a path names. @throws {Refusal} not_found */
const manifestAt = (key: string, found?: ExtensionRow): Manifest => manifestFor(key, 'not_found', found);

interface Installed {
  readonly manifest: Manifest;
  readonly extension: ExtensionRow;
}

const notInstalled = ({ name }: Manifest): never =>
  refuse('extension_not_installed', `${name} is not installed.`, { quotesNobody: true });

/** An extension that a path names. @throws {Refusal} not_found, extension_not_installed */
export async function extensionAt(db: Queryable, storeId: string, key: string): Promise<Installed> {
  const found = await findExtension(db, storeId, key);
  const manifest = manifestAt(key, found);
  return { manifest, extension: found ?? notInstalled(manifest) };
}

/**
 * Reads an installed extension that a path names, whether or not its provider is still there.
 * @throws {Refusal} not_found, extension_not_installed
 */
export const keptAt = async (db: Queryable, storeId: string, key: string): Promise<ExtensionRow> =>
  (await findExtension(db, storeId, key)) ?? notInstalled(manifestAt(key));

/** @throws {Refusal} extension_unknown, extension_not_installed */
export async function installedExtension(db: Queryable, storeId: string, key: string): Promise<Installed> {
  const found = await findExtension(db, storeId, key);
  const manifest = knownManifest(key, found);
  return { manifest, extension: found ?? notInstalled(manifest) };
}

/**
 * Reads a store's rows of an extension that a path names. They stay there when its provider is taken away.
 * @throws {Refusal} not_found when the extension is neither known nor installed
 */
export async function keptOf<T>(
  db: StoreReader,
  storeId: string,
  key: string,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  if (manifestOf(key)) return read(db);
  return db.snapshot(async (moment) => {
    await assertKept(moment, storeId, key);
    return read(moment);
  });
}

/** Refuses an extension that nobody knows, unless the store has kept something of it. @throws {Refusal} not_found */
export async function assertKept(db: Queryable, storeId: string, key: string): Promise<void> {
  if (!manifestOf(key) && !(await findExtension(db, storeId, key))) manifestAt(key);
}

const SHARE = `${FIND} FOR SHARE`;

/** Reads an extension that a path names, as {@link extensionAt}: it stays as it is until the transaction ends. */
export async function steadyExtension(tx: Transaction, storeId: string, key: string): Promise<Installed> {
  uniqueKey.touch(tx, 'reads', [key]);
  const [found] = await tx.query<ExtensionRow>(SHARE, [storeId, key]);
  const manifest = manifestAt(key, found);
  return { manifest, extension: found ?? notInstalled(manifest) };
}

const HOLD = `${FIND} FOR NO KEY UPDATE`;

/**
 * Holds an installed extension, whether or not its provider is still there; nobody else writes it or its secrets until the transaction
 * ends.
 * @throws {Refusal} extension_unknown, extension_not_installed
 */
export const holdExtension = async (tx: Transaction, storeId: string, key: string): Promise<ExtensionRow> =>
  (await holdIfInstalled(tx, storeId, key)) ?? notInstalled(knownManifest(key));

/** The same of one that may be gone by now: undefined then. */
export async function holdIfInstalled(
  tx: Transaction,
  storeId: string,
  key: string,
): Promise<ExtensionRow | undefined> {
  uniqueKey.touch(tx, 'reads', [key]);
  const [row] = await tx.query<ExtensionRow>(HOLD, [storeId, key]);
  return row;
}

// A rev that somebody has read, or that an undo states, must never fit what is installed later; and what was granted is all that is
// granted again unasked.
const DELETE = `
  WITH gone AS (DELETE FROM extension WHERE store_id = $1 AND key = $2 RETURNING store_id, key, rev)
  INSERT INTO extension_gone (store_id, key, rev, granted) SELECT store_id, key, rev, $3::jsonb FROM gone
  ON CONFLICT (store_id, key) DO UPDATE SET rev = excluded.rev, granted = excluded.granted`;

/** Sends that one that is held is installed no more; what the store keeps of it stays, its rev and its rights among it. */
export function deleteExtension(tx: Transaction, storeId: string, row: ExtensionRow): void {
  touchWritten(tx, extension, row, null);
  tx.send(DELETE, [storeId, row.key, JSON.stringify(grantedTo(row))]);
}

const { insertNew } = insertsInto(extension);

const GO_ON = `
  UPDATE extension SET rev = gone.rev + 1 FROM extension_gone gone
  WHERE extension.store_id = $1 AND extension.key = $2 AND gone.store_id = $1 AND gone.key = $2
  RETURNING extension.rev, gone.granted`;

interface NewlyInstalled {
  readonly installed: ExtensionRow;
  /** The rights that it was granted when it was here before; null: nobody knows, or it never was. */
  readonly grantedBefore: Rights | null;
}

/** Installs an extension. One that was installed before goes on with its rev. @throws {Refusal} invalid_state */
export async function installExtension(
  tx: Transaction,
  storeId: string,
  manifest: Manifest,
  now: Date,
): Promise<NewlyInstalled> {
  const { key, version, name } = manifest;
  const at = now.toISOString();
  const row = { ...extension.initial, key, version, granted: rightsOf(manifest) };
  if (!(await insertNew(tx, storeId, row, now)))
    refuse('invalid_state', `${name} is installed already.`, { facts: { state: 'installed' } });
  const [before] = await tx.query<{ rev: number; granted: KeptRights | null }>(GO_ON, [storeId, key]);
  return {
    installed: { ...row, rev: before?.rev ?? 1, installedAt: at, updatedAt: at },
    // Its secrets are there still: an act that nobody has granted it before waits for an owner.
    grantedBefore: before?.granted ? { actions: [], ...before.granted } : null,
  };
}

/** Tells a mark that is another one once an extension of any store was installed, enabled, disabled or removed. */
export async function extensionsMark(system: Queryable): Promise<string> {
  const [row] = await system.query<{ mark: string }>('SELECT mark FROM extensions_mark()', []);
  return row?.mark ?? '';
}

const PAGE = 500;

/** Every extension that some store has enabled, by store and key. */
export async function* listEnabledExtensions(
  system: Queryable,
): AsyncIterable<{ readonly storeId: string; readonly extension: string }> {
  for (let [afterStore, afterKey] = ['', '']; ; ) {
    const rows = await system.query<{ storeId: string; extension: string }>(
      'SELECT store_id AS "storeId", key AS extension FROM list_enabled_extensions($1, $2, $3)',
      [afterStore, afterKey, PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    [afterStore, afterKey] = [last.storeId, last.extension];
  }
}
