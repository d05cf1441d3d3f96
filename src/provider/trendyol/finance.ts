import { type Static, t } from '../../kernel/schema/schema';
import type { SettlementRow } from '../channel/finance';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, ProviderAnswerInvalid } from '../error';
import type { ChannelAdapter, Operation } from '../port';
import type { RequestGroup } from '../provider';
import type { TrendyolClient } from './client';
import { assertNoRefusal } from './done';
import { readCargoItems, readOther, readSettlement } from './settlement';
import { type OtherType, otherTypes, settlementTypes } from './settlement-types';
import { slicesOf } from './slices';

const NAME = 'Trendyol';
const SIZE = 500;
const DAY_MS = 86_400_000;
/** A longer window is refused. */
const SPAN_MS = 15 * DAY_MS;
const ITEMS_MAX = 50_000;

export const financeOperations = ['settlements', 'cargoCosts'] as const satisfies readonly Operation[];
type FinanceAdapter = Pick<ChannelAdapter, (typeof financeOperations)[number]>;

/** Limits of the finance services in a minute (providers.md §2.2). */
export const financeGroups = (requestsPer10Seconds: number): readonly RequestGroup[] => {
  const perMinute = requestsPer10Seconds === 0 ? null : 100;
  return [
    { name: 'finance', operations: ['settlements'], per10Seconds: null, perMinute },
    { name: 'cargo_invoice', operations: ['cargoCosts'], per10Seconds: null, perMinute },
  ];
};

/** A list that is asked for: all types of settlements at once, and each of the others by itself, because rows do not tell theirs. */
interface List {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  read(row: unknown): SettlementRow;
}

const lists: readonly List[] = [
  { path: 'settlements', query: { transactionTypes: settlementTypes.join(',') }, read: readSettlement },
  ...(Object.keys(otherTypes) as OtherType[]).map(
    (transactionType): List => ({
      path: 'otherfinancials',
      query: { transactionType },
      read: (row) => readOther(row, transactionType),
    }),
  ),
];

const pageSchema = t.Object({
  content: t.Array(t.Unknown()),
  totalPages: t.Integer({ minimum: 0, maximum: 1_000_000 }),
});

/** Trendyol's finance services in the platform's words. */
export function financeOf(client: TrendyolClient): FinanceAdapter {
  const finance = `/finance/che/sellers/${client.credentials.sellerId}`;
  return {
    async settlements(window, cursor, signal) {
      const slices = slicesOf(Date.parse(window.from), Date.parse(window.to), SPAN_MS);
      const place = placeIn(cursor, slices.length);
      const [startDate, endDate] = slices[place.slice] as readonly [number, number];
      const list = lists[place.list] as List;
      const query = {
        ...list.query,
        ...{ startDate: String(startDate), endDate: String(endDate), page: String(place.page), size: String(SIZE) },
      };
      const answer = await client.getOfStorefront(`${finance}/${list.path}`, query, signal);
      assertNoRefusal(answer);
      const { content, totalPages } = checkedAnswer<Static<typeof pageSchema>>(NAME, 'a page', pageSchema, answer);
      if (content.length > SIZE)
        throw new ProviderAnswerInvalid(`${NAME} answered ${content.length} rows where ${SIZE} were asked for.`);
      const pages = content.length === 0 ? 0 : totalPages;
      const next = nextOf(place, { pages, slices: slices.length });
      return { rows: content.map(list.read), next, list: `${place.slice}:${place.list}` };
    },

    async cargoCosts({ invoiceId, at }, signal) {
      const path = `${finance}/cargo-invoice/${encodeURIComponent(invoiceId)}/items`;
      const answer = await client.getOfStorefront(path, {}, signal);
      assertNoRefusal(answer);
      return readCargoItems(itemsIn(answer), invoiceId, at);
    },
  };
}

const listSchema = t.Array(t.Unknown(), { maxItems: ITEMS_MAX });
const envelopeSchema = t.Object({ content: listSchema });

/** The documents show a page, and others have seen a bare list. */
const itemsIn = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer)
    ? checkedAnswer<unknown[]>(NAME, 'items of an invoice', listSchema, answer)
    : checkedAnswer<Static<typeof envelopeSchema>>(NAME, 'items of an invoice', envelopeSchema, answer).content;

interface FinancePlace {
  readonly slice: number;
  readonly list: number;
  readonly page: number;
}

/** @throws {CursorRefused} */
function placeIn(cursor: string | null, slices: number): FinancePlace {
  if (cursor === null) return { slice: 0, list: 0, page: 0 };
  const [, slice = '', list = '', page = ''] = /^(\d{1,4}):(\d{1,3}):(\d{1,7})$/.exec(cursor) ?? [];
  if (page === '' || Number(slice) >= slices || Number(list) >= lists.length)
    throw new CursorRefused(400, null, 'The cursor is of another window.');
  return { slice: Number(slice), list: Number(list), page: Number(page) };
}

function nextOf(
  { slice, list, page }: FinancePlace,
  { pages, slices }: { readonly pages: number; readonly slices: number },
): string | null {
  if (page + 1 < pages) return `${slice}:${list}:${page + 1}`;
  if (list + 1 < lists.length) return `${slice}:${list + 1}:0`;
  return slice + 1 < slices ? `${slice + 1}:0:0` : null;
}
