import { Badge, Group } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import { useExtensions } from '../api/queries';
import type { StockItem } from '../api/types';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

/** A stock as it reads. */
export const stockText = (stock: number | null, texts: Texts): string =>
  stock === null ? texts.stock.uncounted : count(stock, texts);

/** The listings of an item, each with the stock that its marketplace shows. */
export function Listings({ listings }: Pick<StockItem, 'listings'>) {
  const texts = useText();
  const names = new Map(useExtensions().data?.map(({ key, name }) => [key, name]));
  if (listings.length === 0) return null;
  return (
    <Group gap={4} component="span">
      {listings.map(({ id, extension, enabled, stock }) => (
        <Badge key={id} variant="light" color={enabled ? 'teal' : 'gray'} size="sm" tt="none">
          {visibleText(names.get(extension) ?? extension)}:{' '}
          {!enabled ? texts.stock.off : stock === null ? texts.stock.unknown : count(stock, texts)}
        </Badge>
      ))}
    </Group>
  );
}
