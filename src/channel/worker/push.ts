import type { Queryable, Transaction } from '../../kernel/database/database';
import { newId } from '../../kernel/ids';
import { type OfferLimits, type RemoteBatch, refusesItems, type SentOffer } from '../../provider/channel/listing';
import { ProviderRefused, ProviderThrottled } from '../../provider/error';
import { storable } from '../../provider/text';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import { type JobDependencies, type JobProgress, progressOf, type StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { nameOfWish, phases } from '../offer/difference';
import { type OfferRow, toldOf } from '../offer/row';
import {
  confirmOffers,
  confirmPrices,
  dueOffers,
  forgetTold,
  heldPrices,
  markDue,
  offersByListing,
  offersOfSendings,
  type Rest,
  restOffers,
  settledOffers,
  type Told,
  takeChanges,
  takeMovements,
  tellOffers,
  termsOf,
  type Untold,
  understate,
  untellOffers,
} from '../offer/store';
import { type ConnectedChannel, connectChannel } from '../provider/connect';
import { sentBarcode, takenBarcodes } from '../push/barcode';
import { booked, type WritePush } from '../push/booked';
import { compose } from '../push/compose';
import { contentOf, type Deciding, type Due, decide, isUnderstated, presentWish, remembered } from '../push/decide';
import type { PushJob } from '../push/declaration';
import { bookSeen, itemOf, lookFor } from '../push/look';
import {
  bookBatch,
  bookPoll,
  bookSending,
  forgetSending,
  forgetSendings,
  type LostSending,
  lookOnceMore,
  lostSendings,
  openSendings,
  type Sending,
  sentDigests,
  settleSendings,
} from '../push/sending-store';
import { knowsOrders, pullOrdersFirst } from './orders-first';

/** Listings that are decided on at once: those that sell no more go first among them. */
const DUE_MAX = 10_000;
/** A request of which one item is refused is divided so often to find it. */
const DIVISIONS_MAX = 40;
const NOTHING_COMPOSED_MS = 60_000;

export type PushTerms = Awaited<ReturnType<typeof termsOf>>;
type Terms = PushTerms;

/** Sends what marketplaces show otherwise than they should, and follows what was sent. */
export class Push {
  protected channel!: ConnectedChannel;
  protected limits!: OfferLimits;
  private terms!: Terms;
  private divisions = 0;

  constructor(
    protected readonly dependencies: JobDependencies,
    protected readonly storeId: string,
    protected job: PushJob,
    protected readonly options: StepOptions,
  ) {}

  /** @throws what the provider answers with */
  async run(): Promise<JobProgress> {
    const { services } = this.dependencies;
    const { storeId, reader: db } = this;
    const ext = this.job.extension;
    this.channel = await inTime(connectChannel({ db, services, storeId, ext, urgency: 'urgent' }));
    const { offerLimits } = this.channel.provider;
    if (!offerLimits) throw new Error(`${ext} declares no limits of offers`);
    this.limits = offerLimits;
    if (!this.job.progress.begun) await this.begin();
    while (this.isGoing) {
      this.options.signal.throwIfAborted();
      await this.takeNews();
      await this.settleLost();
      this.terms = await inTime(this.presentTerms(this.reader));
      const isIdle = !(await this.sendDue());
      const polled = await this.poll();
      this.options.onProgress(progressOf(this.job));
      if (isIdle && polled === 0) await this.rest();
      if (this.options.until()) break;
    }
    return progressOf(this.job);
  }

  protected get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  private get isGoing(): boolean {
    return this.job.state === 'running' && !this.job.exhausted;
  }

  protected async book(write: WritePush): Promise<void> {
    this.job = await booked(this.dependencies, this.storeId, this.job.id, write);
  }

  protected takeNews(): Promise<void> {
    return this.book(async (tx) => {
      await takeChanges(tx, this.storeId, this.job.extension);
      return {};
    });
  }

  protected presentTerms(db: Queryable): Promise<Terms> {
    return termsOf(db, this.storeId, this.job.extension);
  }

  protected begin(): Promise<void> {
    const { input, extension } = this.job;
    return this.book(async (tx) => {
      const { confirms, confirmedPrices = await heldPrices(tx, this.storeId, input.listingIds ?? []) } = input;
      if (confirms && confirmedPrices) confirmPrices(tx, this.storeId, confirmedPrices);
      if (input.looksAtAll) markDue(tx, this.storeId, extension, input.listingIds);
      forgetSendings(tx, this.storeId, extension);
      return { progress: { begun: true } };
    });
  }

  /** There is nothing to send and nothing to follow just now. */
  protected rest(): Promise<void> {
    return this.book(async () => ({ exhausted: true }));
  }

  /** Looks for what was asked for and not answered, and for what batches say nothing of. */
  private async settleLost(): Promise<void> {
    const { storeId, reader: db } = this;
    const writer = this.dependencies.database.writer(storeId);
    const lost = await inTime(lostSendings(writer, storeId, this.job.extension, 'offers'));
    if (lost.length === 0) return;
    const again = [...new Set(lost.flatMap(({ lookedIds }) => lookedIds ?? []))];
    const ids = new Set(lost.map(({ id }) => id));
    const rows = await inTime(offersOfSendings(db, storeId, [...ids]));
    const before = again.length > 0 ? await inTime(offersByListing(db, storeId, again)) : [];
    const isUnderWay = ({ sendingId }: OfferRow): boolean => sendingId !== null && !ids.has(sendingId);
    const still = before.filter((row) => row.sendingId === null);
    const later = new Set(before.filter(isUnderWay).map(({ id }) => id));
    await this.lookAt([...rows, ...still], (tx) => this.settle(tx, lost, rows, later));
  }

  /**
   * Books a look for lost requests. One that was never answered may still arrive, so a first look at it settles nothing: its listings are
   * looked at once more.
   * @param later listings that another request has told of meanwhile: they are looked at when its end is known
   */
  private settle(
    tx: Transaction,
    lost: readonly LostSending[],
    rows: readonly OfferRow[],
    later: ReadonlySet<string>,
  ): void {
    const settled: string[] = [];
    for (const { id, isUnanswered, lookedIds } of lost) {
      const firstIds = () => rows.filter(({ sendingId }) => sendingId === id).map((row) => row.id);
      const leftIds = lookedIds ? lookedIds.filter((each) => later.has(each)) : isUnanswered ? firstIds() : [];
      if (leftIds.length > 0) lookOnceMore(tx, this.storeId, id, leftIds);
      else settled.push(id);
    }
    settleSendings(tx, this.storeId, settled);
  }

  private async lookAt(rows: readonly OfferRow[], besides: (tx: Transaction) => void = () => {}): Promise<void> {
    const inUse = await inTime(takenBarcodes(this.reader, this.storeId, rows));
    const barcodeOf = (row: OfferRow) => (row.sendingId ? row.toldBarcode : sentBarcode(row, inUse)) ?? '';
    const items = new Map(rows.map((row) => [barcodeOf(row), itemOf(row, barcodeOf(row))]));
    items.delete('');
    const found = await lookFor(this.channel.adapter, [...items.values()], this.limits.offersAsked, this.options);
    await this.book(async (tx) => {
      const seen = rows.map((row) => ({ row, offer: found.get(barcodeOf(row)) }));
      bookSeen(tx, this.storeId, this.job.extension, seen);
      besides(tx);
      return {};
    });
  }

  /** @returns true if anything was sent or looked for */
  private async sendDue(): Promise<boolean> {
    const { storeId, reader: db } = this;
    const ext = this.job.extension;
    const rows = await inTime(dueOffers(db, storeId, ext, DUE_MAX));
    if (rows.length === 0) return false;
    const deciding = await inTime(this.groundOf(db, rows));
    const due: Due[] = [];
    const look: OfferRow[] = [];
    const rests: Rest[] = [];
    for (const row of rows) {
      const decision = decide(row, deciding);
      if (decision.what === 'send') due.push(decision.due);
      else if (decision.what === 'look') look.push(row);
      else {
        const { nextMs, heldPrice } = decision;
        rests.push({ listingId: row.id, dueAt: row.dueAt, nextMs, heldPrice, waits: null });
      }
    }
    await inTime(restOffers(this.dependencies.database.writer(storeId), storeId, rests));
    await this.sendInOrder(due);
    if (look.length > 0) await this.lookAt(look);
    await this.restUnseen(look);
    return due.length + look.length > 0;
  }

  /** Listings that the marketplace does not have rest until something changes. */
  private async restUnseen(unseen: readonly OfferRow[]): Promise<void> {
    if (unseen.length === 0) return;
    const now = await inTime(
      offersByListing(
        this.reader,
        this.storeId,
        unseen.map(({ id }) => id),
      ),
    );
    const rests = now.flatMap((row): Rest[] =>
      row.there === false ? [{ listingId: row.id, dueAt: row.dueAt, nextMs: null, heldPrice: null, waits: null }] : [],
    );
    await inTime(restOffers(this.dependencies.database.writer(this.storeId), this.storeId, rests));
  }

  /** Listings that are sold no more go at once, and wait for no orders; then those with fewer pieces, then all others. */
  private async sendInOrder(due: readonly Due[]): Promise<void> {
    const zero = due.filter(({ phase }) => phase === 'zero');
    const others = phases.flatMap((phase) => (phase === 'zero' ? [] : due.filter((each) => each.phase === phase)));
    await this.sendAll(zero.map(idOf), true);
    await this.sendAll(others.map(idOf), false);
  }

  /** @param zeroAlone leaves out what has pieces by now: they wait for orders, and nothing that is sold no more waits with them */
  private async sendAll(listingIds: readonly string[], zeroAlone: boolean): Promise<void> {
    for (let left = listingIds; left.length > 0 && this.isGoing; ) {
      const chunk = left.slice(0, this.limits.items);
      const unsent = await this.sendSome(chunk, zeroAlone);
      left = [...unsent, ...left.slice(chunk.length)];
    }
  }

  /** @returns the listings that are to be sent still, in their order */
  private async sendSome(listingIds: readonly string[], zeroAlone: boolean): Promise<readonly string[]> {
    const request = await this.toldOnGround(listingIds, zeroAlone);
    if (!request) return [];
    const { id, items, asked, left } = request;
    try {
      const batchId = await this.channel.adapter.sendOffers(items, this.options.signal);
      this.options.onAnswer();
      let isFollowed = false;
      await this.book(async (tx, job) => {
        isFollowed = await bookBatch(tx, this.storeId, id, batchId);
        return { items: asked.length, progress: { sent: job.progress.sent + asked.length } };
      });
      if (!isFollowed) await this.tellAnew(asked.map(({ due }) => idOf(due)));
    } catch (error) {
      await this.notTaken(request, zeroAlone, error);
    }
    return left;
  }

  /** The marketplace has taken a request late: others may have told it of these listings before, and this one has the last word there. */
  private tellAnew(listingIds: readonly string[]): Promise<void> {
    return inTime(forgetTold(this.dependencies.database.writer(this.storeId), this.storeId, listingIds));
  }

  /** Has the request told of which the ground holds; where orders are to be pulled first, what is due is decided once they are. */
  private async toldOnGround(listingIds: readonly string[], zeroAlone: boolean): Promise<Request | undefined> {
    for (;;) {
      const decided = await this.tell(listingIds, zeroAlone);
      if (decided.what !== 'wait') return decided.what === 'ask' ? decided.request : undefined;
      await this.afterOrders(decided.due);
    }
  }

  /**
   * Decides what is sent of these listings, composes the request and writes it, in one transaction: nothing that was read before a wait
   * is in it. Sales that were imported since the listings were looked at make what was told of them unknown, before it is compared.
   */
  private async tell(listingIds: readonly string[], zeroAlone: boolean): Promise<Telling> {
    const { storeId } = this;
    const ext = this.job.extension;
    const { sameContentMs } = this.limits;
    let telling: Telling = { what: 'nothing' };
    await this.book(async (tx) => {
      telling = { what: 'nothing' };
      await takeMovements(tx, storeId, ext);
      const { due, deciding } = await this.decideNow(tx, listingIds, zeroAlone);
      if (due.length === 0) return undefined;
      const sent = sameContentMs > 0 ? await sentDigests(tx, storeId, ext, sameContentMs) : new Set<string>();
      const beside = async (zeroes: boolean) => (sent.size > 0 ? this.companionsNow(tx, deciding, zeroes) : []);
      // Rather than to show pieces that are not there, it waits for orders, as it has to beside an item that has pieces.
      const composed =
        compose(due, await beside(zeroAlone), sent) ??
        (zeroAlone ? compose(due, await beside(false), sent) : undefined);
      if (!composed) {
        await this.sayFewer(tx, due, deciding.now);
        return {};
      }
      const { items, digest, taken } = composed;
      const raises = items.some(({ stock = 0 }) => stock > 0);
      if (raises && this.terms.pullsOrders && !(await knowsOrders(tx, storeId, ext))) {
        telling = { what: 'wait', due };
        return {};
      }
      const offers = new Map(items.map((offer) => [offer.barcode, offer]));
      const asked = due.slice(0, taken).map((each) => ({ due: each, offer: offers.get(each.barcode) ?? each.offer }));
      const id = newId('snd');
      bookSending(tx, storeId, ext, { id, kind: 'offers', digest, items: items.length });
      const told = asked.map((each) => toldAs(each.due, each.offer, sameContentMs, deciding.now));
      tellOffers(tx, storeId, id, told);
      telling = { what: 'ask', request: { id, items, asked, left: due.slice(taken).map(idOf) } };
      return {};
    });
    return telling;
  }

  /** Decides on listings as they stand now. Those that are not to be sent by now stay due, and are looked at with the next ones. */
  private async decideNow(tx: Transaction, listingIds: readonly string[], zeroAlone: boolean) {
    const deciding = await this.groundOf(tx, await offersByListing(tx, this.storeId, listingIds));
    const byId = new Map(deciding.rows.map((row) => [row.id, row]));
    const due = listingIds.flatMap((id): Due[] => {
      const row = byId.get(id);
      const decision = row && decide(row, deciding);
      return decision?.what === 'send' && (!zeroAlone || decision.due.phase === 'zero') ? [decision.due] : [];
    });
    return { due, deciding };
  }

  /** All that a decision on these listings rests upon. */
  private async groundOf(db: Queryable, rows: readonly OfferRow[]): Promise<Ground> {
    const { stock: stockMax, sameContentMs } = this.limits;
    this.terms = await this.presentTerms(db);
    const inUse = await takenBarcodes(db, this.storeId, rows);
    return { rows, terms: this.terms, stockMax, sameContentMs, now: Date.now(), inUse };
  }

  /** Listings that stand as they were told, to be sent along. One that has fewer pieces by now would be told too many. */
  private async companionsNow(tx: Transaction, deciding: Ground, zeroAlone: boolean): Promise<SentOffer[]> {
    const rows = await settledOffers(tx, this.storeId, this.job.extension, zeroAlone);
    return rows.flatMap((row) => {
      const { toldBarcode: barcode, toldStock: stock } = row;
      const wish = presentWish(row, deciding);
      const isSafe = barcode !== null && stock !== null && wish.stock !== null && stock <= wish.stock;
      return isSafe ? [{ barcode, stock }] : [];
    });
  }

  /**
   * Everything that would say this was said shortly before: listings are told one piece less for as long, since too few are safe. What has
   * none, or is told less already, waits.
   */
  private async sayFewer(tx: Transaction, due: readonly Due[], now: number): Promise<void> {
    const canBeFewer = ({ row, offer }: Due): boolean => (offer.stock ?? 0) > 0 && !isUnderstated(row, now);
    const fewer = due.filter(canBeFewer);
    const untilMs = now + this.limits.sameContentMs;
    if (fewer.length > 0)
      understate(
        tx,
        this.storeId,
        fewer.map(({ row }) => ({ listingId: row.id, untilMs })),
      );
    const others = due.filter((each) => !fewer.includes(each));
    await restOffers(tx, this.storeId, restsOf(others, 'resend_window', NOTHING_COMPOSED_MS));
  }

  /** @throws the error, unless the marketplace refuses an item */
  private async notTaken({ id, asked }: Request, zeroAlone: boolean, error: unknown): Promise<void> {
    const { storeId } = this;
    const isThrottled = error instanceof ProviderThrottled;
    const isRefused = error instanceof ProviderRefused;
    // After any other error nobody knows whether the request was taken, so it is looked for.
    if (!isThrottled && !isRefused) throw error;
    const isOfItems = isRefused && refusesItems(this.limits, error);
    const single = isOfItems && asked.length === 1;
    const refusedText = single ? storable(error.message) : null;
    await this.book(async (tx) => {
      const untold = asked.map(({ due: { row, wish } }): Untold => {
        const { stock, price, listPrice } = toldOf(row);
        const waits = isThrottled ? ('throttled' as const) : null;
        const refusedWish = single ? nameOfWish(wish) : null;
        return {
          listingId: row.id,
          toldAt: row.toldAt,
          stock,
          price,
          listPrice,
          refusedText,
          refusedWish,
          waits,
          nextMs: 0,
        };
      });
      untellOffers(tx, storeId, id, untold);
      forgetSending(tx, storeId, id, isOfItems);
      return { errors: single ? asked.map(({ due }) => itemError(due.row, error.message)) : [] };
    });
    if (!isOfItems) throw error;
    if (single) return;
    this.divisions += 1;
    if (this.divisions > DIVISIONS_MAX) throw error;
    const half = Math.ceil(asked.length / 2);
    const listingIds = asked.map(({ due }) => idOf(due));
    await this.sendAll(listingIds.slice(0, half), zeroAlone);
    await this.sendAll(listingIds.slice(half), zeroAlone);
  }

  private async afterOrders(due: readonly Due[]): Promise<void> {
    const { storeId } = this;
    try {
      await pullOrdersFirst(this.dependencies, storeId, this.job.extension, this.options);
    } catch (error) {
      const writer = this.dependencies.database.writer(storeId);
      await inTime(restOffers(writer, storeId, restsOf(due, 'orders', 0)));
      throw error;
    }
  }

  /** Looks at batches that are due. @returns their number */
  private async poll(): Promise<number> {
    const open = await inTime(openSendings(this.reader, this.storeId, this.job.extension, 'offers'));
    for (const sending of open) {
      this.options.signal.throwIfAborted();
      await this.pollOne(sending);
    }
    return open.length;
  }

  private async pollOne(sending: Sending): Promise<void> {
    const { storeId } = this;
    const batch = await this.channel.adapter.batch(sending.batchId as string, this.options.signal);
    this.options.onAnswer();
    const isTelling = batch && (!batch.isOpen || batch.items.some(({ outcome }) => outcome === 'failed'));
    const told = isTelling ? await inTime(offersOfSendings(this.reader, storeId, [sending.id])) : [];
    const { done, failed } = outcomesOf(batch, told);
    const rows = told.filter(({ toldBarcode }) => failed.has(toldBarcode ?? ''));
    const isSaid = new Set([...done, ...failed.keys()]);
    const left = batch?.isOpen === false ? told.filter(({ toldBarcode }) => !isSaid.has(toldBarcode ?? '')) : [];
    await this.book(async (tx) => {
      confirmOffers(tx, storeId, sending.id, done);
      const errors = this.bookFailed(tx, sending.id, rows, failed);
      const isLost = batch === null || left.length > 0;
      bookPoll(tx, storeId, sending, isLost ? 'lost' : batch.isOpen ? 'open' : 'done');
      return { errors };
    });
  }

  /**
   * An item that was sent with the same content shortly before is refused for that alone: it is told one piece less until the marketplace
   * takes the right number, since too few are safe. Any other waits until it should show something else, or may be sent again.
   */
  private bookFailed(
    tx: Transaction,
    sendingId: string,
    rows: readonly OfferRow[],
    failed: ReadonlyMap<string, readonly string[]>,
  ): ItemError[] {
    const { storeId } = this;
    const { sameContentMs, stock: stockMax } = this.limits;
    const now = Date.now();
    const understated: { listingId: string; untilMs: number }[] = [];
    const errors: ItemError[] = [];
    const untold = rows.map((row): Untold => {
      const text = storable(failed.get(row.toldBarcode ?? '')?.join(' ') || 'The marketplace has not done it.');
      const recent = remembered(row, sameContentMs, now);
      const last = recent.at(-1);
      const earlier = last && recent.slice(0, -1).find(({ content }) => content === last.content);
      const wish = presentWish(row, { terms: this.terms, stockMax, now });
      const isRepeated = earlier !== undefined && (row.toldStock ?? 0) > 0;
      if (isRepeated) understated.push({ listingId: row.id, untilMs: earlier.at + sameContentMs });
      else errors.push(itemError(row, text));
      const isWished =
        (wish.stock ?? row.toldStock) === row.toldStock && (wish.price ?? row.toldPrice) === row.toldPrice;
      return {
        listingId: row.id,
        toldAt: row.toldAt,
        stock: null,
        price: null,
        listPrice: null,
        refusedText: isRepeated ? null : text,
        refusedWish: isWished && !isRepeated ? nameOfWish(wish) : null,
        waits: null,
        nextMs: 0,
      };
    });
    untellOffers(tx, storeId, sendingId, untold);
    if (understated.length > 0) understate(tx, storeId, understated);
    return errors;
  }
}

/** Listings, and all that a decision on them rests upon. */
interface Ground extends Deciding {
  readonly rows: readonly OfferRow[];
}

/** A request that is written, and is to be sent. */
interface Request {
  readonly id: string;
  readonly items: readonly SentOffer[];
  /** The listings that it tells of. Others that are in it stay as they were told. */
  readonly asked: readonly { readonly due: Due; readonly offer: SentOffer }[];
  /** Listings that are to be sent with another one. */
  readonly left: readonly string[];
}

type Telling =
  | { readonly what: 'ask'; readonly request: Request }
  /** Orders are to be pulled first. */
  | { readonly what: 'wait'; readonly due: readonly Due[] }
  | { readonly what: 'nothing' };

const idOf = ({ row }: Due): string => row.id;

const restsOf = (due: readonly Due[], waits: Rest['waits'], nextMs: number): Rest[] =>
  due.map(({ row, difference }) => {
    const { id: listingId, dueAt } = row;
    return { listingId, dueAt, nextMs, waits, heldPrice: difference.heldPrice };
  });

interface Outcomes {
  /** Barcodes. */
  readonly done: readonly string[];
  /** Reasons by barcode. */
  readonly failed: ReadonlyMap<string, readonly string[]>;
}

/** Reads what became of the items of a batch. @param told the listings that were sent with it */
function outcomesOf(batch: RemoteBatch | null, told: readonly OfferRow[]): Outcomes {
  const items = batch?.items ?? [];
  const failed = new Map(
    items.filter(({ outcome }) => outcome === 'failed').map(({ barcode, reasons }) => [barcode, reasons]),
  );
  const done = items.filter(({ outcome }) => outcome === 'done').map(({ barcode }) => barcode);
  if (!batch?.failedVariants || batch.isOpen) return { done, failed };
  const reasonsOf = new Map(batch.failedVariants.map(({ variantId, reasons }) => [variantId, reasons]));
  for (const row of told) {
    const { barcode, variantId } = itemOf(row, row.toldBarcode ?? '');
    const reasons = reasonsOf.get(variantId ?? barcode);
    if (reasons) failed.set(barcode, reasons);
    else done.push(barcode);
  }
  return { done, failed };
}

/** A listing as it is told: what is not sent stays as it was told before. */
function toldAs({ row, barcode, difference }: Due, offer: SentOffer, sameContentMs: number, now: number): Told {
  const told = toldOf(row);
  const price = offer.price ?? told.price;
  return {
    listingId: row.id,
    dueAt: row.dueAt,
    barcode,
    stock: offer.stock ?? told.stock,
    price,
    listPrice: offer.listPrice ?? told.listPrice,
    recent: [...remembered(row, sameContentMs, now), { content: contentOf(offer), at: now }].slice(-RECENT_MAX),
    nextMs: msUntil(row.understatedUntil, now),
    heldPrice: difference.heldPrice,
  };
}

const RECENT_MAX = 20;

/** @returns null of a time that has passed, or none */
const msUntil = (time: string | null, now: number): number | null =>
  time !== null && Date.parse(time) > now ? Date.parse(time) - now : null;

const itemError = ({ id, barcode, title }: OfferRow, message: string): ItemError => ({
  remoteId: id,
  barcode,
  title,
  code: 'provider_refused' satisfies JobReason,
  message: storable(message),
});
