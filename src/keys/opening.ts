import { hasOwner } from '../account/owner/store';
import type { Database } from '../kernel/database/database';
import { ConfigError } from '../kernel/declaration/setting';
import { Digests } from '../kernel/personal/digests';
import type { KeyRing, SealingKey } from '../kernel/personal/key-ring';
import { SecretBox } from '../kernel/personal/secret-box';
import { adoptKey, type KnownKey, keepDigestKeys, knownKeys, sealedDigestKeys } from './store';

type Keeping = Pick<Database, 'system' | 'systemWriter'>;

export const DIGEST_KEYS_CONTEXT = 'digest_keys';

/**
 * Makes sure that this process opens whatever the database has sealed, and says which key it seals with.
 * @returns the digest keys of the database, which is given some when it has none
 * @throws {ConfigError} when a key is missing: nothing that it sealed would open, and what is written meanwhile would be in its place
 */
export async function openKeys(database: Keeping, ring: KeyRing): Promise<Digests> {
  const known = await knownKeys(database.system);
  const missing = known.filter(({ id, unusedAt }) => unusedAt === null && !ring.find(id)).map(({ id }) => id);
  if (missing.length > 0)
    throw new ConfigError(
      `The secret key does not open what this database has sealed: it lacks ${missing.join(', ')} and is ${ring.all.map(({ id }) => id).join(', ')}. State the key that the shop has had, too; a backup has it.`,
    );
  const digests = await digestsOf(database, ring, known);
  if (known[0]?.id !== ring.current.id) await adoptKey(database.systemWriter, ring.current.id);
  return digests;
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
