import { type Coded, findCoded } from '../../catalog/barcode/store';
import { keepIdentity } from '../../checkout/buyer/identity/store';
import { totalsOf } from '../../checkout/price/shares';
import type { MutationContext } from '../../kernel/declaration/context';
import { changesNothing } from '../../kernel/schema/patch';
import { defaultStockPolicy } from '../../store/stock/aggregate';
import { findStockPolicy } from '../../store/stock/store';
import { remoteCustomerOf } from '../customer/store';
import { note } from '../event/store';
import { insertLines, linesOf } from '../line/store';
import { type OrderLine, orderLine } from '../line/table';
import { type OrderRow, order } from '../order/aggregate';
import { searchText } from '../order/search';
import { insertOrder } from '../order/store';
import type { ImportHead, PackagePayload } from '../package/payload';
import { isCancelledThere, isLive, keysOf, piecesTold, type SoldPieces } from '../package/pieces';
import type { PackageRow } from '../package/table';
import { fulfilmentOf } from '../piece/fulfilment';
import { restock } from '../piece/restock';
import { saveProgress } from '../piece/save';
import { returnsOf } from '../return/store';
import { buyerOf, completed, identityIn } from './head';
import { type Placing, type Planned, plannedLines, type Sold } from './lines';
import { MARKETPLACE, newOrder } from './new-order';
import { assertFits, assertOfOrder, changesOf, hasMoved, type PackageChange, savePackages } from './package-news';
import { noteRefund, refundsTakenBack } from './refund';
import { PackageParcels } from './shipments';
import { HeldStock, ImportStock } from './stock';
import { lockImported, type RemoteOrderName, sendRewrittenLines, sendRewrittenOrder, sendSearchText } from './store';
import { codedOf, heldFor, takenFor } from './taking';
import { noteMerge } from './timeline';

/*
 * An order of a marketplace consists of its packages. Each call stores the latest news of every package, computes the whole order from all
 * of them anew (see package/pieces.ts), and writes the differences. So it makes no difference which package comes first, how often it
 * comes, or by which of two doors.
 *
 * A merge has four modes, which depend on the order and on its packages:
 *
 * - Waiting: there is no order, and every package waits for the marketplace's approval. The packages are stored and hold stock. The first
 *   package that does not wait leads to a new order.
 * - New order: the order begins as `paid`. It begins as `cancelled`, and has brought no money, when every piece is cancelled or not
 *   supplied.
 * - Known order: its lines, totals and packages are rewritten, and refunds of cancelled pieces are noted. `paid` becomes `cancelled` when
 *   every piece is cancelled or not supplied. `cancelled` becomes `paid` again when a piece goes on.
 * - Cancelled here: a person has cancelled the order while pieces of it were left. That stays so. The packages are stored without holding
 *   stock, and the timeline says which of them go on at the marketplace.
 */

/** An order and its packages after a merge. */
export interface Merged {
  /** The order; undefined: the marketplace has approved no package yet. */
  readonly order: OrderRow | undefined;
  readonly lines: readonly OrderLine[];
  readonly packages: readonly PackageRow[];
  readonly isNew: boolean;
}

interface MergeTerms {
  readonly extension: string;
  /** True if the stock was counted after the sale: the pieces of a new order are then not taken from it. @default false */
  readonly soldBefore?: boolean;
  readonly head: ImportHead;
  readonly packages: readonly PackagePayload[];
}

/** The order as it stood, and its lines. */
interface Stood {
  readonly order: OrderRow | undefined;
  readonly lines: readonly OrderLine[];
}

type Standing = Pick<OrderRow, 'payment' | 'cancelReason' | 'cancelledAt' | 'paidAt'>;
/** The rate of a line for which the marketplace tells none. */
const VAT_UNTOLD = 20;
const NOTHING_TOLD: SoldPieces = { total: 0, prices: [], placed: new Map(), gone: 0, gonePrices: [] };

/**
 * Merges news of packages into their order.
 * @throws {Refusal} invalid_request when the news does not fit together; invalid_state when a package belongs to another order
 */
export async function mergePackages(context: MutationContext, said: MergeTerms): Promise<Merged> {
  const { tx, storeId, about } = context;
  assertFits(said.packages);
  const named: RemoteOrderName = { extension: said.extension, externalNumber: said.head.externalNumber };
  const known = await lockImported(
    tx,
    storeId,
    named,
    said.packages.map(({ packageId }) => packageId),
  );
  assertOfOrder(known.packages, named);
  if (known.order) about([known.order.customerId]);
  const changes = changesOf(context, named, known, said.packages);
  const stood = known.order ? await linesOf(tx, storeId, known.order.id) : [];
  if (known.order?.payment === 'cancelled' && !isAllGone(stood))
    return afterCancel(context, { order: known.order, lines: stood }, changes);
  return new Merge(context, said, { order: known.order, lines: stood }, changes).run();
}

