import { keptRefusal } from '../../kernel/bus/keeping';
import { Contention, type ProblemCode, Refusal } from '../../kernel/errors';
import { openPersonal } from '../../kernel/personal/personal-store';
import { type ApplyDependencies, refused, type Turn, type Turned } from './attempt';
import type { StartedItem } from './state';

/**
 * Asks how the work of an item has ended. Work that has failed holds the item up like a refusal of its command: whoever resumes the
 * proposal has the command tried once more.
 * @throws what says nothing of the work, e.g. that Postgres is away
 */
export async function outcomeOf(
  { services: { capabilities, secretBox } }: Pick<ApplyDependencies, 'services'>,
  { tx, storeId, item }: Pick<Turn, 'tx' | 'storeId'> & { readonly item: StartedItem },
): Promise<'ended' | Exclude<Turned, 'applied'>> {
  const command = capabilities.mutation(item.command);
  const settles = command?.settles;
  if (!settles) throw new Error(`nobody says any more how the work of ${item.command} stands`);
  const { result } = await openPersonal(tx, secretBox, storeId, item.awaited);
  try {
    const found = await settles.look(tx, storeId, result);
    if (found.state === 'open') return 'started';
    if (found.state === 'failed') throw new Refusal('work_failed', found.why);
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Contention || saysNothing.has(error.code)) throw error;
    return refused(keptRefusal(capabilities.personal, command, error));
  }
  return 'ended';
}

const saysNothing: ReadonlySet<ProblemCode> = new Set(['unavailable', 'internal']);
