import type { Static } from 'typebox';
import { type Meanings, wordOf } from '../../kernel/schema/meaning';
import type { Cell, CellRow } from '../../kernel/table-text';
import { countsAsSold } from '../line/sold';
import type accountOrders from './account.orders';
import type identities from './account.orders.identities';

/*
 * The table of orders that an accountant reads in a Turkish spreadsheet: a line for each order, amounts in lira, days of the shop. The
 * command line and the panel both write it from the same pages. Whoever adds a column up has what is sold: an order that nobody has paid for
 * has no amount but one, in a column of its own.
 */

type Page = Static<(typeof accountOrders)['result']>;
type Order = Page['items'][number];
type Identities = Static<(typeof identities)['result']>;

/** The way to the API. */
interface Door {
  get(path: string, query: Readonly<Record<string, string | number | null>>): Promise<Page>;
  post(path: string, body: object): Promise<Identities>;
}

interface Wanted {
  /** Filters and sort of `orders.list`. */
  readonly query: Readonly<Record<string, string>>;
  /** The audit log tells of each look at them. */
  readonly withIdentities: boolean;
  readonly meanings: Meanings;
}

interface Line {
  readonly order: Order;
  /** The national id; undefined: none is stated, or none was requested. */
  readonly identityNumber: string | undefined;
  readonly meanings: Meanings;
}

/** Rates that goods have in Turkey; what had another one, e.g. at a marketplace before 2023, stands in a column of its own. */
const RATES = [0, 1, 10, 20];
const PAGE = 100;

type Rates = Order['rates'];
const sum = (rates: Rates, of: (rate: Rates[number]) => number): number =>
  rates.reduce((total, rate) => total + of(rate), 0);
const net = (rates: Rates): Cell => ({ kurus: sum(rates, ({ gross, vat }) => gross - vat) });
const tax = (rates: Rates): Cell => ({ kurus: sum(rates, ({ vat }) => vat) });

const text = (value: string | null | undefined): Cell => value ?? '';
const code = (value: string | null | undefined): Cell => ({ code: value ?? '' });

const word =
  (field: 'paymentMethod' | 'payment' | 'fulfilment') =>
  ({ order, meanings }: Line): Cell =>
    text(wordOf(meanings('order', field), order[field])?.tr ?? order[field]);

const amount =
  (
    field:
      | 'itemsTotal'
      | 'discountTotal'
      | 'shippingTotal'
      | 'codFee'
      | 'uncollected'
      | 'total'
      | 'vatTotal'
      | 'refunded',
  ) =>
  ({ order }: Line): Cell => ({ kurus: order[field] });

const ofRate = (write: (rates: Rates) => Cell, is: (rate: number) => boolean) => (line: Line) =>
  write(line.order.rates.filter(({ vatRate }) => is(vatRate)));

const ofSold =
  (cell: (line: Line) => Cell) =>
  (line: Line): Cell =>
    countsAsSold(line.order) ? cell(line) : '';

const amounts: readonly (readonly [heading: string, cell: (line: Line) => Cell])[] = [
  ['Ürünler', amount('itemsTotal')],
  ['İndirim', amount('discountTotal')],
  ['Kargo', amount('shippingTotal')],
  ['Kapıda ödeme bedeli', amount('codFee')],
  ['Toplam', amount('total')],
  ['Kapıda ödenmeyen ürünler', amount('uncollected')],
  ['KDV hariç toplam', ({ order }) => ({ kurus: order.total - order.vatTotal })],
  ['KDV toplamı', amount('vatTotal')],
  ...RATES.flatMap((rate) => [
    [`%${rate} matrah`, ofRate(net, (each) => each === rate)] as const,
    ...(rate === 0 ? [] : [[`%${rate} KDV`, ofRate(tax, (each) => each === rate)] as const]),
  ]),
  ['Diğer oranlar matrah', ofRate(net, (rate) => !RATES.includes(rate))],
  ['Diğer oranlar KDV', ofRate(tax, (rate) => !RATES.includes(rate))],
  ['İade edilen tutar', amount('refunded')],
];

const columns: readonly (readonly [heading: string, cell: (line: Line) => Cell])[] = [
  ['Sipariş no', ({ order }) => code(order.number)],
  ['Pazaryeri sipariş no', ({ order }) => code(order.externalNumber)],
  ['Tarih', ({ order }) => ({ at: order.placedAt })],
  ['Satış kanalı', ({ order }) => (order.channel === 'store' ? 'Mağaza' : text(order.channel))],
  ['Alıcı', ({ order }) => text(order.buyerName)],
  ['Fatura unvanı', ({ order }) => text(order.billing?.title)],
  ['Vergi dairesi', ({ order }) => text(order.billing?.taxOffice)],
  ['VKN/TCKN', ({ order, identityNumber }) => code(order.billing?.taxNumber ?? identityNumber)],
  ...amounts.map(([heading, cell]) => [heading, ofSold(cell)] as const),
  ['Ödenmemiş tutar', (line) => (countsAsSold(line.order) ? '' : amount('total')(line))],
  ['Ödeme yöntemi', word('paymentMethod')],
  ['Ödeme durumu', word('payment')],
  ['Gönderim durumu', word('fulfilment')],
];

/** A page of the table. */
interface SheetPage {
  readonly rows: readonly CellRow[];
  readonly orders: number;
}

/**
 * Writes the table page by page: no more than one page is kept.
 * @returns the rows of each page with the number of its orders; the first are the headings
 */
export async function* orderSheet(door: Door, { query, withIdentities, meanings }: Wanted): AsyncGenerator<SheetPage> {
  yield { rows: [columns.map(([heading]) => heading)], orders: 0 };
  for (let cursor: string | null = null; ; ) {
    const { items, nextCursor }: Page = await door.get('/v1/account/orders', { ...query, limit: PAGE, cursor });
    const stated = withIdentities ? await identitiesOf(items, door) : new Map<string, string>();
    const rows = items.map((order) => {
      const line: Line = { order, identityNumber: stated.get(order.id), meanings };
      return columns.map(([, cell]) => cell(line));
    });
    yield { rows, orders: items.length };
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

async function identitiesOf(orders: readonly Order[], door: Door): Promise<ReadonlyMap<string, string>> {
  const orderIds = orders.filter(({ identityStated }) => identityStated).map(({ id }) => id);
  if (orderIds.length === 0) return new Map();
  const { items } = await door.post('/v1/account/orders/identities', { orderIds });
  return new Map(items.map(({ orderId, identityNumber }) => [orderId, identityNumber]));
}