/** True where the marketplace has cancelled, or does not supply, every piece. An order that a person has cancelled keeps its pieces. */
const isAllGone = (lines: readonly OrderLine[]): boolean => lines.every(({ quantity, unsent }) => unsent === quantity);

/** Stores the news of an order that a person has cancelled here, and notes in the timeline the packages that go on at the marketplace. */
async function afterCancel(
  context: MutationContext,
  { order: held, lines }: Stood & { readonly order: OrderRow },
  changes: readonly PackageChange[],
): Promise<Merged> {
  const stock = await ImportStock.of(
    context,
    changes.flatMap(({ after }) => after.held),
  );
  const after = changes.map((change) => ({ ...change, after: { ...change.after, held: [] } }));
  new HeldStock(changes.flatMap(({ after: { held: each } }) => each)).release(stock);
  stock.write();
  savePackages(context, after);
  for (const change of after)
    if (hasMoved(change) && isLive(change.after.state))
      note(context, held.id, { kind: 'still_open_there', subjectId: change.after.id, state: change.after.state });
  return { order: held, lines, packages: after.map((each) => each.after), isNew: false };
}

class Merge {
  private readonly before: OrderRow | undefined;
  private readonly stood: readonly OrderLine[];
  private readonly orderId: string;
  private readonly keyOf: ReturnType<typeof keysOf>;
  private readonly told: ReadonlyMap<string, SoldPieces>;
  private packages: PackageRow[];

  constructor(
    private readonly context: MutationContext,
    private readonly said: MergeTerms,
    { order: before, lines }: Stood,
    private readonly changes: readonly PackageChange[],
  ) {
    this.before = before;
    this.stood = lines;
    this.packages = changes.map(({ after }) => after);
    this.orderId = before?.id ?? context.newId(order.prefix);
    this.keyOf = keysOf(this.packages.filter(({ state }) => state !== 'waiting'));
    this.told = piecesTold(this.packages);
  }

  async run(): Promise<Merged> {
    const { tx, storeId } = this.context;
    const isOrder = this.before !== undefined || this.told.size > 0;
    const coded = await findCoded(tx, storeId, [
      ...new Set(this.packages.flatMap(({ lines }) => lines.flatMap(({ barcode }) => barcode ?? []))),
    ]);
    const stood = this.renamed(this.stood);
    const plan = plannedLines(this.allTold(stood), {
      orderId: this.orderId,
      lines: stood,
      placings: this.placingsBefore(),
      soldAs: (key) => this.soldAs(key),
      newId: this.context.newId,
    });
    const stock = await ImportStock.of(this.context, this.itemsOf(plan.lines, coded));
    const mapped = this.mapped(plan.lines, coded, stock);
    const held = new HeldStock(this.packages.flatMap((each) => (each.state === 'waiting' ? [] : each.held)));
    const lines = this.takesStock ? takenFor(stood, mapped, await this.returnedToStock(plan), { stock, held }) : mapped;
    held.release(stock);
    this.packages = this.packages.map((each) => ({
      ...each,
      held: this.takesStock ? heldFor(each, coded, stock) : [],
    }));
    stock.write();
    if (!isOrder) {
      this.context.about([(await this.customer()).id]);
      savePackages(this.context, this.paired());
      return { order: undefined, lines: [], packages: this.packages, isNew: false };
    }
    return this.write({ ...plan, stood, lines });
  }

  /** Pieces that come and go move the stock of a known order, whenever it was placed. */
  private get takesStock(): boolean {
    return this.before !== undefined || this.said.soldBefore !== true;
  }

  private paired(): PackageChange[] {
    return this.changes.map(({ before }, place) => ({ before, after: this.packages[place] as PackageRow }));
  }

  /** Renames lines that came without a barcode and have one by now. */
  private renamed(lines: readonly OrderLine[]): OrderLine[] {
    const names = new Map<string, string>(
      this.packages.flatMap((each) => each.lines.map((line) => [`l:${line.lineId}`, this.keyOf(line)] as const)),
    );
    return lines.map((line) => {
      const name = line.channelLine === null ? undefined : names.get(line.channelLine);
      return name === undefined ? line : { ...line, channelLine: name };
    });
  }

