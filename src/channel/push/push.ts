import { newId } from '../../kernel/ids';
import type { OfferLimits, RemoteBatch, SentOffer } from '../../provider/channel/listing';
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
  heldPrices,
  markDue,
  offersByListing,
  offersOfSendings,
  type Rest,
  restOffers,
  settledOffers,
  type Told,
  takeChanges,
  tellOffers,
  termsOf,
  type Untold,
  understate,
  untellOffers,
} from '../offer/store';
import { type ConnectedChannel, connectChannel } from '../provider/connect';
import { sentBarcode, takenBarcodes } from './barcode';
import { booked } from './booked';
import { compose } from './compose';
import { contentOf, type Due, decide, isUnderstated, presentWish, remembered } from './decide';
import type { PushJob } from './declaration';
import { bookSeen, itemOf, lookFor } from './look';
import { pullOrdersFirst } from './orders-first';
import {
  bookBatch,
  bookPoll,
  bookSending,
  forgetSending,
  forgetSendings,
  lostSendings,
  openSendings,
  type Sending,
  sentDigests,
  settleSendings,
} from './sending-store';

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
      this.terms = await this.presentTerms();
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

  protected async book(write: Parameters<typeof booked>[3]): Promise<void> {
    this.job = await booked(this.dependencies, this.storeId, this.job.id, write);
  }

  protected takeNews(): Promise<void> {
    return this.book(async (tx) => {
      await takeChanges(tx, this.storeId, this.job.extension);
      return {};
    });
  }

  protected presentTerms(): Promise<Terms> {
    return inTime(termsOf(this.reader, this.storeId, this.job.extension));
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
    const { storeId } = this;
    const writer = this.dependencies.database.writer(storeId);
    const lost = await inTime(lostSendings(writer, storeId, this.job.extension, 'offers'));
    if (lost.length === 0) return;
    const rows = await inTime(offersOfSendings(this.reader, storeId, lost));
    await this.lookAt(rows, lost);
  }

  private async lookAt(rows: readonly OfferRow[], settled: readonly string[] = []): Promise<void> {
    const inUse = await inTime(takenBarcodes(this.reader, this.storeId, rows));
    const barcodeOf = (row: OfferRow) => (row.sendingId ? row.toldBarcode : sentBarcode(row, inUse)) ?? '';
    const items = new Map(rows.map((row) => [barcodeOf(row), itemOf(row, barcodeOf(row))]));
    items.delete('');
    const found = await lookFor(this.channel.adapter, [...items.values()], this.limits.offersAsked, this.options);
    await this.book(async (tx) => {
      const seen = rows.map((row) => ({ row, offer: found.get(barcodeOf(row)) }));
      bookSeen(tx, this.storeId, this.job.extension, seen);
      if (settled.length > 0) settleSendings(tx, this.storeId, settled);
      return {};
    });
  }

  /** @returns true if anything was sent or looked for */
  private async sendDue(): Promise<boolean> {
    const { storeId, reader: db } = this;
    const ext = this.job.extension;
    const rows = await inTime(dueOffers(db, storeId, ext, DUE_MAX));
    if (rows.length === 0) return false;
    const inUse = await inTime(takenBarcodes(db, storeId, rows));
    const deciding = {
      terms: this.terms,
      stockMax: this.limits.stock,
      sameContentMs: this.limits.sameContentMs,
      now: Date.now(),
      inUse,
    };
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
    await this.sendAll(zero);
    if (others.length > 0) await this.sendAll(others);
  }

  private async sendAll(due: readonly Due[]): Promise<void> {
    for (let at = 0; at < due.length && this.isGoing; ) {
      const chunk = due.slice(at, at + this.limits.items);
      const taken = await this.sendSome(chunk);
      at += taken;
    }
  }

  /** @returns the number of the items, the first ones, that are dealt with */
  private async sendSome(chunk: readonly Due[]): Promise<number> {
    const { storeId, reader: db } = this;
    const ext = this.job.extension;
    const { sameContentMs } = this.limits;
    const isZero = chunk.every(({ phase }) => phase === 'zero');
    const raises = chunk.some(({ offer }) => (offer.stock ?? 0) > 0);
    if (raises && this.terms.pullsOrders) await this.afterOrders(chunk);
    const sent = sameContentMs > 0 ? await inTime(sentDigests(db, storeId, ext, sameContentMs)) : new Set<string>();
    const companions = sent.size > 0 ? await inTime(settledOffers(db, storeId, ext, isZero)) : [];
    const composed = compose(chunk, companions, sent);
    if (!composed) {
      await this.sayFewer(chunk);
      return chunk.length;
    }
    const { items, digest, taken } = composed;
    const offers = new Map(items.map((offer) => [offer.barcode, offer]));
    const now = Date.now();
    const asked = chunk.slice(0, taken).map((due) => ({ due, offer: offers.get(due.barcode) ?? due.offer }));
    const id = newId('snd');
    await this.book(async (tx) => {
      bookSending(tx, storeId, ext, { id, kind: 'offers', digest, items: items.length });
      tellOffers(
        tx,
        storeId,
        id,
        asked.map(({ due, offer }) => toldAs(due, offer, sameContentMs, now)),
      );
      return {};
    });
    if (!this.isGoing) return taken;
    try {
      const batchId = await this.channel.adapter.sendOffers(items, this.options.signal);
      this.options.onAnswer();
      await this.book(async (tx, job) => {
        bookBatch(tx, storeId, id, batchId);
        return { items: taken, progress: { sent: job.progress.sent + taken } };
      });
    } catch (error) {
      await this.notTaken(id, asked, error);
    }
    return taken;
  }

  /**
   * Everything that would say this was said shortly before: listings are told one piece less for as long, since too few are safe. What has
   * none, or is told less already, waits.
   */
  private async sayFewer(chunk: readonly Due[]): Promise<void> {
    const now = Date.now();
    const canBeFewer = ({ row, offer }: Due): boolean => (offer.stock ?? 0) > 0 && !isUnderstated(row, now);
    const fewer = chunk.filter(canBeFewer);
    const untilMs = now + this.limits.sameContentMs;
    if (fewer.length > 0)
      await this.book(async (tx) => {
        understate(
          tx,
          this.storeId,
          fewer.map(({ row }) => ({ listingId: row.id, untilMs })),
        );
        return {};
      });
    const others = chunk.filter((due) => !fewer.includes(due));
    if (others.length > 0) await this.waitWith(others, 'resend_window', NOTHING_COMPOSED_MS);
  }

  /** @throws the error, unless the marketplace refuses an item */
  private async notTaken(
    id: string,
    asked: readonly { readonly due: Due; readonly offer: SentOffer }[],
    error: unknown,
  ): Promise<void> {
    const { storeId } = this;
    const isThrottled = error instanceof ProviderThrottled;
    const isRefused = error instanceof ProviderRefused;
    // After any other error nobody knows whether the request was taken, so it is looked for.
    if (!isThrottled && !isRefused) throw error;
    const isOfItems = isRefused && [400, 409, 422].includes(error.status);
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
    const due = asked.map((each) => each.due);
    await this.sendAll(due.slice(0, half));
    await this.sendAll(due.slice(half));
  }

  private async afterOrders(chunk: readonly Due[]): Promise<void> {
    try {
      await pullOrdersFirst(this.dependencies, this.storeId, this.job.extension, this.options);
    } catch (error) {
      await this.waitWith(chunk, 'orders', 0);
      throw error;
    }
  }

  private waitWith(chunk: readonly Due[], waits: Rest['waits'], nextMs: number): Promise<void> {
    const rests = chunk.map(({ row, difference }): Rest => {
      const { id: listingId, dueAt } = row;
      return { listingId, dueAt, nextMs, waits, heldPrice: difference.heldPrice };
    });
    return inTime(restOffers(this.dependencies.database.writer(this.storeId), this.storeId, rests));
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
    tx: Parameters<Parameters<typeof booked>[3]>[0],
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
