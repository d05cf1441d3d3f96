import type { Queryable } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { waitingPreviews } from '../store';
import type { ProposalRow } from '../view';
import { type AmountMove, factsOf, isIrreversible, movesIn, type Risk, risksOf } from './risks';
import type { Review, Reviewed } from './schema';
import { SummaryCount } from './summary';

/*
 * A bulk act of thousands of items is too long to be run on trial whenever somebody looks at it. Its review counts what was recorded. An
 * item that has moved since is left out when its turn comes, so an approval names the recorded hash.
 */

/** Items whose previews are held in memory at once. */
const ITEMS_AT_ONCE = 250;

/** Most items that such a review names: those whose amounts move furthest from what most of them do. */
const OUTLIERS_MAX = 20;

/** Tells whether a proposal has more items than a review runs on trial. */
export const isReviewedAsRecorded = ({ total }: Pick<ProposalRow, 'total'>): boolean => total > PROPOSAL_ITEMS_MAX;

interface Outlier {
  readonly item: Reviewed;
  readonly move: AmountMove;
}

/** Reviews a proposal by its recorded previews, in a time that does not depend on its commands. */
export async function reviewAsRecorded(
  capabilities: CapabilityIndex,
  db: Queryable,
  storeId: string,
  proposal: ProposalRow,
): Promise<Review> {
  const counted = new SummaryCount(capabilities.meanings);
  const risky: Outlier[] = [];
  for (let after = 0; ; ) {
    const items = await waitingPreviews(db, storeId, proposal.id, after, ITEMS_AT_ONCE);
    for (const { id, seq, command, preview } of items) {
      const facts = factsOf(capabilities.meanings, preview.changes);
      const moves = movesIn(facts);
      const irreversible = isIrreversible(preview, capabilities.mutation(command));
      const risks = risksOf(facts, { moves, irreversible, alike: [] });
      counted.add({ command, outcome: 'applies', risks }, preview.changes);
      counted.move(moves.filter(({ percent }) => percent !== 0));
      const move = amountIn(risks);
      if (move) risky.push({ item: appliesWith(id, seq, risks), move });
    }
    const last = items.at(-1);
    if (!last || items.length < ITEMS_AT_ONCE) break;
    after = last.seq;
  }
  const summary = counted.summary(proposal);
  return { hash: proposal.hash, wouldPause: 0, items: outliersAmong(risky, summary.amounts), summary };
}

/** The amount of which the risks of an item warn. */
function amountIn(risks: readonly Risk[]): AmountMove | undefined {
  const { entity, field, percent } = risks.find(({ kind }) => kind === 'amount') ?? {};
  return entity === undefined || field === undefined || percent === undefined ? undefined : { entity, field, percent };
}

const appliesWith = (itemId: string, seq: number, risks: Risk[]): Reviewed => ({
  ...{ itemId, seq, outcome: 'applies', reason: null, why: null, preview: null, problem: null, buildsOn: [] },
  risks,
});

function outliersAmong(risky: readonly Outlier[], amounts: Review['summary']['amounts']): Reviewed[] {
  const medianOf = ({ entity, field, percent }: AmountMove): number =>
    amounts.find((each) => each.entity === entity && each.field === field)?.percentMedian ?? percent;
  return risky
    .map(({ item, move }) => ({ item, away: Math.abs(move.percent - medianOf(move)) }))
    .filter(({ away }) => away > 0)
    .toSorted((left, right) => right.away - left.away)
    .slice(0, OUTLIERS_MAX)
    .map(({ item }) => item);
}
