import { useCategories } from '../api/shop';
import { useChoices } from '../parts/meaning';
import { useText } from '../text/text';
import { among, type Judges } from '../views/lapsed';
import type { BuiltInView } from '../views/tabs';

/** The views of products that each person has. */
export function useBuiltInViews(): readonly BuiltInView[] {
  const { builtIn } = useText().views;
  return [
    { name: builtIn.all, filter: {} },
    { name: builtIn.low, filter: { stock: 'low' } },
    { name: builtIn.out, filter: { stock: 'out' } },
    { name: builtIn.archived, filter: { status: 'archived' } },
  ];
}

/** Judges the values of a filter of products: a view that was saved once may name what is gone. */
export function useProductJudges(): Judges {
  const { stocks, sorts } = useText().products;
  return {
    status: among([...useChoices('product', 'status').map(({ value }) => value), 'all']),
    stock: among(Object.keys(stocks)),
    sort: among(Object.keys(sorts)),
    categoryId: among(useCategories().data?.map(({ id }) => id)),
  };
}