  /** Adds lines that no package names any more: none of their pieces stays. */
  private allTold(lines: readonly OrderLine[]): ReadonlyMap<string, SoldPieces> {
    const untold = lines.flatMap(({ channelLine }) =>
      channelLine === null || this.told.has(channelLine) ? [] : [[channelLine, NOTHING_TOLD] as const],
    );
    return new Map([...this.told, ...untold]);
  }

  private placingsBefore(): ReadonlyMap<string, Placing> {
    return new Map(this.packages.map(({ packageId, pieces }) => [packageId, pieces]));
  }

  private soldAs(key: string): Sold {
    const all = this.packages
      .flatMap(({ lines, ordered }) => [...lines, ...ordered])
      .filter((line) => this.keyOf(line) === key);
    const [line] = all;
    return {
      title: line?.title ?? key.slice(2),
      sku: line?.sku ?? null,
      barcode: line?.barcode ?? null,
      vatRate: all.find(({ vatRate }) => vatRate !== null)?.vatRate ?? VAT_UNTOLD,
    };
  }

  /** Collects the items of the catalog whose stock may move. */
  private itemsOf(lines: readonly OrderLine[], coded: ReadonlyMap<string, Coded>) {
    const ofLines = lines.flatMap((line) => {
      const { productId, variantId } = line;
      if (productId !== null) return [{ productId, variantId }];
      return codedOf(line, coded) ?? [];
    });
    const waiting = this.packages.filter(({ state }) => state === 'waiting');
    return [
      ...ofLines,
      ...this.packages.flatMap(({ held }) => held),
      ...waiting.flatMap((each) => each.lines.flatMap((line) => codedOf(line, coded) ?? [])),
    ];
  }

  /** Gives lines without a product the item of the catalog that carries their barcode by now. */
  private mapped(
    lines: readonly OrderLine[],
    coded: ReadonlyMap<string, Coded>,
    stock: ImportStock,
  ): readonly OrderLine[] {
    return lines.map((line) => {
      const found = line.productId === null ? codedOf(line, coded) : undefined;
      const item = found && stock.item(found);
      return item ? { ...line, productId: item.productId, variantId: item.variantId } : line;
    });
  }

  private async write(plan: Planned & { readonly stood: readonly OrderLine[] }): Promise<Merged> {
    const { context, said } = this;
    const { tx, storeId, record } = context;
    const { stood } = plan;
    const made = plan.lines.slice(stood.length);
    const placed = this.before ?? (await this.begun());
    const totals = totalsOf(plan.lines.map(({ units }) => units));
    const buyer = completed(placed, buyerOf(said.head));
    const identity = placed.identityStated ? null : identityIn(said.head);
    const identityStated = placed.identityStated || identity !== null;
    const takenBack = await refundsTakenBack(context, placed, plan.back);
    const standing = this.standing(placed, plan.lines);
    const refunded = noteRefund(
      context,
      placed,
      unitsToRefund(placed, standing, [...takenBack.stay, ...plan.gone], plan.lines),
      plan.lines,
    );
    const whole: OrderRow = {
      ...placed,
      ...standing,
      ...buyer,
      itemsTotal: totals.itemsTotal,
      total: totals.total,
      vatTotal: totals.vatTotal,
      captured: standing.paidAt === null ? 0 : totals.total,
      identityStated,
    };
    const money = {
      ...standing,
      captured: whole.captured,
      refunded: placed.refunded - takenBack.amount + (refunded?.amount ?? 0),
    };
    const parcels = await PackageParcels.of(context, whole, this.before === undefined);
    const moved = parcels.move(this.packages, plan.placings, plan.lines);
    const returning = await this.returned(stood, moved.lines);
    const lines = returning;
    const text = searchText(
      whole,
      lines.map(({ title }) => title),
    );
    let after: OrderRow;
    if (this.before) {
      const fields = {
        ...buyer,
        itemsTotal: whole.itemsTotal,
        total: whole.total,
        vatTotal: whole.vatTotal,
        identityStated,
      };
      if (!changesNothing(this.before, fields)) sendRewrittenOrder(tx, storeId, whole);
      if (made.length > 0 || buyer.buyerName !== this.before.buyerName) sendSearchText(tx, storeId, this.orderId, text);
      const changed = lines.filter((line, place) => stood[place] && !changesNothing(stood[place] as OrderLine, line));
      sendRewrittenLines(tx, storeId, changed);
      after = saveProgress(context, this.before, stood, lines.slice(0, stood.length), {
        ...fields,
        ...money,
        fulfilment: fulfilmentOf(lines),
      });
    } else {
      after = { ...whole, ...money, fulfilment: fulfilmentOf(lines), searchText: text };
      insertOrder(tx, storeId, after, context.now);
      record(order.word, after.id, null, order.snapshot(after));
    }
    if (identity !== null) await this.keepIdentity(identity);
    const added = lines.slice(stood.length);
    if (added.length > 0) insertLines(tx, storeId, added);
    for (const line of added) record(orderLine.word, line.id, null, orderLine.snapshot(line), { orderId: after.id });
    this.packages = moved.packages.map((each) => ({ ...each, orderId: after.id }));
    parcels.write();
    takenBack.write();
    refunded?.write();
    savePackages(context, this.paired());
    noteMerge(context, { before: this.before, after, stood, lines, changes: this.paired() });
    return { order: after, lines, packages: this.packages, isNew: this.before === undefined };
  }

