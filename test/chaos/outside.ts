import { demoSenderId, booked as offered, underWay } from '../../src/provider/geliver/demo';
import { iyzico } from '../../src/provider/iyzico/provider';
import { type GeliverSimulator, startGeliverSimulator } from '../../src/simulator/geliver/server';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';

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

export const kurusOf = (lira: string): number => Math.round(Number(lira) * 100);

/**
 * The bank and the carriers. They are no part of the product: whatever is killed there, they know what they were asked for and what
 * they did, and the shop is held against that in the end.
 */
export class Outside {
  private constructor(
    private readonly bank: Awaited<ReturnType<typeof startIyzicoSimulator>>,
    private readonly carriers: GeliverSimulator,
  ) {}

  /** @param disturbed whether answers are lost */
  static async start(disturbed: boolean): Promise<Outside> {
    const taken = iyzico.simulator?.taken;
    const [bank, carriers] = await Promise.all([
      startIyzicoSimulator({ limited: false, ...(taken ? { taken } : {}) }),
      startGeliverSimulator({ balanceKurus: BALANCE_KURUS, asked: [offered.reference, underWay.reference] }),
    ]);
    const outside = new Outside(bank, carriers);
    if (disturbed) for (const { faults } of [bank, carriers]) faults.set(WEATHER);
    return outside;
  }

  /** Where both are, as the product is told. */
  get environment(): Record<string, string> {
    return {
      TEZGAH_IYZICO_URL: this.bank.url,
      TEZGAH_GELIVER_URL: this.carriers.url,
      TEZGAH_GELIVER_LABELS: new URL(this.carriers.url).origin,
    };
  }

  calmDown(): void {
    for (const { faults } of [this.bank, this.carriers]) faults.clear();
  }

  payments = (): Promise<TakenPayment[]> => ask(this.bank, 'GET', '/payments');
  parcels = (): Promise<CarriedParcel[]> => ask(this.carriers, 'GET', '/shipments');

  /** A parcel has reached its buyer. */
  deliver = (shipmentId: string): Promise<unknown> =>
    ask(this.carriers, 'PUT', '/shipments', { shipmentId, journey: 'delivered', at: 5 });

  async close(): Promise<void> {
    await Promise.all([this.bank.close(), this.carriers.close()]);
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
