import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import type { Addresses } from './addresses';
import { objectIn, textIn } from './body';
import { lira } from './carriers';
import { refused } from './errors';
import { cities, districtsOf } from './geography';
import type { Shipments, Transaction } from './shipments';
import type { Webhooks } from './webhooks';
import type { Envelope, Shipment } from './wire';

const PAGE_MAX = 100;

interface Account {
  readonly organizationId: string;
  readonly addresses: Addresses;
  readonly shipments: Shipments;
  readonly webhooks: Webhooks;
}

/** Every provider call that the simulator understands. */
export function endpoints({ organizationId, addresses, shipments, webhooks }: Account): Endpoint[] {
  return [
    endpoint('GET /cities', () => ok(cities())),
    endpoint('GET /districts', ({ query }) => ok(districtsOf(query.get('cityCode') ?? ''))),

    endpoint('GET /addresses', ({ query }) => page(addresses.list(query.get('isRecipientAddress')), query)),
    endpoint('POST /addresses', ({ body }) => ok(addresses.create(body))),
    endpoint('GET /addresses/{addressId}', ({ path: { addressId = '' } }) => ok(addresses.get(addressId))),
    endpoint('DELETE /addresses/{addressId}', ({ path: { addressId = '' } }) => {
      addresses.remove(addressId);
      return emptyAnswer();
    }),

    endpoint('POST /shipments', ({ body, headers }) => ok(here(shipments.create(body), headers))),
    endpoint('GET /shipments', ({ query, headers }) =>
      page(
        shipments.list(query.get('orderNumber')).map((shipment) => here(shipment, headers)),
        query,
      ),
    ),
    endpoint('GET /shipments/{shipmentId}', ({ path: { shipmentId = '' }, headers }) =>
      ok(here(shipments.look(shipmentId), headers)),
    ),
    endpoint('PATCH /shipments/{shipmentId}', ({ path: { shipmentId = '' }, body, headers }) =>
      ok(here(shipments.measure(shipmentId, body), headers)),
    ),
    endpoint('DELETE /shipments/{shipmentId}', ({ path: { shipmentId = '' } }) => {
      shipments.cancel(shipmentId);
      return emptyAnswer();
    }),

    endpoint('POST /transactions', ({ body, headers }): Envelope<Transaction> => {
      const transaction = shipments.accept(textIn(objectIn(body), 'offerID'));
      return ok({ ...transaction, shipment: here(transaction.shipment, headers) });
    }),

    endpoint('GET /organizations/{id}/balance', ({ path }) => {
      if (path.id !== organizationId) throw refused(404, 'E1070', 'Kuruluş bulunamadı.');
      return { ...ok(lira(shipments.balance)), debt: '0' };
    }),

    endpoint('GET /webhook', () => ok(webhooks.list())),
    endpoint('POST /webhook', ({ body }) => ok(webhooks.create(body))),
    endpoint('PUT /webhook', ({ body, headers }) => {
      const [last] = shipments.list(null);
      webhooks.attempt(body, last && here(last, headers));
      return emptyAnswer();
    }),
    endpoint('DELETE /webhook/{webhookId}', ({ path: { webhookId = '' } }) => {
      webhooks.remove(webhookId);
      return emptyAnswer();
    }),
  ];
}

const ok = <Data>(data: Data): Envelope<Data> => ({ result: true, data });
const emptyAnswer = (): Envelope<never> => ({ result: true, additionalMessage: 'Success' });

function page<Row>(rows: readonly Row[], query: URLSearchParams): Envelope<Row[]> {
  const limit = Math.min(PAGE_MAX, Math.max(1, Number(query.get('limit')) || 10));
  const at = Math.max(1, Number(query.get('page')) || 1);
  return {
    ...ok(rows.slice((at - 1) * limit, at * limit)),
    limit,
    page: at,
    totalRows: rows.length,
    totalPages: Math.ceil(rows.length / limit),
  };
}

/** The label of a shipment is here, as the caller calls it. */
const here = (shipment: Shipment, { host }: Call['headers']): Shipment =>
  shipment.labelURL === undefined || host === undefined
    ? shipment
    : { ...shipment, labelURL: `http://${host}${new URL(shipment.labelURL).pathname}` };
