import { createHash, randomBytes } from 'node:crypto';
import type { Digests } from '../kernel/personal/digests';
import { t } from '../kernel/schema/schema';

/*
 * Links for somebody who has no login yet, or has lost its password. Their token stands in the fragment of the address, which browsers
 * send to nobody: no log of a proxy and no Referer has it. Of the token a digest alone is kept, and a GET uses nothing up, because mail
 * programs open links before people do.
 */

/** The secret of a link, as its holder presents it. */
export const linkToken = t.String({ minLength: 1, maxLength: 128, description: 'The part of the link behind its #.' });

const TOKEN_BYTES = 32;

export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token of an invitation follows from what is known of it and a key of the product: the mail that brings it is written when it is sent,
 * long after the answer that showed it, and nothing keeps it meanwhile. Another time of expiry is another token.
 */
export const invitationToken = (digests: Digests, ownerId: string, expiresAt: string): string =>
  digests.fingerprint(`${ownerId} ${expiresAt}`, 'owner invitation').toString('base64url');

/** The life of a link for a new password, in ms. A later reader of the open mailbox finds nothing of use in it. */
export const PASSWORD_LINK_LIFE_MS = 15 * 60_000;

/** The token of a link for a new password, which follows from its mail as that of an invitation does from its account. */
export const passwordLinkToken = (digests: Digests, mailId: string, expiresAt: string): string =>
  digests.fingerprint(`${mailId} ${expiresAt}`, 'password link').toString('base64url');

/** Under which a token is known. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
