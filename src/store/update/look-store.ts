import type { Queryable } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { type UpdatePreparationInput, updatePreparation } from './contract';

/** A transaction is told from all others by its number. So a look that was overtaken ends no later one. */
const ASK = `
  INSERT INTO update_look (store_id, asked) VALUES ($1, pg_current_xact_id()::text)
  ON CONFLICT (store_id) DO UPDATE SET asked = excluded.asked`;

/** Has a store looked at for updates once the call is done: what it shows, or what it may show, has changed. */
export function askForUpdates({ tx, storeId, effects }: Pick<MutationContext, 'tx' | 'storeId' | 'effects'>): void {
  tx.send(ASK, [storeId]);
  effects.startWorkflow(updatePreparation, { storeId });
}

const ASKED = 'SELECT asked FROM update_look WHERE store_id = $1';

/** The last question for updates of a store; undefined: none is open. */
export async function findAsked(db: Queryable, storeId: string): Promise<string | undefined> {
  const [row] = await db.query<{ readonly asked: string }>(ASKED, [storeId]);
  return row?.asked;
}

const END = 'DELETE FROM update_look WHERE store_id = $1 AND ($2::text IS NULL OR asked = $2)';

/** Ends a question, unless another one came meanwhile. @param asked null: whichever it is */
export async function endAsked(db: Queryable, storeId: string, asked: string | null): Promise<void> {
  await db.query(END, [storeId, asked]);
}

/** Open questions of all stores. */
export const findOpenLooks = (maintenance: Queryable, page: Page): Promise<FoundRow<UpdatePreparationInput>[]> =>
  maintenance.query(openRowsOf('updates'), page);
