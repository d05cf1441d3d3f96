import type { Queryable } from '../kernel/database/queryable';
import { folded } from '../kernel/folded';
import { object, type Static, t, typeNamed } from '../kernel/schema/schema';
import { searchedWords } from '../kernel/search-patterns';
import { newestNoted } from './seek-store';
import { proposal } from './table';

const { id, state, note, createdAt } = proposal.answers;

export const proposalHitSchema = typeNamed('ProposalHit')(
  object({
    id,
    state,
    note,
    tokenLabel: t.String({ description: 'Of the token that proposes; empty: an owner does.' }),
    createdAt,
  }),
);

/** The newest proposals that are compared with the words. Their notes are short, and no index has them. */
const NEWEST = 500;

/**
 * Looks for proposals by their notes and their tokens while somebody types, the newest first.
 * @param most proposals
 */
export async function seekProposals(
  db: Queryable,
  storeId: string,
  text: string,
  most: number,
): Promise<Static<typeof proposalHitSchema>[]> {
  const words = searchedWords(text);
  const newest = await newestNoted(db, storeId, NEWEST);
  return newest
    .filter(({ note, tokenLabel }) => {
      const said = folded(`${note ?? ''}\n${tokenLabel}`);
      return words.every((word) => said.includes(word));
    })
    .slice(0, most);
}
