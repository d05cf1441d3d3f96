import { KnownBrowsers } from '../../src/account/known-browsers';
import { Passkeys } from '../../src/account/passkeys';
import { RecoveryCodes } from '../../src/account/recovery-codes';
import { OwnerSessions } from '../../src/account/sessions';
import type { World } from '../world/world';

/** The sessions of a world, as its API has them. */
export function ownerSessions({ database, platform }: World): OwnerSessions {
  const { bus, keyRing, services } = platform;
  const { digests, settings } = services;
  const recoveryCodes = new RecoveryCodes({ bus, database, digests });
  return new OwnerSessions(
    database,
    new KnownBrowsers(keyRing),
    digests,
    new Passkeys(database, settings),
    recoveryCodes,
  );
}
