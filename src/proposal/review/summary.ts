import { groupedBy } from '../../kernel/grouped';
import { type Meanings, riskOf } from '../../kernel/schema/meaning';
import type { FieldChange } from '../../kernel/trace/change';
import { type AmountMove, isRemoval, thingsIn } from './risks';
import type { Reviewed, Summary } from './schema';

interface Counted {
  readonly total: number;
  readonly skipped: number;
}

/** The changes that would be applied now. */
export interface Coming {
  /** The changes of each item, in their order. */
  readonly changes: readonly (readonly FieldChange[])[];
  readonly amounts: readonly AmountMove[];
}

/** @param items all that wait: nothing is said to come of those that would pause */
export function summaryOf(
  meanings: Meanings,
  { total, skipped }: Counted,
  items: readonly Reviewed[],
  coming: Coming,
): Summary {
  const of = { created: new Things(), removed: new Things(), archived: new Things(), changed: new Things() };
  for (const changes of coming.changes)
    for (const fields of thingsIn(changes)) of[kindOf(meanings, fields)].add(fields);
  return {
    total,
    skipped,
    waiting: items.length,
    wouldPause: items.filter(({ outcome }) => outcome === 'pauses').length,
    risky: items.filter(({ risks }) => risks.length > 0).length,
    created: of.created.counted(),
    removed: of.removed.counted(),
    archived: of.archived.counted(),
    // An item may change a thing that an earlier item creates; such a thing counts as created alone.
    changed: of.changed.counted(of.created),
    amounts: ranges(coming.amounts),
  };
}

function kindOf(meanings: Meanings, fields: readonly FieldChange[]): 'created' | 'removed' | 'archived' | 'changed' {
  if (fields.some(({ created }) => created)) return 'created';
  if (isRemoval(fields)) return 'removed';
  const archives = fields.some(
    ({ entity, field, before, after }) => riskOf(meanings(entity, field), before, after) === 'archives',
  );
  return archives ? 'archived' : 'changed';
}

/** Each thing once, however many items are about it. */
class Things {
  private readonly ids = new Map<string, Set<string>>();

  add([change]: readonly FieldChange[]): void {
    if (!change) return;
    const known = this.ids.get(change.entity);
    if (known) known.add(change.id);
    else this.ids.set(change.entity, new Set([change.id]));
  }

  counted(without?: Things): { entity: string; count: number }[] {
    return [...this.ids].flatMap(([entity, ids]) => {
      const count = [...ids].filter((id) => !without?.ids.get(entity)?.has(id)).length;
      return count > 0 ? [{ entity, count }] : [];
    });
  }
}

function ranges(amounts: readonly AmountMove[]): Summary['amounts'] {
  return [...groupedBy(amounts, ({ entity, field }) => `${entity} ${field}`).values()].map((moves) => {
    const [{ entity, field }] = moves as [AmountMove];
    const percents = moves.map(({ percent }) => percent).toSorted((left, right) => left - right);
    return {
      ...{ entity, field, count: moves.length },
      percentMin: percents[0] as number,
      percentMedian: medianOf(percents),
      percentMax: percents.at(-1) as number,
    };
  });
}

/** @param sorted one at least, ascending */
function medianOf(sorted: readonly number[]): number {
  const [below, above] = [sorted[(sorted.length - 1) >> 1] as number, sorted[sorted.length >> 1] as number];
  return Math.round(((below + above) / 2) * 100) / 100;
}
