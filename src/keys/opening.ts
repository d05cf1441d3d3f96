import { hasOwner } from '../account/owner/store';
import type { Database } from '../kernel/database/database';
import { ConfigError } from '../kernel/declaration/setting';
import { Digests } from '../kernel/personal/digests';
import type { KeyRing, SealingKey } from '../kernel/personal/key-ring';
import { SecretBox } from '../kernel/personal/secret-box';
import { adoptKey, type KnownKey, keepDigestKeys, knownKeys, retireKey, sealedDigestKeys } from './store';

type Keeping = Pick<Database, 'system' | 'systemWriter' | 'maintenance'>;

export const DIGEST_KEYS_CONTEXT = 'digest_keys';

/**
 * Makes sure that this process opens whatever the database has sealed, and says which key it seals with. Keys that are not here and
 * that nothing is sealed under have been taken away by whoever states the keys: nothing will be sealed under them any more.
 * @returns the digest keys of the database, which is given some when it has none
 * @throws {ConfigError} when a key is missing: nothing that it sealed would open, and what is written meanwhile would be in its place;
 * or when the one that seals was taken away
 */
export async function openKeys(database: Keeping, ring: KeyRing): Promise<Digests> {
  const known = await knownKeys(database.system);
  const { id: current } = ring.current;
  if (known.some(({ id, retiredAt }) => id === current && retiredAt !== null))
    throw new ConfigError(
      `The key ${current} was taken away, and seals nothing any more: the first key has to be the one with which the shop seals, ${known[0]?.id}.`,
    );
  const missing = await missingOf(database, ring, known);
  if (missing.length > 0)
    throw new ConfigError(
      `The secret key does not open what this database has sealed: it lacks ${missing.join(', ')} and is ${ring.all.map(({ id }) => id).join(', ')}. State the key that the shop has had, too; a backup has it.`,
    );
  const digests = await digestsOf(database, ring, known);
  if (known[0]?.id !== current) await adoptKey(database.systemWriter, current);
  return digests;
}

/** Keys of the database that this process lacks, and that something may be sealed under. */
async function missingOf({ maintenance }: Keeping, ring: KeyRing, known: readonly KnownKey[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, unusedAt, retiredAt } of known) {
    if (retiredAt !== null || ring.find(id)) continue;
    // Another process may have sealed something under it since it was counted.
    if (unusedAt === null || (await retireKey(maintenance, id))) missing.push(id);
  }
  return missing;
}

async function digestsOf(
  { system, systemWriter }: Keeping,
  ring: KeyRing,
  known: readonly KnownKey[],
): Promise<Digests> {
  const box = new SecretBox(ring);
  let sealed = await sealedDigestKeys(system);
  if (!sealed) {
    // Several processes may start at once: whoever comes first makes them.
    const older = known.length > 0 || (await hasOwner(system));
    const fresh = older ? Digests.derivedFrom(soleKey(ring, known).bytes) : Digests.random();
    await keepDigestKeys(systemWriter, box.seal(fresh.text(), DIGEST_KEYS_CONTEXT));
    sealed = (await sealedDigestKeys(system)) as Buffer;
  }
  return Digests.fromText(box.open(sealed, DIGEST_KEYS_CONTEXT));
}

/** The key of a database that is older than digest keys, which had one for everything; another one may stand before it already. */
function soleKey(ring: KeyRing, known: readonly KnownKey[]): SealingKey {
  const ids = known.map(({ id }) => id);
  if (ids.includes(ring.current.id)) return ring.current;
  return ids.map((id) => ring.find(id)).find((key) => key !== undefined) ?? ring.current;
}
