import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { geliver } from '../../src/provider/geliver/provider';
import { WEBHOOK_BYTES_MAX, WebhookRefused } from '../../src/provider/webhook';
import { eventually } from '../world/eventually';
import { type CarrierSide, carrierSide, depot, parcelTo, WEBHOOK_SECRET } from './carrier-side';

const stays = new AbortController().signal;

/** What stands in for the door of the product: it keeps what arrives, with the secret of its address. */
interface Door {
  readonly url: string;
  readonly calls: { readonly secret: string; readonly body: Buffer }[];
  readonly server: Server;
}

let side: CarrierSide;
let door: Door;
beforeEach(async () => {
  side = await carrierSide();
  const calls: Door['calls'] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      calls.push({ secret: (request.url ?? '').split('/').at(-1) ?? '', body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  door = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wh`, calls, server };
});
afterEach(async () => {
  await side.close();
  await new Promise((resolve) => door.server.close(resolve));
});

const arrived = (count: number): Promise<unknown> => eventually(() => door.calls.length === count);

const statesOf = (): Promise<unknown[]> =>
  Promise.all(door.calls.map(async (call) => (await side.adapter.readWebhook(call)).tracking.state));

/** A booked parcel of whose way the door is told. */
async function told(): Promise<string> {
  const { adapter, simulator } = side;
  await fetch(`${simulator.url}/webhook`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-token' },
    body: JSON.stringify({ type: 'TRACK_UPDATED', url: `${door.url}/${WEBHOOK_SECRET}` }),
  });
  const senderId = await adapter.createSender(depot, stays);
  const shipmentId = await adapter.requestOffers(parcelTo(senderId, 'shp_1'), stays);
  const { offers } = await adapter.readOffers(shipmentId, stays);
  await adapter.book(offers[0]?.offerId ?? '', stays);
  await arrived(1);
  return shipmentId;
}

test('says which parcel is where', async () => {
  const shipmentId = await told();
  await side.control('PUT', '/clock', { advanceHours: 12 });
  await arrived(2);
  expect(await Promise.all(door.calls.map((call) => side.adapter.readWebhook(call)))).toMatchObject([
    { shipmentId, tracking: { state: 'booked', trackingNumber: null } },
    { shipmentId, tracking: { state: 'picked_up', place: 'Esenyurt Şube', trackingNumber: expect.any(String) } },
  ]);
});

test('comes late, twice and in the reverse order, and each says what was then', async () => {
  await told();
  door.calls.length = 0;
  await side.control('PUT', '/webhooks', { hold: true, copies: 2 });
  for (const _ of [1, 2, 3]) await side.control('PUT', '/clock', { advanceHours: 6 });
  expect(door.calls).toEqual([]);
  await side.control('PUT', '/webhooks', { hold: false, reversed: true });
  await arrived(6);
  const states = await statesOf();
  expect(states.toSorted()).toEqual(['booked', 'booked', 'in_transit', 'in_transit', 'picked_up', 'picked_up']);
});

describe('is refused', () => {
  const refused = async (call: { secret: string; body: Uint8Array }) => {
    const error = await side.adapter.readWebhook(call).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookRefused);
    return (error as WebhookRefused).reason;
  };
  const saying = (body: unknown) => ({ secret: WEBHOOK_SECRET, body: Buffer.from(JSON.stringify(body)) });

  test('of whoever does not know the secret, whatever it says', async () => {
    await told();
    const [call] = door.calls as [Door['calls'][number]];
    expect(await side.adapter.readWebhook(call)).toMatchObject({ tracking: { state: 'booked' } });
    for (const secret of ['', 'demo', `${WEBHOOK_SECRET}x`, WEBHOOK_SECRET.slice(1), WEBHOOK_SECRET.toUpperCase()])
      expect(await refused({ ...call, secret })).toBe('forged');
    expect(await refused({ secret: 'x', body: Buffer.alloc(WEBHOOK_BYTES_MAX + 1) })).toBe('forged');
  });

  test('by a store that has no secret, also an empty one', async () => {
    const settings = { url: 'http://127.0.0.1:9', labels: [] };
    const account = { config: {}, secrets: { apiToken: 'x' } };
    const adapter = geliver.cargo?.connect(account, settings as never, undefined as never);
    const call = { secret: '', body: Buffer.from('{}') };
    await expect(adapter?.readWebhook?.(call, stays)).rejects.toMatchObject({ reason: 'forged' });
  });

  test('when it is cut, changed, none of Geliver, or too large', async () => {
    await told();
    const [{ body }] = door.calls as [Door['calls'][number]];
    const event = JSON.parse(body.toString('utf8'));
    const wrong: { secret: string; body: Uint8Array }[] = [
      { secret: WEBHOOK_SECRET, body: body.subarray(0, -1) },
      { secret: WEBHOOK_SECRET, body: Buffer.alloc(0) },
      { secret: WEBHOOK_SECRET, body: Buffer.concat([Buffer.from([0xff, 0xfe]), body]) },
      { secret: WEBHOOK_SECRET, body: Buffer.alloc(WEBHOOK_BYTES_MAX + 1, ' ') },
      saying(null),
      saying([]),
      saying({ ...event, event: 'BALANCE_UPDATED' }),
      saying({ event: 'TRACK_UPDATED' }),
      // Older pages of the provider show a bare shipment; nobody has seen one.
      saying(event.data),
      saying({ ...event, data: { ...event.data, id: '../../organizations' } }),
      saying({ ...event, data: { ...event.data, id: 7 } }),
      saying({ ...event, data: { ...event.data, statusCode: {} } }),
    ];
    for (const call of wrong) expect(await refused(call)).toBe('malformed');
  });
});
