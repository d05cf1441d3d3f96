import { groupedBy } from '../../kernel/grouped';
import { type Meanings, riskOf } from '../../kernel/schema/meaning';
import type { FieldChange } from '../../kernel/trace/change';
import { type AmountMove, isRemoval, type Risk, thingsIn } from './risks';
import type { Reviewed, Summary } from './schema';

interface Counted {
  readonly total: number;
  readonly skipped: number;
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

/** Counts the items of a proposal one by one, so that nobody has to hold all of them. */
export class SummaryCount {
  private readonly things = {
    created: new Things(),
    removed: new Things(),
    archived: new Things(),
    changed: new Things(),
  };
  private readonly amounts: AmountMove[] = [];
  private readonly commands = new Map<string, number>();
  private readonly warnings = new Map<Risk['kind'], number>();
  private waiting = 0;
  private wouldPause = 0;
  private wouldSkip = 0;
  private risky = 0;

  constructor(private readonly meanings: Meanings) {}

  /** Counts the next waiting item: nothing is said to come of one that would pause or be left out. */
  add(
    { command, outcome, risks }: Pick<Reviewed, 'outcome' | 'risks'> & { readonly command: string },
    changes: readonly FieldChange[],
  ): void {
    this.waiting += 1;
    this.risky += Number(risks.length > 0);
    this.commands.set(command, (this.commands.get(command) ?? 0) + 1);
    for (const { kind } of risks) this.warnings.set(kind, (this.warnings.get(kind) ?? 0) + 1);
    if (outcome === 'pauses') this.wouldPause += 1;
    else if (outcome === 'skips') this.wouldSkip += 1;
    else for (const fields of thingsIn(changes)) this.things[kindOf(this.meanings, fields)].add(fields);
  }

  /** @param moves final ones */
  move(moves: readonly AmountMove[]): void {
    this.amounts.push(...moves);
  }

  summary({ total, skipped }: Counted): Summary {
    const { created, removed, archived, changed } = this.things;
    return {
      ...{ total, skipped, waiting: this.waiting, risky: this.risky },
      ...{ wouldPause: this.wouldPause, wouldSkip: this.wouldSkip },
      created: created.counted(),
      removed: removed.counted(),
      archived: archived.counted(),
      // An item may change a thing that an earlier item creates; such a thing counts as created alone.
      changed: changed.counted(created),
      amounts: ranges(this.amounts),
      commands: [...this.commands].map(([command, count]) => ({ command, count })),
      warnings: [...this.warnings].map(([kind, count]) => ({ kind, count })),
    };
  }
}

function kindOf(meanings: Meanings, fields: readonly FieldChange[]): 'created' | 'removed' | 'archived' | 'changed' {
  if (fields.some(({ created }) => created)) return 'created';
  if (isRemoval(fields)) return 'removed';
  const archives = fields.some(
    ({ entity, field, before, after }) => riskOf(meanings(entity, field), before, after) === 'archives',
  );
  return archives ? 'archived' : 'changed';
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
