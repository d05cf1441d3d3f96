import { keptRefusal } from '../../kernel/bus/keeping';
import { openPersonal } from '../../kernel/personal/personal-store';
import { type ApplyDependencies, refused, type Turn, type Turned } from './attempt';
import { lookAt } from './looked';
import type { StartedItem } from './state';

/**
 * Asks how the work of an item has ended. Work that has failed holds the item up like a refusal of its command: whoever resumes the
 * proposal has the command tried once more.
 * @throws what says nothing of the work
 */
export async function outcomeOf(
  { services }: Pick<ApplyDependencies, 'services'>,
  { tx, storeId, item }: Pick<Turn, 'tx' | 'storeId'> & { readonly item: StartedItem },
): Promise<'ended' | Exclude<Turned, 'applied'>> {
  const { capabilities, secretBox } = services;
  const command = capabilities.mutation(item.command);
  if (!command?.settles) throw new Error(`nobody says any more how the work of ${item.command} stands`);
  const { result } = await openPersonal(tx, secretBox, storeId, item.awaited);
  const { state, refusal } = await lookAt(command.settles, { db: tx, storeId, result, services });
  if (refusal) return refused(keptRefusal(capabilities.personal, command, refusal));
  return state === 'open' ? 'started' : 'ended';
}
