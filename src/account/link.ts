import { createHash, randomBytes } from 'node:crypto';

/*
 * Links that let somebody in who has no login yet. Their token stands in the fragment of the address, which browsers send to nobody:
 * no log of a proxy and no Referer has it. Of the token a digest alone is kept, and a GET uses nothing up, because mail programs open
 * links before people do.
 */

const TOKEN_BYTES = 32;

export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Under which a token is known. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
