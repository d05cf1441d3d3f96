import type { Digests } from '../kernel/personal/digests';
import { isSameSecret } from '../provider/webhook';

/**
 * What stands in the address at which an extension of a store is told things, and nobody guesses. It is made of the digest keys, which
 * stay when sealing keys are rotated: the address stands in a form of the provider for years.
 */
const secretOf = (digests: Digests, storeId: string, ext: string): string =>
  digests.fingerprint(`${storeId} ${ext}`, 'webhook address').toString('base64url');

export const webhookPath = (digests: Digests, storeId: string, ext: string): string =>
  `/v1/ext/${ext}/wh/${storeId}/${secretOf(digests, storeId, ext)}`;

/** Asks no database, so whoever guesses costs nothing. */
export const opensWebhook = (digests: Digests, storeId: string, ext: string, secret: string): boolean =>
  isSameSecret(secret, secretOf(digests, storeId, ext));
