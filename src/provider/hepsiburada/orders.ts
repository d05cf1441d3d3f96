import { nullable, type Static, t } from '../../kernel/schema/schema';
import type {
  LabelFormat,
  PackageAct,
  PackageRow,
  PackageWindow,
  RemoteLabel,
  RemotePackage,
} from '../channel/package';
import type { UnreadableRow } from '../channel/unreadable';
import { checkedAnswer } from '../checked-answer';
import { isRefused, ProviderAnswerInvalid, ProviderRefused } from '../error';
import type { ChannelAdapter, Operation } from '../port';
import { storable } from '../text';
import { type HepsiburadaClient, NAME } from './client';
import { cursorOf, type FeedName, type FeedPlace, feedNames, placeIn, readFeed } from './feed';
import { isOrderNumber, orderNumberIn } from './lines';
import { type ReadOrder, readOrder } from './order';

export const orderOperations = [
  'packages',
  'packagesById',
  'packagesOfOrder',
  'actOnPackage',
  'labels',
] as const satisfies readonly Operation[];

/** Orders that are asked for at once. */
const AT_ONCE = 5;
/** Lists are read until one shows something, but no more pages than this for one call. */
const PAGES_MAX = 14;
/** The reason with which a seller cancels a line ("İptal Bilgisi Gönderme"): it is not supplied. */
const NOT_SUPPLIED = 83;
const LABEL_LENGTH_MAX = 8_000_000;

const labelsSchema = t.Object({
  data: t.Optional(nullable(t.Array(t.String({ maxLength: LABEL_LENGTH_MAX }), { maxItems: 200 }))),
});

type Read = ReadOrder | UnreadableRow;
const isRead = (order: Read): order is ReadOrder => 'packages' in order;

/** Hepsiburada's services of orders in the platform's words. Each order is read as a whole: a list tells too little of it. */
export class HepsiburadaOrders implements Pick<ChannelAdapter, (typeof orderOperations)[number]> {
  private told = { window: '', orders: new Set<string>() };
  private seen = { list: '', orders: new Set<string>() };

  constructor(private readonly client: HepsiburadaClient) {}

  async packages(
    window: PackageWindow,
    cursor: string | null,
    signal: AbortSignal,
  ): ReturnType<ChannelAdapter['packages']> {
    const asked = { fromMs: Date.parse(window.from), toMs: Date.parse(window.to) };
    const told = this.toldIn(window);
    let place: FeedPlace | null = placeIn(cursor);
    for (let pages = 0; place && pages < PAGES_MAX; pages += 1) {
      const at: FeedPlace = place;
      const page = await readFeed(this.client, at, { window: asked, seen: this.seenIn(window, at) }, signal);
      const rows = await this.rowsOf(page.orderNumbers, told, signal);
      if (page.nameless > 0) rows.push(nameless(at.feed, page.nameless));
      if (rows.length > 0) return { rows, next: page.next && cursorOf(page.next) };
      place = page.next;
    }
    return { rows: [], next: place && cursorOf(place) };
  }

  async packagesById(packageIds: readonly string[], signal: AbortSignal): Promise<PackageRow[]> {
    const numbers = [...new Set(packageIds.flatMap((id) => orderNumberIn(id) ?? []))];
    const orders = new Map(await this.ordersOf(numbers, signal));
    return packageIds.flatMap((packageId): PackageRow[] => {
      const order = orders.get(orderNumberIn(packageId) ?? '');
      if (!order) return [];
      if (!isRead(order)) return [order];
      const found = order.packages.find((each) => each.packageId === packageId) ?? order.past(packageId);
      return found ? [found] : [];
    });
  }

  async packagesOfOrder(orderNumber: string, signal: AbortSignal): Promise<readonly PackageRow[]> {
    if (!isOrderNumber(orderNumber)) return [];
    const order = await this.orderOf(orderNumber, signal);
    if (!order) return [];
    return isRead(order) ? order.packages : [order];
  }

  async actOnPackage(packageId: string, act: PackageAct, signal: AbortSignal): Promise<void> {
    if (act.act === 'preparing') return this.pack(act.lines, signal);
    if (act.act === 'unsupplied') return this.cancel(packageId, act.lines, signal);
    if (act.act !== 'invoice_link')
      throw new ProviderRefused(400, 'act.unknown', `${NAME} knows no such act upon a package.`);
    const number = await this.numberOf(packageId, signal);
    const path = `${this.merchant('packages')}/packagenumber/${number}/invoice`;
    const dated = act.invoicedAt === null ? {} : { arrangementDate: act.invoicedAt };
    const numbered = act.invoiceNumber === null ? {} : { serialNumber: act.invoiceNumber };
    await this.client.tell('PUT', 'oms-external', path, { invoiceLink: act.url, ...numbered, ...dated }, signal);
  }

  async labels(
    { packageId, format }: Parameters<ChannelAdapter['labels']>[0],
    signal: AbortSignal,
  ): Promise<RemoteLabel[]> {
    const number = await this.numberOf(packageId, signal);
    const path = `${this.merchant('packages')}/packagenumber/${number}/labels`;
    const answer = await this.client.get('oms-external', path, { format }, signal);
    const { data } = checkedAnswer<Static<typeof labelsSchema>>(NAME, 'labels', labelsSchema, answer);
    if (!data || data.length === 0) throw new ProviderAnswerInvalid(`${NAME} answered no label.`);
    return data.map((text) => labelIn(text, format));
  }

  /** Packages of orders that were not told yet: an order may stand in several lists, and a page that says the same again is no page. */
  private async rowsOf(numbers: readonly string[], told: Set<string>, signal: AbortSignal): Promise<PackageRow[]> {
    const fresh = numbers.filter((number) => !told.has(number));
    const orders = await this.ordersOf(fresh, signal);
    for (const number of fresh) told.add(number);
    return orders.flatMap(([, order]): readonly PackageRow[] => (isRead(order) ? order.packages : [order]));
  }

