import { Algorithm, hash } from '@node-rs/argon2';
import { refuse } from '../kernel/errors';
import type { Digests } from '../kernel/personal/digests';
import { type Claimant, Turns } from '../kernel/trial/turns';

/*
 * All passwords of one address are hashed with one salt, which follows from the address and a key of the product. An address may have several
 * logins, and somebody else may have made any of them: so it costs one hash to say which of them have a password, whether there is none
 * or a hundred. The time of an answer tells nobody how many there are, and nobody has to be turned away because there are many.
 */

/** OWASP's floor for argon2id; a login costs about 30 ms of one core and 19 MiB, so few run at once. */
const options = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;
const AT_ONCE_MAX = 2;
const WAITING_MAX = 50;
const RETRY_AFTER_SECONDS = 2;

const turns = new Turns({ atOnceMax: AT_ONCE_MAX, waitingMax: WAITING_MAX });

/** Makes the salt with which the passwords of an address are hashed: nobody can prepare for it without the key. */
export const passwordSalt = (digests: Digests, email: string): Buffer =>
  digests.fingerprint(email.toLowerCase(), 'password salt').subarray(0, SALT_BYTES);

export const hashPassword = (password: string, salt: Uint8Array): Promise<string> =>
  hash(password, { ...options, salt });

/** The part of a hash before its digest: the manner in which the hash was made. */
const MANNER = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$$/;

/** Tells the manner in which a password with this salt is hashed today. */
export const mannerOf = (salt: Buffer): string =>
  `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${salt.toString('base64').replace(/=+$/, '')}$`;

/**
 * A password as it would be stored in each of these manners. An address has one, unless hashes are older than its salt.
 * @throws {Refusal} throttled when too many wait already
 */
export async function passwordHashes(
  password: string,
  manners: readonly string[],
  claimant: Claimant,
): Promise<string[]> {
  if (!(await turns.take(claimant)))
    refuse('throttled', 'Too many people log in at once.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  try {
    const hashes: string[] = [];
    for (const manner of manners) {
      const [, memory, time, parallelism, salt] = MANNER.exec(manner) ?? [];
      if (salt === undefined) continue;
      const costs = { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(parallelism) };
      hashes.push(await hash(password, { ...options, ...costs, salt: Buffer.from(salt, 'base64') }));
    }
    return hashes;
  } finally {
    turns.giveBack();
  }
}
