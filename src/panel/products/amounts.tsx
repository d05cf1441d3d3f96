import { Text } from '@mantine/core';
import type { ListedProduct } from '../api/types';
import { count, money } from '../text/format';
import { useText } from '../text/text';

type Sold = Pick<ListedProduct, 'price' | 'stock' | 'variants'>;

/** Shows the price of a product; of variants with prices of their own, the lowest. */
export function PriceOf({ price, variants }: Sold) {
  const texts = useText();
  const prices = variants.map((variant) => variant.price ?? price);
  const least = Math.min(...(prices.length > 0 ? prices : [price]));
  return prices.some((each) => each !== least) ? texts.products.from(money(least)) : money(least);
}

/** How many are left, of all variants; one that is not counted is always there. */
export function StockOf({ stock, variants }: Sold) {
  const texts = useText();
  const stocks = variants.length > 0 ? variants.map((variant) => variant.stock) : [stock];
  const counted = stocks.filter((each) => each !== null);
  if (counted.length < stocks.length) return texts.products.untracked;
  const left = counted.reduce((sum, each) => sum + each, 0);
  if (left > 0) return count(left, texts);
  return (
    <Text span inherit c="red" fw={600}>
      {texts.products.soldOut}
    </Text>
  );
}
