import { demoSenderId, booked as offered, underWay } from '../../src/provider/geliver/demo';
import { iyzico } from '../../src/provider/iyzico/provider';
import { type GeliverSimulator, startGeliverSimulator } from '../../src/simulator/geliver/server';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import type { ClaimThere, PackageThere } from './marketplace';

/** What a carrier's account has to pay every parcel of a run. */
const BALANCE_KURUS = 1_000_000_000;

/** Answers are late, and some are lost on their way back: what was asked for is done all the same. */
const WEATHER = { lostAnswer: { rate: 0.06 }, slowAnswer: { rate: 0.3, delayMs: 300 } };

/** Geliver as a shop uses it whose parcels really leave: they move on when they are told to, and not at each look. */
export const CARGO = { extension: 'geliver', config: { testMode: false, senderAddressId: demoSenderId } } as const;

interface TakenPayment {
  readonly conversationId: string;
  readonly state: string;
  readonly paidPrice: string;
  readonly cancelled: boolean;
  readonly refunds: readonly { readonly conversationId: string; readonly price: string }[];
}

interface CarriedParcel {
  readonly id: string;
  readonly statusCode: string;
  readonly acceptedOfferID?: string;
  readonly order?: { readonly orderNumber: string };
}

/** Products of the marketplace with pictures, as the product's own simulator shows them. */
const PICTURED = 24;
/** How a program of the seller's beside the product is known there. */
const SELLER = {
  authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
  'user-agent': '424242 - SelfIntegration',
  'content-type': 'application/json',
};

interface MarketStatistics {
  readonly packages: number;
  /** Pieces that were sold there beyond what it showed, by barcode. */
  readonly oversold: Readonly<Record<string, number>>;
  /** Requests beyond its limits, by group. */
  readonly breaches: Readonly<Record<string, number>>;
  /** How often each act was asked for and done, by package and act. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, { asked: number; done: number }>>>>;
}

interface ClaimStatistics {
  readonly items: Readonly<Record<string, { asked: number; done: number }>>;
  /** Acts upon what had been acted upon since it waits. */
  readonly secondActs: number;
}

export const kurusOf = (lira: string): number => Math.round(Number(lira) * 100);

/**
 * The bank, the carriers and the marketplace. They are no part of the product: whatever is killed there, they know what they were asked
 * for and what they did, and the shop is held against that in the end.
 */
export class Outside {
  private constructor(
    private readonly bank: Awaited<ReturnType<typeof startIyzicoSimulator>>,
    private readonly carriers: GeliverSimulator,
    private readonly marketplace: TrendyolSimulator,
  ) {}

  /** @param disturbed whether answers are lost @param products of the marketplace in the beginning @param now their clock */
  static async start(disturbed: boolean, products: number, now: () => number = Date.now): Promise<Outside> {
    const taken = iyzico.simulator?.taken;
    const [bank, carriers, marketplace] = await Promise.all([
      startIyzicoSimulator({ limited: false, now, ...(taken ? { taken } : {}) }),
      startGeliverSimulator({ now, balanceKurus: BALANCE_KURUS, asked: [offered.reference, underWay.reference] }),
      startTrendyolSimulator({ now, products, pictures: PICTURED }),
    ]);
    const outside = new Outside(bank, carriers, marketplace);
    if (disturbed) for (const { faults } of [bank, carriers]) faults.set(WEATHER);
    return outside;
  }

  /** Where they are, as the product is told. */
  get environment(): Record<string, string> {
    return {
      TEZGAH_IYZICO_URL: this.bank.url,
      TEZGAH_GELIVER_URL: this.carriers.url,
      TEZGAH_GELIVER_LABELS: new URL(this.carriers.url).origin,
      TEZGAH_TRENDYOL_URL: this.marketplace.url,
      TEZGAH_TRENDYOL_PICTURES: this.origin,
    };
  }

  /** The marketplace, where tests speak to it. */
  get origin(): string {
    return new URL(this.marketplace.url).origin;
  }

  calmDown(): void {
    for (const { faults } of [this.bank, this.carriers]) faults.clear();
  }

