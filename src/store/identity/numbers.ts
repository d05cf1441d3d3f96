import type { Queryable, Transaction } from '../../kernel/database/database';
import { holdKeys, openPersonal } from '../../kernel/personal/personal-store';
import type { SecretBox } from '../../kernel/personal/secret-box';
import type { IdentityRow } from './aggregate';
import { type SealedNumbers, sealedFields } from './fields';

/** Seals the numbers of an identity under the key of whom it is about, which it has from now on. */
export async function sealNumbers(
  tx: Transaction,
  box: SecretBox,
  storeId: string,
  id: string,
  numbers: SealedNumbers,
): Promise<object> {
  const { sealFor } = await holdKeys(tx, box, storeId, [id]);
  return sealFor([id])(numbers);
}

export const openNumbers = (
  db: Queryable,
  box: SecretBox,
  storeId: string,
  { sealed }: Pick<IdentityRow, 'sealed'>,
): Promise<SealedNumbers> => openPersonal(db, box, storeId, sealed) as Promise<SealedNumbers>;

/** As many digits as tell an owner which number it is. */
const SEEN = 4;

const masked = (number: string | null): string | null =>
  number && '*'.repeat(number.length - SEEN) + number.slice(-SEEN);

/**
 * The numbers of before, as they are compared with those of after: whoever changes them states the new ones, and that is no reason to
 * be told the old ones. What stays is told as it is, or it would look changed.
 */
export const maskedBefore = (before: SealedNumbers, after: SealedNumbers): SealedNumbers => {
  const names = Object.keys(sealedFields) as (keyof SealedNumbers)[];
  const told = names.map((name) => [name, before[name] === after[name] ? after[name] : masked(before[name])]);
  return Object.fromEntries(told) as SealedNumbers;
};
