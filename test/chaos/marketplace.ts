import { sleep } from '../../src/embedded/process';
import { Patience, patient } from '../world/patience';
import { Desk } from './desk';
import { type Call, type Gateway, NoAnswer } from './gateway';
import type { Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';
import type { Model } from './workload';

/** Those who buy at the marketplace, each with somebody in the shop who sells there. */
export const SELLERS = ['m1', 'm2'];

/** The goods of each seller, which nobody else touches. */
const GOODS_EACH = 3;
/** Fewer pieces than buyers want. */
const SCARCE = 12;
const STOCK = 10_000;
const LISTED_MS_MAX = patient(120_000);
const SPLIT_MS_MAX = patient(60_000);
/** A split takes two seconds there; who sees nothing for so many looks asks again. */
const SPLIT_LOOKS = 16;
const EXTENSION = 'trendyol';

/** What is done next. */
const ACTS = { order: 12, adjust: 4, reprice: 2, elsewhere: 1 } as const;
/**
 * What becomes of an order of the marketplace. `serve`, `short` and `apart` are lived through this product: prepared, invoiced and
 * labelled, not supplied in part, or split. The others are lived there, by buyers, carriers and other programs.
 */
const LIVES = {
  ...{ deliver: 5, cancel: 3, cancelSome: 3, split: 2, await: 2, bounce: 1, leave: 2 },
  ...{ serve: 3, short: 1, apart: 1 },
} as const;
/** A buyer gives a piece back days after it came, so this life is lived where days pass. */
const LIVES_OF_DAYS = { ...LIVES, claim: 5 } as const;
type Life = keyof typeof LIVES_OF_DAYS;
/** The shop's answer to a claim; `wait`: it lets its time pass. */
const ANSWERS = { approve: 3, issue: 2, wait: 3 } as const;

/** Orders of one seller that are lived at the same time. */
const AT_ONCE = 4;
/** The longest pause between two acts of a seller, milliseconds. */
const PAUSE_MS = 3_000;

/** An item on sale here and at the marketplace. */
export interface Good {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly listingId: string;
  /** Pieces on both sides in the beginning. */
  readonly opening: number;
  /** Kuruş, on both sides. */
  readonly price: number;
}

/** A package as the marketplace tells it. */
export interface PackageThere {
  readonly shipmentPackageId: number;
  readonly orderNumber: string;
  readonly originPackageIds: readonly number[];
  readonly status: string;
  readonly invoiceLink: string;
  readonly packageHistories: readonly { readonly status: string }[];
  readonly lines: readonly {
    readonly lineId: number;
    readonly barcode: string;
    readonly quantity: number;
    readonly discountDetails: readonly { readonly lineItemId: number; readonly lineItemPrice: number }[];
  }[];
}

/** A claim as the marketplace tells it. */
export interface ClaimThere {
  readonly claimId: string;
  readonly orderNumber: string;
  readonly items: readonly {
    readonly orderLine: { readonly barcode: string };
    readonly claimItems: readonly {
      readonly id: string;
      readonly orderLineItemId: number;
      readonly claimItemStatus: { readonly name: string };
    }[];
  }[];
}

/** What was sold at the marketplace in a run, and what was done to the goods here. */
export class Market {
  readonly counts: Record<string, number> = {};
  /** Sums of what was added to stock here, by barcode. */
  readonly adjusted = new Map<string, number>();
  /** Prices that were stated last for the marketplace, by barcode. */
  readonly prices = new Map<string, number>();
  /** Everything that is sold there by sellers; the last is too scarce for all who want it. */
  goods: readonly Good[] = [];
  private ready: Promise<readonly Good[]> | undefined;
  private isOpen: (() => void) | undefined;
  /** Settles once something is on sale. */
  readonly opened = new Promise<void>((resolve) => {
    this.isOpen = resolve;
  });

  constructor(
    private readonly product: Product,
    private readonly outside: Outside,
  ) {}

  get scarce(): Good {
    return this.goods.at(-1) as Good;
  }

  /** The goods of one seller. */
  of(seller: number): readonly Good[] {
    return this.goods.slice(seller * GOODS_EACH, (seller + 1) * GOODS_EACH);
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Waits until an import has brought the goods, and puts as many pieces of them on both sides. */
  open(stock: (good: Good, pieces: number) => Promise<void>): Promise<readonly Good[]> {
    this.ready ??= this.openOnce(stock);
    return this.ready;
  }

  private async openOnce(stock: (good: Good, pieces: number) => Promise<void>): Promise<readonly Good[]> {
    const barcodes = this.outside.barcodes(SELLERS.length * GOODS_EACH + 1);
    const patience = new Patience(LISTED_MS_MAX);
    for (;;) {
      const rows = await this.listed(barcodes).catch(() => []);
      if (rows.length === barcodes.length) {
        const byBarcode = new Map(rows.map((row) => [row.barcode, row]));
        const goods = barcodes.map((barcode, at): Good => {
          const row = byBarcode.get(barcode) as Listed;
          const opening = at === barcodes.length - 1 ? SCARCE : STOCK;
          return { ...row, price: Number(row.price), opening };
        });
        for (const good of goods) await stock(good, good.opening);
        this.goods = goods;
        this.isOpen?.();
        return goods;
      }
      if (patience.isOver) throw new NoAnswer(`the goods of the marketplace, of which ${rows.length} are here,`);
      await sleep(200);
    }
  }

  private listed(barcodes: readonly string[]): Promise<Listed[]> {
    return this.product.sql((query) =>
      query<Listed>(
        `SELECT b.barcode, l.product_id AS "productId", l.variant_id AS "variantId", l.id AS "listingId",
           coalesce(v.price, p.price) AS price
         FROM catalog_barcode b
         JOIN channel_listing l ON l.store_id = b.store_id AND l.product_id = b.product_id
           AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.extension = '${EXTENSION}' AND l.mirror IS NOT NULL
         JOIN catalog_product p ON p.store_id = b.store_id AND p.id = b.product_id
         LEFT JOIN catalog_variant v ON v.store_id = b.store_id AND v.id = b.variant_id
         WHERE b.store_id = $1 AND b.barcode = ANY ($2)`,
        [this.product.run?.storeId, barcodes],
      ),
    );
  }
}

interface Listed {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly listingId: string;
  readonly price: string;
}

interface Sale {
  readonly good: Good;
  readonly quantity: number;
  /** 0 … 1; its price follows from it. */
  readonly share: number;
  readonly life: Life;
  /** The marketplace posts nothing of it. */
  readonly silent: boolean;
}

/**
 * Sells at the marketplace: buyers order there, its carriers and the seller move, split and cancel, and stock and prices change on both
 * sides. What is done follows from the seed alone, so that it can be done again in peace.
 */
export class Seller {
  steps = 0;
  private readonly acts: Random;
  private readonly keys: Random;
  private readonly picks: Random;
  private readonly place: number;
  private readonly lives = new Set<Promise<void>>();
  /** Where the marketplace posts its news. */
  private posted: string | undefined;

  constructor(
    private readonly name: string,
    readonly gateway: Gateway,
    readonly outside: Outside,
    readonly market: Market,
    private readonly model: Model,
    readonly product: Product,
    private readonly random: Random,
    /** False: nobody waits between two acts. */
    private readonly disturbed: boolean,
    /** Whether days pass. */
    private readonly haveDays = false,
  ) {
    this.place = SELLERS.indexOf(name);
    this.acts = random.fork(`acts of ${name}`);
    this.keys = random.fork(`keys of ${name}`);
    this.picks = random.fork(`picks of ${name}`);
  }

  async run(goOn: (steps: number) => boolean): Promise<void> {
    if (!goOn(this.steps)) return;
    await this.market.open((good, pieces) => this.open(good, pieces));
    while (goOn(this.steps)) {
      this.steps += 1;
      await this.guarded(async () => {
        if (this.place === 0) await this.keepWebhook();
        await this.act();
      });
      if (this.disturbed) await sleep(this.picks.int(0, PAUSE_MS));
      while (this.lives.size >= AT_ONCE) await Promise.race(this.lives);
    }
    await Promise.all(this.lives);
  }

  /** What was lost is among the findings, and the work goes on. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  /** An order is lived beside the others. */
  private live(work: () => Promise<void>): void {
    const life = this.guarded(work).finally(() => this.lives.delete(life));
    life.catch(() => {});
    this.lives.add(life);
  }

  /** As many pieces here as there. */
  private async open({ barcode, productId, variantId }: Good, pieces: number): Promise<void> {
    await this.outside.stockAt(barcode, pieces);
    await this.send('catalog.stock.set', { targetId: variantId ?? productId, stock: pieces });
  }

  /** The marketplace is told again where the shop is once that has changed. */
  private async keepWebhook(): Promise<void> {
    const at = this.product.run?.api;
    if (at === undefined || at === this.posted) return;
    const path = `/v1/channel/${EXTENSION}/webhook`;
    const call: Call = { by: 'owner', name: 'channel.webhook.register', key: this.keys.ulid(), path, payload: {} };
    await this.gateway.call({ ...call, mayRefuse: ['invalid_state'] });
    this.posted = at;
  }

  private async act(): Promise<void> {
    const { acts, market } = this;
    const act = acts.weighted(ACTS);
    const good = acts.pick(market.of(this.place));
    const [pieces, share] = [acts.int(1, 5), acts.next()];
    const life: Life = acts.weighted<Life>(this.haveDays ? LIVES_OF_DAYS : { ...LIVES, claim: 0 });
    const wantsScarce = acts.chance(0.2);
    const silent = acts.chance(0.3);
    if (act === 'order') {
      // What is given back of the scarce could be sold again, so nobody gives any back.
      const wanted = wantsScarce
        ? ({ good: market.scarce, quantity: 1 + (pieces % 3), life: 'deliver' } as const)
        : { good, quantity: pieces, life };
      const desk = new Desk(this, this.random.fork(`desk of ${this.name} ${this.steps}`));
      return this.live(() => this.sell({ ...wanted, share, silent }, desk));
    }
    market.count(act);
    if (act === 'adjust') {
      const delta = share < 0.5 ? -pieces : pieces;
      await this.send('catalog.stock.adjust', { targetId: good.variantId ?? good.productId, delta, reason: 'sayım' });
      market.adjusted.set(good.barcode, (market.adjusted.get(good.barcode) ?? 0) + delta);
      this.model.adjustments += 1;
    } else if (act === 'reprice') {
      const priceOverride = Math.round(good.price * (0.9 + share * 0.2));
      const { productId, variantId } = good;
      const item = { productId, ...(variantId ? { variantId } : {}), priceOverride };
      await this.send('channel.listing.set', { extension: EXTENSION, items: [item] });
      market.prices.set(good.barcode, priceOverride);
    }
    // Somebody types another stock in at the marketplace itself.
    else await this.outside.stockAt(good.barcode, good.opening - pieces);
  }

  private async sell({ good, quantity, share, life, silent }: Sale, desk: Desk): Promise<void> {
    const { outside, market } = this;
    const { barcode } = good;
    const status = life === 'await' ? 'Awaiting' : 'Created';
    const line = { barcode, quantity, priceKurus: 1_000 + Math.floor(share * 50_000) };
    const placed = { lines: [line], status, discountKurus: quantity * 7 + 1, silent };
    const { packageId, orderNumber } = await outside.order(placed);
    market.count(`${life}${good === market.scarce ? ' of the scarce' : ''}`);
    market.count(silent ? 'by pull alone' : 'by webhook');
    await this.pause();
    const first = async (): Promise<number> => Number((await outside.package(packageId)).lines[0]?.lineId);
    switch (life) {
      case 'leave':
        return;
      case 'cancel':
        return outside.cancel(packageId);
      case 'cancelSome':
        if (quantity === 1) return outside.cancel(packageId);
        await outside.cancel(packageId, [{ lineId: await first(), quantity: 1 }]);
        return this.deliverChildren(packageId);
      case 'split':
        if (quantity === 1) return this.travel(packageId, 'Delivered');
        await this.split(packageId, { quantitySplit: [{ orderLineId: await first(), quantities: [1] }] });
        return this.deliverChildren(packageId);
      case 'claim':
        await this.travel(packageId, 'Delivered');
        return desk.giveBack(packageId, await first(), this.picks.weighted(ANSWERS));
      case 'await':
        await outside.move(packageId, 'Created');
        return this.travel(packageId, 'Shipped');
      case 'bounce':
        return this.travel(packageId, 'UnDelivered');
      case 'deliver':
        return this.travel(packageId, 'Delivered');
      case 'serve':
        await desk.serve(await desk.hear(orderNumber), packageId);
        return this.travel(packageId, 'Delivered');
      case 'short': {
        const orderId = await desk.hear(orderNumber);
        await desk.leaveOut(orderId, packageId, await first());
        for (const child of await outside.childrenOf(packageId)) {
          await desk.serve(orderId, child.shipmentPackageId);
          await this.travel(child.shipmentPackageId, 'Delivered');
        }
        return;
      }
      case 'apart':
        if (quantity === 1) return this.travel(packageId, 'Delivered');
        await desk.takeApart(await desk.hear(orderNumber), packageId, await first());
        return this.deliverChildren(packageId);
    }
  }

  private async deliverChildren(packageId: number): Promise<void> {
    for (const { shipmentPackageId } of await this.outside.childrenOf(packageId))
      await this.travel(shipmentPackageId, 'Delivered');
  }

  /** Carriers and other programs move a package on from where it is. */
  private async travel(packageId: number, last: 'Shipped' | 'Delivered' | 'UnDelivered'): Promise<void> {
    const way = ['Picking', 'Invoiced', 'Shipped', ...(last === 'Shipped' ? [] : [last])];
    const { status } = await this.outside.package(packageId);
    for (const word of way.slice(way.indexOf(status) + 1)) {
      await this.outside.move(packageId, word);
      await this.pause();
    }
  }

  /** A program of the seller's beside ours takes a package apart; who lost the answer asks again. */
  private async split(packageId: number, body: object): Promise<void> {
    const patience = new Patience(SPLIT_MS_MAX);
    for (;;) {
      await this.outside.split(packageId, body);
      for (let looks = 0; looks < SPLIT_LOOKS; looks += 1) {
        if ((await this.outside.childrenOf(packageId)).length > 0) return;
        await sleep(250);
      }
      if (patience.isOver) throw this.gateway.unanswered(`the split of ${packageId} there`, SPLIT_MS_MAX);
    }
  }

  private pause = (): Promise<unknown> => sleep(this.disturbed ? this.picks.int(0, 600) : 0);

  private async send(name: string, payload: Call['payload']): Promise<void> {
    const { status } = await this.gateway.call({ by: 'developer', name, key: this.keys.ulid(), payload });
    if (status >= 400) throw new NoAnswer(name);
  }
}