  /** Orders of a window that were told, since an adapter serves a step of a pull. The next step may tell some once more. */
  private toldIn({ from, to }: PackageWindow): Set<string> {
    const window = `${from} ${to}`;
    if (this.told.window !== window) this.told = { window, orders: new Set() };
    return this.told.orders;
  }

  /** Orders that the pages of a list have shown so far. */
  private seenIn({ from, to }: PackageWindow, { feed, range }: FeedPlace): Set<string> {
    const list = `${from} ${to} ${feed} ${range}`;
    if (this.seen.list !== list) this.seen = { list, orders: new Set() };
    return this.seen.orders;
  }

  private async pack(lines: Pieces, signal: AbortSignal): Promise<void> {
    const body = { parcelQuantity: 1, lineItemRequests: lines.map(({ lineId: id, quantity }) => ({ id, quantity })) };
    await this.client.tell('POST', 'oms-external', this.merchant('packages'), body, signal);
  }

  /** A line is cancelled whole, and by itself: several requests could not be read back as one. */
  private async cancel(packageId: string, lines: Pieces, signal: AbortSignal): Promise<void> {
    const [line, ...others] = lines;
    if (!line || others.length > 0)
      throw new ProviderRefused(400, 'one.line', `${NAME} cancels one line at a time: name a single one.`);
    const own = await this.readOf(packageId, signal);
    const there = own.packages
      .find((each) => each.packageId === packageId)
      ?.lines.find(({ lineId }) => lineId === line.lineId);
    if (there && there.quantity !== line.quantity)
      throw new ProviderRefused(
        400,
        'whole.line',
        `${NAME} cancels whole lines: this one has ${there.quantity} pieces.`,
      );
    const path = `${this.merchant('lineitems')}/id/${encodeURIComponent(line.lineId)}/cancelbymerchant`;
    await this.client.tell('POST', 'oms-external', path, { reasonId: NOT_SUPPLIED }, signal);
  }

  /** The number of the package at Hepsiburada. @throws {ProviderRefused} when the lines are not packed */
  private async numberOf(packageId: string, signal: AbortSignal): Promise<string> {
    const number = (await this.readOf(packageId, signal)).numberOf(packageId);
    if (number === null) throw new ProviderRefused(400, 'not.packed', `${NAME} has not packed these lines yet.`);
    return encodeURIComponent(number);
  }

  private async readOf(packageId: string, signal: AbortSignal): Promise<ReadOrder> {
    const number = orderNumberIn(packageId);
    const order = number === undefined ? undefined : await this.orderOf(number, signal);
    if (!order) throw new ProviderRefused(404, 'not.found', `${NAME} does not show the order of the package.`);
    if (!isRead(order)) throw new ProviderAnswerInvalid(`${NAME} answered an order of which ${order.message}`);
    return order;
  }

  /** Orders with their numbers; those that Hepsiburada does not know are missing. */
  private async ordersOf(numbers: readonly string[], signal: AbortSignal): Promise<(readonly [string, Read])[]> {
    const orders: (readonly [string, Read])[] = [];
    for (let at = 0; at < numbers.length; at += AT_ONCE) {
      const some = numbers.slice(at, at + AT_ONCE);
      const read = await Promise.all(some.map((number) => this.orderOf(number, signal)));
      for (const [place, order] of read.entries()) if (order) orders.push([some[place] as string, order]);
    }
    return orders;
  }

  private async orderOf(orderNumber: string, signal: AbortSignal): Promise<Read | undefined> {
    const path = `${this.merchant('orders')}/ordernumber/${encodeURIComponent(orderNumber)}`;
    try {
      const order = readOrder(await this.client.get('oms-external', path, {}, signal));
      if (isRead(order) && order.packages.some((each: RemotePackage) => each.orderNumber !== orderNumber))
        throw new ProviderAnswerInvalid(`${NAME} answered another order than ${orderNumber}.`);
      return order;
    } catch (error) {
      if (isRefused(error) && error.status === 404) return undefined;
      throw error;
    }
  }

  private merchant(service: 'orders' | 'packages' | 'lineitems'): string {
    return `/${service}/merchantid/${encodeURIComponent(this.client.credentials.merchantId)}`;
  }
}

type Pieces = Extract<PackageAct, { act: 'preparing' }>['lines'];

const nameless = (feed: FeedName, rows: number): UnreadableRow => ({
  remoteId: null,
  title: null,
  message: `${rows} rows of the list ${feedNames.indexOf(feed) + 1} (${feed}) name no order.`,
});

/** The first bytes of a document, and of a picture, as base64 writes them. */
const DOCUMENT = 'JVBERi';
const PICTURE = 'iVBORw0KGgo';

/** A label in its own form, whichever was requested. @throws {ProviderAnswerInvalid} when the text is no label */
function labelIn(text: string, asked: LabelFormat): RemoteLabel {
  const data = text.trim().replace(/^data:[a-z/+-]{1,40};base64,/, '');
  if (data.startsWith(DOCUMENT)) return { format: 'pdf', data };
  if (data.startsWith(PICTURE)) return { format: 'png', data };
  const zpl = /^\s*[\^~][A-Z]{2}/.test(data) ? data : Buffer.from(data, 'base64').toString('utf8');
  if (/^\s*[\^~][A-Z]{2}/.test(zpl)) return { format: 'zpl', data: storable(zpl, LABEL_LENGTH_MAX) };
  throw new ProviderAnswerInvalid(`${NAME} answered a label that is no ${asked.toUpperCase()}.`);
}
