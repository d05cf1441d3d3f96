import { createHash } from 'node:crypto';
import { invitationToken, linkDigest } from '../../account/link';
import type { Invitation } from '../../account/owner/store';
import type { OwnerRow } from '../../account/owner/table';
import { beginLogin } from '../../account/slowdown-store';
import type { Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { t } from '../../kernel/schema/schema';
import { mailInvitation, panelAddress } from '../../mail/notify';
import { storeSummary } from '../store';

const LIFE_MS = 7 * 24 * 3_600_000;
/** Between two mails to one address, whose owner has asked for none of them. */
const PAUSE_MS = 60_000;

/** Invitations of one address by one store that need no pause: a slip is taken back and sent anew. */
const FREE = 3;
const PAUSE_MS_MAX = 15 * 60_000;

/** The fields that the first answer has beside its result. */
export const linkOnce = {
  link: t.String({
    description: 'Leads the invited one in; shown this once, so that it can be handed over without a mail.',
  }),
};

/** Makes a link, which is answered once, for an owner who has not joined. The command that mails it comes after its row. */
export function newInvitation({ services, later, once }: MutationContext, ownerId: string): Invitation {
  const expiresAt = later(LIFE_MS);
  const token = invitationToken(services.digests, ownerId, expiresAt.toISOString());
  once({ link: panelAddress(services.settings, `/invitation#${token}`) });
  return { digest: linkDigest(token), expiresAt };
}

/** Mails the invitation of a person, with the role that waits. */
export async function mailIt(context: MutationContext, { id, role }: Pick<OwnerRow, 'id' | 'role'>): Promise<void> {
  const { name } = await storeSummary(context.tx, context.storeId);
  await mailInvitation(context, { ownerId: id, storeName: name, role });
}

/** @throws {Refusal} throttled when the link before went out a moment ago */
export function assertRested(expiresAt: string | null, now: Date): void {
  if (expiresAt === null) return;
  const waitMs = Date.parse(expiresAt) - LIFE_MS + PAUSE_MS - now.getTime();
  if (waitMs > 0)
    refuse('throttled', 'A link went out within the last minute.', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/**
 * Counts an invitation: one that was taken back is forgotten with its address, and could be sent again and again.
 * @throws {Refusal} throttled
 */
export async function assertFew(tx: Transaction, storeId: string, email: string): Promise<void> {
  const key = createHash('sha256').update(`invite ${storeId} ${email.toLowerCase()}`).digest('base64');
  const waitMs = await beginLogin(tx, [{ key, free: FREE, waitMsMax: PAUSE_MS_MAX }], { key, free: 0, spared: '' });
  if (waitMs > 0)
    refuse('throttled', 'The address was invited several times just now.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
}
