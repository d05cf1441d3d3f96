import type { MutationContext } from '../kernel/declaration/context';
import note from './account.secondFactor.note';
import { noteHere } from './factor/note-here';
import { accountsOf } from './login-store';

/**
 * Notes a second step in each store of the login, which is locked: the owners of a store see which of them have one.
 * @param since ISO 8601; null: it has ended
 */
export async function noteEverywhere(context: MutationContext, loginId: string, since: string | null): Promise<void> {
  await noteHere(context, since);
  for (const { id, storeId } of await accountsOf(context.tx, loginId))
    if (id !== context.principal.id) await context.elsewhere({ storeId, ownerId: id }, note, { since });
}