  payments = (): Promise<TakenPayment[]> => ask(this.bank, 'GET', '/payments');
  parcels = (): Promise<CarriedParcel[]> => ask(this.carriers, 'GET', '/shipments');

  /** A parcel has reached its buyer. */
  deliver = (shipmentId: string): Promise<unknown> =>
    ask(this.carriers, 'PUT', '/shipments', { shipmentId, journey: 'delivered', at: 5 });

  /** Barcodes of the first products that are on sale there, one of each. */
  barcodes(count: number): string[] {
    const { catalog } = this.marketplace;
    const found: string[] = [];
    // The second row of a page is the one that is spoilt in bad weather.
    for (let place = 2; found.length < count; place += 1) {
      const [first] = catalog.content(catalog.indexAt(place)).variants;
      if (first?.onSale && first.barcode) found.push(first.barcode);
    }
    return found;
  }

  /** Pieces and price that the marketplace shows of an item, in kuruş. */
  shown(barcode: string): { readonly stock: number; readonly price: number } | undefined {
    const variant = this.marketplace.catalog.itemOf(barcode)?.variant;
    return variant && { stock: variant.stock.quantity ?? 0, price: Math.round(variant.price.salePrice * 100) };
  }

  packages = (): Promise<PackageThere[]> => ask(this.marketplace, 'GET', '/orders');
  marketStatistics = (): Promise<MarketStatistics> => ask(this.marketplace, 'GET', '/orders/statistics');

  /** Requests, or items, that repeated one within a quarter of an hour. */
  get repeatedRequests(): number {
    return this.marketplace.stats().repeatedRequests;
  }

  /** How the marketplace tells of what is new. */
  posts = (manner: object): Promise<void> => ask(this.marketplace, 'PUT', '/orders/knobs', manner);

  /** All that waits there for its time happens now. */
  hurry = (): Promise<unknown> => ask(this.marketplace, 'POST', '/orders/hurry');

  /** A buyer wants to give one piece of a line back. */
  claim = (packageId: number, lineId: number): Promise<{ claimId: string; itemIds: string[] }> =>
    ask(this.marketplace, 'POST', '/claims', { packageId, lines: [{ lineId, quantity: 1 }] });
  claims = (): Promise<ClaimThere[]> => ask(this.marketplace, 'GET', '/claims');
  /** How often acts upon each piece of a claim were asked for and done. */
  claimStatistics = (): Promise<ClaimStatistics> => ask(this.marketplace, 'GET', '/claims/statistics');

  async package(id: number): Promise<PackageThere> {
    return (await this.packages()).find(({ shipmentPackageId }) => shipmentPackageId === id) as PackageThere;
  }

  /** Packages that were made of one. */
  childrenOf = async (id: number): Promise<PackageThere[]> =>
    (await this.packages()).filter(({ originPackageIds }) => originPackageIds.includes(id));

  /** Somebody buys at the marketplace. */
  order = (wanted: object): Promise<{ packageId: number; orderNumber: string }> =>
    ask(this.marketplace, 'POST', '/orders', wanted);

  move = (packageId: number, to: string): Promise<void> =>
    ask(this.marketplace, 'PUT', '/orders/move', { packageId, to });

  /** @param lines all of the package where none are named */
  cancel = (packageId: number, lines?: readonly object[]): Promise<void> =>
    ask(this.marketplace, 'PUT', '/orders/cancel', { packageId, ...(lines ? { lines } : {}) });

  /** Asks as a program of the seller's does; an answer may be lost. */
  async split(packageId: number, body: object): Promise<void> {
    const url = `${this.marketplace.url}/order/sellers/424242/shipment-packages/${packageId}/quantity-split`;
    await fetch(url, {
      method: 'POST',
      headers: SELLER,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }

  /** Somebody types a stock in at the marketplace. */
  async stockAt(barcode: string, pieces: number): Promise<void> {
    this.marketplace.catalog.offer(barcode, { quantity: pieces }, 'seller');
  }

  async close(): Promise<void> {
    await Promise.all([this.bank.close(), this.carriers.close(), this.marketplace.close()]);
  }
}

async function ask<T>({ url }: { readonly url: string }, method: string, resource: string, body?: object): Promise<T> {
  const response = await fetch(`${new URL(url).origin}/__simulator${resource}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
