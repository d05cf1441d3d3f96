import { type Amount, type AmountName, type Entity, type Mark, marksStated } from '../../kernel/declaration/entity';
import type { Change } from '../../kernel/trace/change';

/*
 * Outside of the store a thing is what its marks say: a marketplace knows an item by its barcode and by the id that it gave it. What
 * is offered under a mark that it has taken is held against what was offered under that when the period began, whoever has it now.
 */

/** The marks that things have taken and given up in a call. */
export interface MarkMoves {
  /** The moves by the id of the thing. */
  readonly byThing: ReadonlyMap<string, Moves>;
  /** Things that are new, or have taken or given up a mark. */
  readonly ids: readonly string[];
  /** The latter, and their wholes: others may be offers of them. */
  readonly offered: readonly string[];
  readonly marks: readonly Mark[];
}

interface Moves {
  readonly created: boolean;
  readonly taken: readonly Mark[];
  readonly lost: readonly Mark[];
}

/** An amount that is known by other marks since a call than before. */
export interface MarkedAmount extends AmountName {
  readonly taken: readonly string[];
  readonly lost: readonly string[];
}

export function markMoves(entities: readonly Entity[], changes: readonly Change[]): MarkMoves {
  const byThing = new Map<string, Moves>();
  const ids = new Set<string>();
  const offered = new Set<string>();
  for (const { entity: word, id: whole, before, after } of changes) {
    const entity = entities.find((candidate) => candidate.word === word);
    if (!entity?.marks) continue;
    const had = marksStated(entity, whole, before);
    const has = marksStated(entity, whole, after);
    for (const id of new Set([...had.keys(), ...has.keys()])) {
      const [old, now] = [had.get(id) ?? [], has.get(id) ?? []];
      const moves = { created: id === whole && before === null, taken: without(now, old), lost: without(old, now) };
      byThing.set(id, moves);
      const moved = moves.taken.length + moves.lost.length > 0;
      if (moved) offered.add(whole).add(id);
      if (moved || moves.created) ids.add(id);
    }
  }
  const marks = [...byThing.values()].flatMap(({ taken, lost }) => [...taken, ...lost]);
  return { byThing, ids: [...ids], offered: [...offered], marks };
}

const without = (marks: readonly Mark[], others: readonly Mark[]): Mark[] =>
  marks.filter((mark) => !others.some(({ field, value }) => field === mark.field && value === mark.value));

/** @param amount as it stands; what is gone has neither marks nor an offer any more */
export function markedAmount(
  { byThing }: MarkMoves,
  { id, field, marks, offer }: AmountName & Pick<Amount, 'marks' | 'offer'>,
): MarkedAmount[] {
  const own = byThing.get(id);
  const moves = [own, offer && byThing.get(offer.of)].filter((move) => move !== undefined);
  const nameIn = (mark: Mark): string => markName(mark, offer?.channel);
  // A new offer takes the marks of what it offers, too.
  const taken = (own?.created ? marks : moves.flatMap((move) => move.taken)).map(nameIn);
  const lost = moves.flatMap((move) => move.lost).map(nameIn);
  return taken.length + lost.length > 0 ? [{ id, field, taken, lost }] : [];
}

/** Names of the marks of an amount. */
export const markNames = ({ marks, offer }: Pick<Amount, 'marks' | 'offer'>): string[] =>
  marks.map((mark) => markName(mark, offer?.channel));

const markName = ({ field, value }: Mark, channel: string | undefined): string =>
  [...(channel === undefined ? [] : [channel]), field, value].join(' ');
