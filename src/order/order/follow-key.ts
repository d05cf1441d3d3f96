import type { Digests } from '../../kernel/personal/digests';
import { isSameText } from '../../kernel/same-text';

/** The part of a digest that stands in an address: 128 bits, which nobody guesses. */
const KEY_BYTES = 16;

/** The key with which a buyer opens the page of an order. It is derived, and stays when the sealing key is rotated. */
export const followKey = (digests: Pick<Digests, 'fingerprint'>, storeId: string, orderId: string): string =>
  digests.fingerprint(`${storeId}/${orderId}`, 'order page').subarray(0, KEY_BYTES).toString('base64url');

/** True of the key of the order, and of no other. */
export const opens = (
  digests: Pick<Digests, 'fingerprint'>,
  { storeId, orderId, key }: { readonly storeId: string; readonly orderId: string; readonly key: string },
): boolean => isSameText(key, followKey(digests, storeId, orderId));

/** The path of the page of an order in the pages of a shop. */
export const followPath = (orderId: string, key: string): string => `/siparis/${orderId}/${key}`;

/** The page of an order as letters lead to it. @param shop the address of the shop */
export const followLink = (
  shop: string,
  digests: Pick<Digests, 'fingerprint'>,
  { storeId, orderId }: { readonly storeId: string; readonly orderId: string },
) => ({
  words: 'Siparişinizi izleyin',
  address: `${shop}${followPath(orderId, followKey(digests, storeId, orderId))}`,
});
