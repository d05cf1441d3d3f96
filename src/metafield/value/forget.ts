import type { MutationContext } from '../../kernel/declaration/context';
import { toldValue, valueSet } from './aggregate';
import { forgetValues } from './store';

/** Bytes that the audit row of one change tells of values: the fields of a hundred variants may hold 25 MB. */
const TOLD_BYTES_MAX = 1_000_000;

/** Takes the values of things that are no more away with them. */
export async function forgetFields(
  { tx, storeId, record }: Pick<MutationContext, 'tx' | 'storeId' | 'record'>,
  ownerIds: readonly string[],
): Promise<void> {
  if (ownerIds.length === 0) return;
  let left = TOLD_BYTES_MAX;
  for (const { id, ownerId, values } of await forgetValues(tx, storeId, ownerIds)) {
    left -= Buffer.byteLength(JSON.stringify(values));
    record(
      valueSet.word,
      id,
      { ownerId, values: left >= 0 ? values.map((each) => toldValue(each, each.value)) : [] },
      null,
    );
  }
}
