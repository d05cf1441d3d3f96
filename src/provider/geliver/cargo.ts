import type { Static } from '../../kernel/schema/schema';
import type {
  BookedShipment,
  CargoAdapter,
  CargoLabel,
  CargoNews,
  CargoOffers,
  FoundShipment,
  OfferRequest,
  SenderAddress,
  Tracking,
} from '../cargo-port';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid, ProviderRefused } from '../error';
import { fetchLabel } from '../label';
import type { PictureHost } from '../picture/hosts';
import type { WebhookCall } from '../webhook';
import { addressOf, addressSchema } from './address';
import type { Envelope, GeliverClient } from './client';
import { liraOf } from './money';
import {
  acceptedIn,
  bookedOf,
  foundAmong,
  type GeliverShipment,
  NAME,
  offersOf,
  rowsIn,
  shipmentIn,
  trackingOf,
} from './shipment';
import { newsIn } from './webhook';

interface Options {
  /** True for tests: shipments cost nothing, and move by themselves. */
  readonly test: boolean;
  /** Address of the store, as Geliver shows where a shipment comes from; empty where it is not stated. */
  readonly storeUrl: string;
  readonly webhookSecret: string;
  readonly labelHosts: readonly PictureHost[];
}

const PAGE = 100;
/** Addresses of one store: who has more is told so, instead of being given one twice. */
const PAGES_MAX = 5;

/** Geliver's services in the platform's words (providers.md §3). */
export class GeliverCargo implements CargoAdapter {
  constructor(
    private readonly client: GeliverClient,
    private readonly options: Options,
  ) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get('/addresses', { isRecipientAddress: 'false', limit: '1', page: '1' }, signal);
  }

  async createSender({ reference, ...sender }: SenderAddress, signal: AbortSignal): Promise<string> {
    const body = { ...addressOf(sender), shortName: reference, isRecipientAddress: false };
    const { data } = await this.client.post('/addresses', body, signal);
    return checkedAnswer<Address>(NAME, 'an address', addressSchema, data).id;
  }

  async findSender(reference: string, signal: AbortSignal): Promise<string | null> {
    const rows = await this.listed('/addresses', { isRecipientAddress: 'false' }, PAGES_MAX, signal);
    const addresses = rows.map((row) => checkedAnswer<Address>(NAME, 'an address', addressSchema, row));
    return addresses.find(({ shortName }) => shortName === reference)?.id ?? null;
  }

  async requestOffers(request: OfferRequest, signal: AbortSignal): Promise<string> {
    const { parcel, senderId, recipient, contents, reference } = request;
    const { test, storeUrl } = this.options;
    const body = {
      test,
      senderAddressID: senderId,
      recipientAddress: addressOf(recipient),
      // Its numbers are texts.
      length: String(parcel.lengthCm),
      width: String(parcel.widthCm),
      height: String(parcel.heightCm),
      distanceUnit: 'cm',
      weight: String(parcel.weightGrams / 1_000),
      massUnit: 'kg',
      items: contents,
      productPaymentOnDelivery: request.cashOnDelivery !== null,
      order: {
        sourceCode: 'API',
        ...(storeUrl ? { sourceIdentifier: storeUrl } : {}),
        orderNumber: reference,
        // The courier collects the total of the order; there is no other field for it.
        totalAmount: liraOf(request.cashOnDelivery ?? request.value),
        totalAmountCurrency: 'TRY',
      },
    };
    const { data } = await this.client.post('/shipments', body, signal);
    return shipmentIn(data).id;
  }

  async readOffers(shipmentId: string, signal: AbortSignal): Promise<CargoOffers> {
    return offersOf(await this.shipment(shipmentId, signal));
  }

  async book(offerId: string, signal: AbortSignal): Promise<BookedShipment> {
    const { data } = await this.client.post('/transactions', { offerID: offerId }, signal);
    const booked = bookedOf(acceptedIn(data));
    if (booked?.offerId !== offerId)
      throw new ProviderAnswerInvalid('Geliver answered another offer than was accepted.');
    return booked;
  }

  async findBooking(reference: string, signal: AbortSignal): Promise<FoundShipment[]> {
    const rows = await this.listed('/shipments', { orderNumber: reference }, 1, signal);
    // A shipment that states another order number is dropped, since Geliver does not say whether its search matches parts of a number.
    const own = rows.map(shipmentIn).filter(({ order }) => (order?.orderNumber ?? reference) === reference);
    return foundAmong(own);
  }

  async track(shipmentId: string, signal: AbortSignal): Promise<Tracking> {
    return trackingOf(await this.shipment(shipmentId, signal));
  }

  async cancel(shipmentId: string, signal: AbortSignal): Promise<void> {
    await this.client.delete(pathOf(shipmentId), signal);
  }

  async label(shipmentId: string, signal: AbortSignal): Promise<CargoLabel> {
    const { labelURL } = await this.shipment(shipmentId, signal);
    if (!labelURL) throw new ProviderRefused(404, 'label_missing', 'Geliver has no label of this parcel yet.');
    return fetchLabel(NAME, labelURL, this.options.labelHosts, signal);
  }

  async readWebhook(call: WebhookCall): Promise<CargoNews> {
    return newsIn(call, this.options.webhookSecret);
  }

  private async shipment(shipmentId: string, signal: AbortSignal): Promise<GeliverShipment> {
    const { data } = await this.client.get(pathOf(shipmentId), {}, signal);
    const shipment = shipmentIn(data);
    if (shipment.id !== shipmentId)
      throw new ProviderAnswerInvalid('Geliver answered another shipment than was asked for.');
    return shipment;
  }

  /** Every row of a list. @throws ProviderAnswerInvalid of a list that is longer: what is not on these pages may be on others */
  private async listed(
    path: string,
    query: Readonly<Record<string, string>>,
    pagesMax: number,
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let page = 1; page <= pagesMax; page += 1) {
      const answer = await this.client.get(path, { ...query, limit: String(PAGE), page: String(page) }, signal);
      const here = rowsIn(answer.data ?? []);
      rows.push(...here);
      if (!isMore(answer, page, here.length)) return rows;
    }
    throw new ProviderAnswerInvalid(`Geliver has more than ${pagesMax * PAGE} rows where a few were looked for.`);
  }
}

type Address = Static<typeof addressSchema>;

/** True if another page may follow. Without a number of pages a full page may not be the last. */
const isMore = ({ totalPages }: Envelope, page: number, rows: number): boolean =>
  totalPages === undefined || totalPages === null ? rows >= PAGE : page < Number(totalPages);

const pathOf = (shipmentId: string): string => `/shipments/${encodeURIComponent(shipmentId)}`;
