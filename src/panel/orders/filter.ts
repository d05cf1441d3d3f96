import { useSearchParams } from 'wouter';
import { DAY_MS, momentOf } from '../../kernel/shop-time';
import type { OrderQuery } from '../api/orders';

const names = [
  'text',
  'payment',
  'fulfilment',
  'return',
  'channel',
  'carrier',
  'customerId',
  'since',
  'until',
  'minTotal',
  'maxTotal',
  'sort',
] as const;
type Name = (typeof names)[number];

/** The filter as the address has it: days are those of the shop. */
export type OrderFilter = Readonly<Partial<Record<Name, string>>>;

/** Keeps the filter of the list in the address, so that a way back from an order finds the same list. */
export function useOrderFilter(): readonly [OrderFilter, (name: Name, value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: OrderFilter = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const choose = (name: Name, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [filter, choose];
}

/** The moment at which a day begins, `later` days on; undefined of what is no day. */
function beginOf(day: string | undefined, later = 0): string | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const begin = momentOf(`${day}T00:00`);
  return begin && new Date(Date.parse(begin) + later * DAY_MS).toISOString();
}

/** As the list is asked. */
export function queryOf({ since, until, ...filter }: OrderFilter): OrderQuery {
  const placedSince = beginOf(since);
  const placedBefore = beginOf(until, 1);
  return { ...filter, ...(placedSince ? { placedSince } : {}), ...(placedBefore ? { placedBefore } : {}) };
}
