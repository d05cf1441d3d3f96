import { lockOwner, notePassword, noteSecondFactor } from '../../account/owner/store';
import { owner } from '../../account/owner/table';
import { endAccountAndTell } from '../../account/session/entity';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { label, object, oneOf, type Static, t, words } from '../../kernel/schema/schema';

/*
 * A new password by a link is for every login of the address, each of which has an account in one store or several. The trail of each
 * store tells of the account there, and of no other one.
 */

const ways = {
  mail: ['e-postadaki bağlantı', 'mailed link'],
  operator: ['kurulumu yönetenin bağlantısı', 'link of the operator'],
} as const;

/** How the link came to the owner. */
export const wayOfRenewal = label('Yol', 'Way')(oneOf(['mail', 'operator'], words(ways)));

/** Whether the link has ended the second step of the login, too. */
export const endsSecondFactor = label('İki adımlı girişi kapatır', 'Ends the two-step log-in')(t.Boolean());

export const renewalResult = object({ passwordSetAt: owner.fields.passwordSetAt });

/** Notes in the store that the caller has a new password, and ends the sessions there. The login is locked. @throws {Refusal} not_found */
export async function noteRenewal(
  context: MutationContext,
  factorEnded: boolean,
): Promise<Static<typeof renewalResult>> {
  const { principal, storeId, now, tx, record } = context;
  const before = (await lockOwner(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
  const passwordSetAt = now.toISOString();
  const secondFactorSince = factorEnded ? null : before.secondFactorSince;
  notePassword(tx, storeId, principal.id, now);
  if (factorEnded) noteSecondFactor(tx, storeId, principal.id, null);
  const after = { ...before, passwordSetAt, secondFactorSince };
  record(owner.word, principal.id, owner.snapshot(before), owner.snapshot(after));
  await endAccountAndTell(context, principal.id);
  return { passwordSetAt };
}
