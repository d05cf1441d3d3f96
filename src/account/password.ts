import { Algorithm, hash, verify } from '@node-rs/argon2';
import { refuse } from '../kernel/errors';
import { type Claimant, Turns } from '../kernel/trial/turns';

/** OWASP's floor for argon2id; a login costs about 30 ms of one core and 19 MiB, so few run at once. */
const options = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE_MAX = 2;
const WAITING_MAX = 50;
const RETRY_AFTER_SECONDS = 2;

/** A hash nobody has the password of: an unknown e-mail costs as long as a known one. */
let decoy: Promise<string> | undefined;

const turns = new Turns({ atOnceMax: AT_ONCE_MAX, waitingMax: WAITING_MAX });

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/**
 * @param storedHash undefined when there is no such account
 * @throws {Refusal} throttled when too many wait already
 */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
  claimant: Claimant,
): Promise<boolean> {
  decoy ??= hash('no account has this password', options);
  if (!(await turns.take(claimant)))
    refuse('throttled', 'Too many people log in at once.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  try {
    const matches = await verify(storedHash ?? (await decoy), password);
    return matches && storedHash !== undefined;
  } finally {
    turns.giveBack();
  }
}
