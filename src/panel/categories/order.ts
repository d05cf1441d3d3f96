import type { Category } from '../api/types';
import type { Call } from '../products/draft';

type Placed = Pick<Category, 'id' | 'rev' | 'position'>;

/**
 * The commands that put categories into an order: one for each that stands at another place then. They share the places that they
 * have, so that as few as possible move; where two had the same one, those behind it go on by one.
 * @param ids in the order that is wanted
 */
export function orderCalls(categories: readonly Placed[], ids: readonly string[]): Call[] {
  const known = new Map(categories.map((each) => [each.id, each]));
  const places = categories.map(({ position }) => position).toSorted((left, right) => left - right);
  let before = -1;
  return ids.flatMap((id, index): Call[] => {
    const category = known.get(id);
    if (!category) return [];
    const position = Math.max(places[index] ?? 0, before + 1);
    before = position;
    const payload = { categoryId: id, expectedRev: category.rev, position };
    return position === category.position ? [] : [{ command: 'catalog.category.update', payload, of: id }];
  });
}
