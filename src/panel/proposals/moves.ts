import { groupedBy } from '../../kernel/grouped';
import type { Review } from './fresh';

export type Moves = Review['summary']['amounts'][number];

/** Moves of amounts that read alike: a product's price and that of a variant are one to their reader. */
export interface AlikeMoves {
  readonly name: string;
  readonly count: number;
  /** One at least, all between the same bounds. */
  readonly of: readonly [Moves, ...Moves[]];
}

/**
 * Brings moves of one name and of the same bounds together. Where the bounds differ, each says of what the amount is.
 * @param nameOf names the amount @param entityOf names the thing that has it
 */
export function alikeMoves(
  amounts: readonly Moves[],
  nameOf: (moves: Moves) => string,
  entityOf: (moves: Moves) => string,
): readonly AlikeMoves[] {
  const boundsOf = ({ percentMin, percentMedian, percentMax }: Moves): string =>
    `${percentMin} ${percentMedian} ${percentMax}`;
  return [...groupedBy(amounts, nameOf)].flatMap(([name, named]) => {
    const alike = [...groupedBy(named, boundsOf).values()] as [Moves, ...Moves[]][];
    return alike.map((of) => ({
      name: alike.length === 1 ? name : `${name} (${[...new Set(of.map(entityOf))].join(', ')})`,
      count: of.reduce((sum, { count }) => sum + count, 0),
      of,
    }));
  });
}
