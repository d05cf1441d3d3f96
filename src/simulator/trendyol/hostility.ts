import type { Provider } from '../kit/server';
import {
  hostileOrders,
  isOrderHostility,
  mishearOrders,
  type OrderHostility,
  orderHostilities,
} from './order/hostility';
import { hostileQuestions, isQuestionHostility, mishearQuestions, questionHostilities } from './question/hostility';

/**
 * Pages that no provider should send, as JSON that parses. Each spoils the second row of a page, every row, or the page itself;
 * the large ones are honest, and more than one expects; and of a forgotten token there is no page: it is refused.
 */
const hostilities = [
  'nul',
  'surrogate',
  'numberForText',
  'textForNumber',
  'nullRow',
  'nullVariant',
  'repeatedId',
  'repeatedBarcode',
  'enormousText',
  'hugeTotal',
  'noContent',
  'circle',
  'endless',
  'manyVariants',
  'largeRows',
  'immensePage',
  'forgottenToken',
] as const;
type CatalogHostility = (typeof hostilities)[number];
export type Hostility = CatalogHostility | OrderHostility | (typeof questionHostilities)[number];

type Json = Record<string, unknown>;

const SPOIL_ROW: Partial<Record<CatalogHostility, (row: Json, first: Json) => unknown>> = {
  nul: (row) => ({ ...row, title: 'Fincan\0' }),
  surrogate: (row) => ({ ...row, description: 'yarım \ud83d' }),
  numberForText: (row) => ({ ...row, title: 12, brand: 7 }),
  textForNumber: (row) => ({ ...row, contentId: 'on iki' }),
  nullRow: () => null,
  nullVariant: (row) => ({ ...row, variants: [null] }),
  repeatedId: (row, first) => ({ ...row, contentId: first.contentId }),
  repeatedBarcode: (row, first) => ({ ...row, variants: first.variants }),
  enormousText: (row) => ({ ...row, title: 'ş'.repeat(1_000_000) }),
};

const VARIANTS_PER_ROW = 100;
const LARGE = 400_000;
const IMMENSE = 17 * 1024 * 1024;

const ENLARGE_ROW: Partial<Record<CatalogHostility, (row: Json) => Json>> = {
  manyVariants: (row) => ({
    ...row,
    variants: Array.from({ length: VARIANTS_PER_ROW }, (_, index) => {
      const [first = {}] = row.variants as Json[];
      return {
        ...first,
        variantId: Number(first.variantId) * VARIANTS_PER_ROW + index,
        barcode: `${first.barcode}-${index}`,
      };
    }),
  }),
  largeRows: (row) => ({ ...row, attributes: [{ attributeName: 'Bakım', attributeValue: 'ş'.repeat(LARGE) }] }),
};

/** Whether the list is another one than was asked for: it begins anew with every page. */
const beginsAnew = (kind: CatalogHostility): boolean => kind === 'circle' || kind === 'endless';

/**
 * The page as a hostile provider would send it.
 * @param turn how many such pages were sent before
 */
function hostilePage(kind: CatalogHostility, page: unknown, turn: number): unknown {
  // Some answers say nothing.
  const { content, ...rest } = (page ?? {}) as Json & { content?: Json[] };
  if (!content) return page;
  const spoil = SPOIL_ROW[kind];
  if (spoil) {
    return { ...rest, content: content.map((row, index) => (index === 1 ? spoil(row, content[0] as Json) : row)) };
  }
  const enlarge = ENLARGE_ROW[kind];
  if (enlarge) return { ...rest, content: content.map(enlarge) };
  if (kind === 'immensePage') return { ...rest, content, note: 'x'.repeat(IMMENSE) };
  if (kind === 'forgottenToken') return page;
  if (kind === 'hugeTotal') return { ...rest, content, totalElements: 2 ** 31 };
  if (kind === 'noContent') return { ...rest, content: { length: 3 } };
  return { ...rest, content, nextPageToken: kind === 'circle' ? `circle${turn % 3}` : `endless${turn}` };
}

/** Refusals whose bodies are none that the provider documents; they are sent in turns. */
const REFUSALS = [null, [], { errors: [null] }, { errors: { 0: 1 }, message: { a: 1 } }, { message: 'hayır\0 \ud83d' }];

export const hostility: Provider<Hostility>['hostility'] = {
  kinds: [...hostilities, ...orderHostilities, ...questionHostilities],
  mishear: (kind, query) => {
    if (isOrderHostility(kind)) return mishearOrders(kind, query);
    if (isQuestionHostility(kind)) return mishearQuestions(kind, query);
    if (beginsAnew(kind)) query.delete('nextPageToken');
    if (kind === 'forgottenToken' && query.has('nextPageToken')) query.set('nextPageToken', 'forgotten');
  },
  page: (kind, page, turn) => {
    if (isOrderHostility(kind)) return hostileOrders(kind, page, turn);
    return isQuestionHostility(kind) ? hostileQuestions(kind, page) : hostilePage(kind, page, turn);
  },
  refusal: (turn) => REFUSALS[turn % REFUSALS.length],
};
