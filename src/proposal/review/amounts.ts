import type { Queryable } from '../../kernel/database/queryable';
import type { Amount, Entity } from '../../kernel/declaration/entity';
import { type AmountChange, type AmountMove, percentOf } from './risks';

/** The store and the moment in which a review is read. */
interface Shop {
  readonly db: Queryable;
  readonly storeId: string;
  readonly entities: readonly Entity[];
}

/**
 * The moves of amounts by the items of a proposal, each held against the amount before the first of them: a price that is cut in steps is
 * cut by all of them. An amount of none is read as its stand-in: a variant without a price has that of its product.
 */
export class AmountsSoFar {
  private readonly began = new Map<string, number>();
  private readonly latest = new Map<string, AmountMove>();

  constructor(private readonly shop: Shop) {}

  /**
   * @param changes the changes of the next item, after its turn
   * @param stay whether the item would apply: later items are held against its changes
   */
  async moved(changes: readonly AmountChange[], stay: boolean): Promise<AmountMove[]> {
    const standing = await this.standing(changes.filter(({ before, after }) => before === null || after === null));
    return changes.flatMap((change) => {
      const { entity, id, own, field, before, after } = change;
      const key = `${id} ${own}`;
      const was = this.began.get(key) ?? before ?? (isFree(change, standing.get(key)) ? null : standIn(standing, key));
      const is = after ?? standIn(standing, key);
      const began = was ?? is;
      if (stay && began !== null) this.began.set(key, began);
      const percent = was === null || is === null ? null : percentOf(was, is);
      // The amount under an earlier item is not its final amount.
      if (stay) this.latest.delete(key);
      if (percent === null) return [];
      const move = { entity, field, percent };
      if (stay) this.latest.set(key, move);
      return [move];
    });
  }

  /** Computes the move of each amount that differs in the end. */
  atTheEnd(): AmountMove[] {
    return [...this.latest.values()].filter(({ percent }) => percent !== 0);
  }

  /** Amounts of the things, and of what stands in for those, by id and field. */
  private async standing(changes: readonly AmountChange[]): Promise<ReadonlyMap<string, Amount>> {
    const { db, storeId, entities } = this.shop;
    const known = new Map<string, Amount>();
    const asked = new Set<string>();
    let ids = [...new Set(changes.map(({ id }) => id))];
    while (ids.length > 0) {
      for (const id of ids) asked.add(id);
      const nobody = { offered: [], marks: [] };
      const found: Amount[] = [];
      for (const { amounts } of entities) found.push(...((await amounts?.(db, storeId, ids, nobody)) ?? []));
      for (const amount of found) known.set(`${amount.id} ${amount.field}`, amount);
      ids = [...new Set(found.flatMap(({ standIn }) => standIn?.id ?? []))].filter((id) => !asked.has(id));
    }
    return known;
  }
}

/** A new thing may have any price, unless it offers a thing that exists already. */
const isFree = ({ created }: AmountChange, amount: Amount | undefined): boolean =>
  created && amount?.offer === undefined;

/** Finds the amount that stands in for a missing one; null: there is none. */
function standIn(standing: ReadonlyMap<string, Amount>, key: string): number | null {
  const amount = standing.get(key);
  if (!amount?.inherits || !amount.standIn) return null;
  const next = `${amount.standIn.id} ${amount.standIn.field}`;
  return standing.get(next)?.amount ?? standIn(standing, next);
}
