import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../kernel/database/queryable';
import { keepChallenge, type Passkey, type Purpose } from './store';

const CHALLENGE_BYTES = 32;

/** Time in which a challenge is to be answered, in ms: one looks for a key in a bag. */
export const ANSWER_MS = 5 * 60_000;

/** Under which a challenge is known: the database alone does not tell it. @param challenge in base64url */
export const challengeDigest = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** Makes a challenge, of which one answer counts. @param bound whoever may answer @returns it, in base64url */
export async function makeChallenge(db: Queryable, purpose: Purpose, bound: readonly string[]): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await keepChallenge(db, { digest: challengeDigest(challenge), purpose, bound }, `${ANSWER_MS} milliseconds`);
  return challenge;
}

/** Names a passkey to a browser. */
export const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  ...(transports.length > 0 ? { transports: [...transports] } : {}),
});
