import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { storeSlug } from '../../store/store';
import { isOpen, type UpdateRow } from '../../store/update/aggregate';
import { getUpdate } from '../../store/update/store';
import { revsNow } from './revs';
import { updateView } from './view';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'guardRev' | 'services' | 'now'>;

/** The update on which a call decides. @throws {Refusal} not_found, rev_conflict, invalid_state of one that is over */
export async function openUpdate({ tx, storeId, guardRev }: Context, updateId: string): Promise<UpdateRow> {
  const row = await getUpdate(tx, storeId, updateId);
  guardRev(row.id, row.rev);
  if (!isOpen(row.state)) refuse('invalid_state', 'The update is over.', { facts: { state: row.state } });
  return row;
}

/** An update as a call has left it. */
export async function decidedView({ tx, storeId, services: { previews }, now }: Context, row: UpdateRow) {
  const around = { storeId, slug: await storeSlug(tx, storeId), previews, now };
  const revOf = await revsNow(tx, storeId);
  return updateView(row, revOf(row), isOpen(row.state), around);
}

/** @param currentRev undefined: what it was prepared for is there no more @throws {Refusal} update_stale */
export const refuseStale = ({ baseRev }: UpdateRow, currentRev: number | undefined): never =>
  refuse('update_stale', `It was prepared for ${baseRev}, and ${currentRev ?? 'nothing'} is there.`, {
    facts: { preparedFor: baseRev, currentRev: currentRev ?? null },
  });
