import type { Database } from '../kernel/database/database';
import type { Log } from '../kernel/log';
import type { KeyRing } from '../kernel/personal/key-ring';
import type { Resealed, SealedColumn, SealedValue } from '../kernel/personal/sealed-column';
import { SecretBox, sealedWith } from '../kernel/personal/secret-box';
import { listStores } from '../store/store';
import { DIGEST_KEYS_CONTEXT } from './opening';
import { sealedColumns } from './sealed';
import { type KnownKey, knownKeys, noteKeys, resealDigestKeys, sealedDigestKeys } from './store';

const PAGE = 200;

interface Dependencies {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly log: Pick<Log, 'error'>;
}

/** How far a resealing is: stores are gone through by their ids, tables in their order. */
export interface ResealedSoFar {
  /** The last store that is done; undefined: none is. */
  readonly store: string | undefined;
  readonly resealed: number;
  /** The number of values left so far: they did not open, or others were just writing them. */
  readonly left: number;
}

/** The outcome of a resealing. */
export interface Resealing {
  readonly resealed: number;
  readonly left: number;
  /** Ids of the keys under which something is still sealed, the one that seals among them. */
  readonly inUse: readonly string[];
}

export const NOTHING_RESEALED: ResealedSoFar = { store: undefined, resealed: 0, left: 0 };

/**
 * Seals everything under the key that seals, page by page, each in a statement of its own: whoever is killed has lost nothing, and the
 * next attempt goes on behind the last store. Then it is counted what is under which key.
 * @throws when this process does not seal with the key that was adopted last: it would turn back what others do
 */
export async function resealAll(
  { database, keyRing, log }: Dependencies,
  from: ResealedSoFar,
  onPart: (far: ResealedSoFar) => void,
): Promise<Resealing> {
  const known = await knownKeys(database.system);
  assertNewest(known, keyRing);
  const box = new SecretBox(keyRing);
  let far = from;
  for await (const storeId of listStores(database.system, far.store)) {
    for (const column of sealedColumns) {
      for await (const { resealed, left } of resealColumn({ database, keyRing, box, log }, column, storeId)) {
        far = { ...far, resealed: far.resealed + resealed, left: far.left + left };
        onPart(far);
      }
    }
    far = { ...far, store: storeId };
    onPart(far);
  }
  await resealDigests(database, box);
  const inUse = new Set([keyRing.current.id]);
  for (const { key } of await countAll(database, () => onPart(far))) inUse.add(key);
  // A key that was adopted meanwhile is none of those that were known, or the newest one, which is never noted as gone.
  const gone = known.map(({ id }) => id).filter((id) => !inUse.has(id));
  await noteKeys(database.systemWriter, { found: [...inUse], gone });
  return { resealed: far.resealed, left: far.left, inUse: [...inUse] };
}

function assertNewest([newest]: readonly KnownKey[], { current }: KeyRing): void {
  if (newest && newest.id !== current.id)
    throw new Error(`key ${newest.id} seals by now, and this process still seals with ${current.id}`);
}

async function* resealColumn(
  { database, keyRing, box, log }: Dependencies & { readonly box: SecretBox },
  column: SealedColumn,
  storeId: string,
): AsyncIterable<{ readonly resealed: number; readonly left: number }> {
  const of = { storeId, keyId: keyRing.current.id, max: PAGE };
  for (let after: string | undefined; ; ) {
    const page = await column.page(database.reader(storeId), { ...of, after });
    if (page.length === 0) return;
    const values = page.flatMap((value) =>
      resealedOf(box, value, (err) => log.error({ err, storeId, table: column.table }, 'a sealed value does not open')),
    );
    const resealed = await column.put(database.writer(storeId), storeId, values);
    yield { resealed, left: page.length - resealed };
    after = page.at(-1)?.place;
  }
}

/** Seals a value anew. A value that does not open is left, and keeps nothing else from being sealed. */
function resealedOf(
  box: SecretBox,
  { place, sealed: was, context }: SealedValue,
  onError: (error: unknown) => void,
): Resealed[] {
  try {
    const sealed = box.resealed(was, context);
    return sealed ? [{ place, was, sealed }] : [];
  } catch (error) {
    onError(error);
    return [];
  }
}

async function resealDigests({ system, systemWriter }: Database, box: SecretBox): Promise<void> {
  const was = await sealedDigestKeys(system);
  const sealed = was && box.resealed(was, DIGEST_KEYS_CONTEXT);
  if (sealed) await resealDigestKeys(systemWriter, was, sealed);
}

/** How much is sealed under which key, by table. */
export interface Counted {
  readonly table: string;
  readonly key: string;
  readonly values: number;
}

/** @param onStore called after each one */
export async function countAll(
  database: Pick<Database, 'system' | 'reader'>,
  onStore: () => void = () => {},
): Promise<readonly Counted[]> {
  const counts = new Map<string, Counted>();
  const add = (counted: Counted): void => {
    const name = `${counted.table} ${counted.key}`;
    counts.set(name, { ...counted, values: counted.values + (counts.get(name)?.values ?? 0) });
  };
  for await (const storeId of listStores(database.system)) {
    for (const { table, count } of sealedColumns)
      for (const counted of await count(database.reader(storeId), storeId)) add({ table, ...counted });
    onStore();
  }
  const digests = await sealedDigestKeys(database.system);
  if (digests) add({ table: 'digest_keys', key: sealedWith(digests), values: 1 });
  return [...counts.values()];
}
