import { Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's floor for argon2id; a login costs about 30 ms of one core, so few run at once. */
const options = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash nobody has the password of: an unknown e-mail costs as long as a known one. */
let decoy: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** @param storedHash undefined when there is no such account */
export async function passwordMatches(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password', options);
  const matches = await verify(storedHash ?? (await decoy), password);
  return matches && storedHash !== undefined;
}