  /**
   * Computes the payment state from the pieces. An order whose pieces are all cancelled there is cancelled here, and is paid again when a
   * piece goes on. An order that was cancelled from the beginning has brought no money.
   */
  private standing(placed: OrderRow, lines: readonly OrderLine[]): Standing {
    const { cancelledAt, paidAt, placedAt } = placed;
    if (!isAllGone(lines))
      return { payment: 'paid', cancelReason: null, cancelledAt: null, paidAt: paidAt ?? placedAt };
    const ends = this.packages
      .filter(({ state }) => isCancelledThere(state))
      .map(({ modifiedAt }) => new Date(modifiedAt));
    const last = ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? this.context.now;
    return {
      payment: 'cancelled',
      cancelReason: MARKETPLACE,
      cancelledAt: cancelledAt ?? last.toISOString(),
      paidAt: this.before ? paidAt : null,
    };
  }

  /** Pieces of lines that went back to stock with a return. Nobody asks for them unless cancelled pieces go on. */
  private async returnedToStock({ back }: Pick<Planned, 'back'>): Promise<ReadonlyMap<string, number>> {
    const pieces = new Map<string, number>();
    if (!this.before || back.length === 0) return pieces;
    const { tx, storeId } = this.context;
    for (const { receipts } of await returnsOf(tx, storeId, this.before.id))
      for (const { lineId, restocked } of receipts) pieces.set(lineId, (pieces.get(lineId) ?? 0) + restocked);
    return pieces;
  }

  /** Pieces that were cancelled go back to stock as the settings say; those that were never taken do not. */
  private async returned(stood: readonly OrderLine[], lines: readonly OrderLine[]): Promise<readonly OrderLine[]> {
    const back = new Map<string, number>();
    for (const [place, line] of lines.entries()) {
      const { unsent = 0, quantity = 0 } = stood[place] ?? {};
      const pieces = line.unsent - unsent - (line.quantity - quantity);
      if (pieces > 0) back.set(line.id, pieces);
    }
    if (back.size === 0) return lines;
    const { tx, storeId } = this.context;
    const { restockOnCancel } = (await findStockPolicy(tx, storeId)) ?? defaultStockPolicy;
    return restockOnCancel ? (await restock(this.context, lines, back)).lines : lines;
  }

  private async keepIdentity(number: string): Promise<void> {
    const { tx, storeId, newId, services } = this.context;
    await keepIdentity(tx, services.secretBox, storeId, { orderId: this.orderId }, { id: newId('byi'), number });
  }

  /** Finds or makes the customer. The marketplace's id of the buyer names him, or his order where it tells no id. */
  private customer(): ReturnType<typeof remoteCustomerOf> {
    const { extension, head } = this.said;
    const known = head.customer.remoteId ?? `order|${head.externalNumber}`;
    return remoteCustomerOf(this.context, `${extension}|${known}`, head.customer.name);
  }

  private async begun(): Promise<OrderRow> {
    const { extension, head } = this.said;
    const { id: customerId } = await this.customer();
    this.context.about([customerId]);
    return newOrder(this.context, { id: this.orderId, extension, head, customerId });
  }
}

/**
 * Collects the cancelled units whose money goes back with this merge. When a late piece is the first that brings money, it brings the money
 * of all cancelled ones.
 */
function unitsToRefund(
  { paidAt: before }: OrderRow,
  { paidAt }: Standing,
  gone: Planned['gone'],
  lines: readonly OrderLine[],
): Planned['gone'] {
  if (paidAt === null) return [];
  return before === null ? lines.map(({ id, keptUnits }) => ({ lineId: id, units: keptUnits })) : gone;
}
