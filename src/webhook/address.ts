import { createHash } from 'node:crypto';
import { manifests, portOf } from '../extension/provider/providers';
import type { Digests } from '../kernel/personal/digests';
import { isSameSecret } from '../provider/webhook';

/**
 * Makes the secret part of the address at which providers post for an extension of a store. It is made of the digest keys, which
 * stay when sealing keys are rotated: the address stands in a form of the provider for years.
 */
const secretOf = (digests: Digests, storeId: string, ext: string): string =>
  digests.fingerprint(`${storeId} ${ext}`, 'webhook address').toString('base64url');

/** A marketplace refuses an address that has its own name, so its addresses have another one. */
const segmentOf = (ext: string): string =>
  portOf(ext) === 'channel' ? `m${createHash('sha256').update(ext).digest('hex').slice(0, 12)}` : ext;

const bySegment = new Map(manifests.map(({ key }) => [segmentOf(key), key]));

/** The extension of an address, by its part of it. */
export const extensionAt = (segment: string): string => bySegment.get(segment) ?? segment;

export const webhookPath = (digests: Digests, storeId: string, ext: string): string =>
  `/v1/ext/${segmentOf(ext)}/wh/${storeId}/${secretOf(digests, storeId, ext)}`;

/** Asks no database, so whoever guesses costs nothing. */
export const opensWebhook = (digests: Digests, storeId: string, ext: string, secret: string): boolean =>
  isSameSecret(secret, secretOf(digests, storeId, ext));
