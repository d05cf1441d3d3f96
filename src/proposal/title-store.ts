import type { Queryable } from '../kernel/database/queryable';
import type { Titled } from '../kernel/table/references';

/** The titles of proposals: the label of the token, and enough of the note to tell two proposals of one token apart. */
const PROPOSALS = `
  SELECT p.id, concat_ws(' · ', k.label, left(p.note, 60)) AS title
  FROM proposal p JOIN access_token k ON k.store_id = p.store_id AND k.id = p.token_id
  WHERE p.store_id = $1 AND p.id = ANY($2)`;

/** Looks up the tokens and the notes of proposals. */
export const proposalTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(PROPOSALS, [storeId, ids]);

const ITEMS = `
  SELECT id, seq || '. ' || command AS title FROM proposal_item WHERE store_id = $1 AND id = ANY($2)`;

/** Looks up the places of items in their proposals, and their commands. */
export const itemTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(ITEMS, [storeId, ids]);
