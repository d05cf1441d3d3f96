import type { CargoOffers, OfferRequest } from '../../src/provider/cargo-port';
import {
  ProviderAnswerInvalid,
  ProviderAnswerTooLarge,
  ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { kurusOf, liraOf } from '../../src/provider/geliver/money';
import { geliver } from '../../src/provider/geliver/provider';
import { provinceOf } from '../../src/provider/geliver/province';
import { stateOf } from '../../src/provider/geliver/status';
import type { Hostility } from '../../src/simulator/geliver/hostility';
import { type CarrierSide, carrierSide, depot, parcelTo } from './carrier-side';

const stays = new AbortController().signal;
const SHIPMENT = 'GET /shipments/{shipmentId}';

let side: CarrierSide;
const opened: CarrierSide[] = [];
beforeEach(async () => {
  side = await open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function open(...wished: Parameters<typeof carrierSide>): Promise<CarrierSide> {
  const each = await carrierSide(...wished);
  opened.push(each);
  return each;
}

const senderAt = ({ adapter }: CarrierSide) => adapter.createSender(depot, stays);

async function allOffers({ adapter }: CarrierSide, shipmentId: string): Promise<CargoOffers> {
  for (;;) {
    const offers = await adapter.readOffers(shipmentId, stays);
    if (offers.completedPercent === 100) return offers;
  }
}

/** A parcel that is booked with a carrier. */
async function booked(at: CarrierSide, carrier: string, more: Partial<OfferRequest> = {}) {
  const shipmentId = await at.adapter.requestOffers(parcelTo(await senderOf(at), 'shp_1', more), stays);
  const { offers } = await allOffers(at, shipmentId);
  const offer = offers.find((each) => each.carrier === carrier);
  if (!offer) throw new Error(`${carrier} makes no offer`);
  return at.adapter.book(offer.offerId, stays);
}

const senderOf = async (at: CarrierSide): Promise<string> =>
  (await at.adapter.findSender(depot.reference, stays)) ?? (await senderAt(at));

describe('what Geliver is asked for', () => {
  test('it offers every operation of the port, and its adapter has each', () => {
    const { cargo } = geliver;
    const account = { config: {}, secrets: { apiToken: 'x' } };
    const adapter = cargo?.connect(account, { url: 'http://127.0.0.1:9', labels: [] } as never, undefined as never);
    for (const operation of cargo?.operations ?? []) expect(typeof adapter?.[operation]).toBe('function');
  });

  test('a test of the connection says whether the token is one', async () => {
    await side.adapter.test(stays);
    const stranger = await open({ token: 'of nobody' });
    await expect(stranger.adapter.test(stays)).rejects.toMatchObject({ status: 401, code: 'E1005' });
  });

  test('an address of a sender is created, and found by the word of the store', async () => {
    expect(await side.adapter.findSender(depot.reference, stays)).toBeNull();
    const id = await senderAt(side);
    expect(await side.adapter.findSender(depot.reference, stays)).toBe(id);
    expect(await side.adapter.findSender('depo', stays)).toBeNull();
    // A second one of that word is refused, so an answer that was lost makes no second address.
    await expect(senderAt(side)).rejects.toMatchObject({ status: 400, code: 'E1011' });
  });

  test('where the province is none, nothing is asked', async () => {
    const lost = { ...depot, city: 'Atlantis' };
    await expect(side.adapter.createSender(lost, stays)).rejects.toMatchObject({ code: 'city_unknown' });
    expect(side.simulator.stats().requests).toBe(0);
  });

  test('offers come one after another, with prices in kuruş and days', async () => {
    const shipmentId = await side.adapter.requestOffers(parcelTo(await senderAt(side), 'shp_1'), stays);
    const first = await side.adapter.readOffers(shipmentId, stays);
    expect(first.completedPercent).toBeGreaterThan(0);
    expect(first.completedPercent).toBeLessThan(100);
    const { offers } = await allOffers(side, shipmentId);
    expect(offers).toHaveLength(6);
    expect(offers).toContainEqual({
      offerId: expect.any(String),
      carrier: 'YURTICI',
      service: 'YURTICI_STANDART',
      price: 10_990 + 3 * 520,
      days: 2,
    });
  });

  test('what is collected at the door goes along as the total, and carriers that collect nothing make no offer', async () => {
    const request = parcelTo(await senderAt(side), 'shp_1', { cashOnDelivery: 41_970 });
    const { offers } = await allOffers(side, await side.adapter.requestOffers(request, stays));
    expect(offers.map(({ service }) => service)).toEqual(['PTT_KAPIDA_ODEME']);
    expect(await side.control('GET', '/shipments')).toMatchObject([
      {
        productPaymentOnDelivery: true,
        weight: '1.5',
        recipientAddress: { cityCode: '34', cityName: 'İstanbul' },
        order: { orderNumber: 'shp_1', totalAmount: '419.70', sourceIdentifier: 'https://kahvetezgahi.example' },
      },
    ]);
  });

  test('an offer that is accepted is charged; the number comes when the carrier has the parcel', async () => {
    const before = side.simulator.stats().balanceKurus;
    const shipment = await booked(side, 'YURTICI');
    expect(shipment).toMatchObject({ carrier: 'YURTICI', service: 'YURTICI_STANDART', price: 12_550 });
    expect(shipment.tracking).toMatchObject({
      state: 'booked',
      trackingNumber: null,
      trackingUrl: null,
      labelled: true,
    });
    expect(side.simulator.stats().balanceKurus).toBe(before - 12_550);
    await side.control('PUT', '/clock', { advanceHours: 12 });
    expect(await side.adapter.track(shipment.shipmentId, stays)).toMatchObject({
      state: 'picked_up',
      place: 'Esenyurt Şube',
      note: 'Gönderi şubeye teslim alındı',
      code: 'SHIPPED/TRANSIT/package_accepted',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      trackingNumber: expect.stringMatching(/^\d{12}$/),
      trackingUrl: expect.stringMatching(/^https:/),
    });
  });

  test('a test shipment costs nothing, and moves with each look', async () => {
    const trying = await open({ test: true });
    const { shipmentId } = await booked(trying, 'GELIVER');
    expect(trying.simulator.stats().balanceKurus).toBe(1_000_000);
    const states: unknown[] = [];
    for (let look = 0; look < 6; look += 1) states.push((await trying.adapter.track(shipmentId, stays)).state);
    expect(states).toEqual(['booked', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'delivered']);
  });

  test.each([
    ['second_attempt', ['out_for_delivery', 'attempt_failed', 'out_for_delivery', 'delivered']],
    ['returned', ['out_for_delivery', 'attempt_failed', 'returning', 'returned']],
    ['lost', ['lost', 'lost', 'lost', 'lost']],
  ])('a parcel that is %s', async (journey, states) => {
    const { shipmentId } = await booked(side, 'PTT');
    for (const [at, state] of states.entries()) {
      await side.control('PUT', '/shipments', { shipmentId, journey, at: 4 + at });
      expect([at, (await side.adapter.track(shipmentId, stays)).state]).toEqual([at, state]);
    }
  });

  test('what is not with the carrier yet is cancelled and paid back, and nothing after that', async () => {
    const shipment = await booked(side, 'ARAS');
    await side.adapter.cancel(shipment.shipmentId, stays);
    expect(side.simulator.stats().balanceKurus).toBe(1_000_000);
    expect(await side.adapter.track(shipment.shipmentId, stays)).toMatchObject({ state: 'cancelled' });
    const other = await booked(side, 'ARAS');
    await side.control('PUT', '/clock', { advanceHours: 12 });
    await expect(side.adapter.cancel(other.shipmentId, stays)).rejects.toMatchObject({ status: 400, code: 'E1041' });
  });
});

describe('labels', () => {
  test.each([
    ['SURAT', 'application/pdf'],
    ['YURTICI', 'application/zpl'],
    ['PTT', 'image/png'],
  ])('of %s are %s, by their bytes', async (carrier, type) => {
    const { shipmentId } = await booked(side, carrier);
    const label = await side.adapter.label(shipmentId, stays);
    expect(label.type).toBe(type);
    expect(label.bytes.byteLength).toBeGreaterThan(50);
  });

  test('there is none before a carrier is booked', async () => {
    const shipmentId = await side.adapter.requestOffers(parcelTo(await senderAt(side), 'shp_1'), stays);
    await expect(side.adapter.label(shipmentId, stays)).rejects.toMatchObject({ code: 'label_missing' });
  });

  test.each([
    ['missing', ProviderAnswerInvalid],
    ['html', ProviderAnswerInvalid],
    ['tooLarge', ProviderAnswerInvalid],
    ['endless', ProviderAnswerTooLarge],
    ['elsewhere', ProviderAnswerInvalid],
    ['away', ProviderUnavailable],
  ])('behind an address that is %s there is none', async (fault, kind) => {
    const { shipmentId } = await booked(side, 'SURAT');
    await side.control('PUT', '/labels', { fault });
    await expect(side.adapter.label(shipmentId, stays)).rejects.toThrow(kind);
    await side.control('DELETE', '/labels');
    expect((await side.adapter.label(shipmentId, stays)).type).toBe('application/pdf');
  });

  test('are fetched from the hosts of the operator alone, whatever the provider names', async () => {
    const { shipmentId } = await booked(side, 'SURAT');
    for (const kind of ['labelElsewhere', 'labelOfFile'] as const) {
      side.simulator.faults.set({ hostilePage: { rate: 1, kind }, endpoint: SHIPMENT });
      await expect(side.adapter.label(shipmentId, stays)).rejects.toThrow('from which none are fetched');
    }
    const strict = await open({ labels: 'labels3.geliver.io' });
    const other = await booked(strict, 'SURAT');
    await expect(strict.adapter.label(other.shipmentId, stays)).rejects.toThrow('from which none are fetched');
  });
});

describe('an answer that is lost', () => {
  const ACCEPT = 'POST /transactions';
  const lose = (endpoint: string) => side.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint, untilRequests: 1 });

  test('of a new address: it is found, and not made again', async () => {
    lose('POST /addresses');
    await expect(senderAt(side)).rejects.toThrow(ProviderUnavailable);
    expect(await side.adapter.findSender(depot.reference, stays)).toEqual(expect.any(String));
  });

  test('of a request for offers: the shipment is found, and nothing is booked', async () => {
    const senderId = await senderAt(side);
    lose('POST /shipments');
    await expect(side.adapter.requestOffers(parcelTo(senderId, 'shp_lost'), stays)).rejects.toThrow(
      ProviderUnavailable,
    );
    expect(await side.adapter.findBooking('shp_lost', stays)).toEqual([
      { shipmentId: expect.any(String), booked: null },
    ]);
    expect(await side.adapter.findBooking('shp_los', stays)).toEqual([]);
  });

  test('of a booking: what was charged is found, before what was only asked for', async () => {
    const senderId = await senderAt(side);
    const shipmentId = await side.adapter.requestOffers(parcelTo(senderId, 'shp_lost'), stays);
    await side.adapter.requestOffers(parcelTo(senderId, 'shp_lost'), stays);
    const [offer] = (await allOffers(side, shipmentId)).offers;
    const offerId = offer?.offerId ?? '';
    lose(ACCEPT);
    await expect(side.adapter.book(offerId, stays)).rejects.toThrow(ProviderUnavailable);
    const found = await side.adapter.findBooking('shp_lost', stays);
    expect(found.map((each) => each.booked?.offerId ?? null)).toEqual([offerId, null]);
    expect(found[0]?.booked).toMatchObject({ shipmentId, carrier: 'SURAT', tracking: { state: 'booked' } });
    expect(side.simulator.stats().shipmentsBooked).toBe(1);
    await expect(side.adapter.book(offerId, stays)).rejects.toMatchObject({ code: 'E1031' });
  });

  test('of a cancellation: the parcel says it', async () => {
    const { shipmentId } = await booked(side, 'PTT');
    lose('DELETE /shipments/{shipmentId}');
    await expect(side.adapter.cancel(shipmentId, stays)).rejects.toThrow(ProviderUnavailable);
    expect(await side.adapter.track(shipmentId, stays)).toMatchObject({ state: 'cancelled' });
  });
});

describe('what goes wrong is one of the errors of the port', () => {
  test('a balance that is used up is refused, and nothing is booked', async () => {
    await side.control('PUT', '/balance', { kurus: 5_000 });
    await expect(booked(side, 'PTT')).rejects.toMatchObject({ status: 402, code: 'E1051' });
    await expect(booked(side, 'PTT')).rejects.toThrow(ProviderRefused);
    expect(side.simulator.stats()).toMatchObject({ shipmentsBooked: 0, balanceKurus: 5_000 });
  });

  test('429, 5xx, silence of the network, and what is no JSON', async () => {
    const { faults } = side.simulator;
    faults.set({ throttleStorm: { rate: 1 } });
    await expect(side.adapter.test(stays)).rejects.toThrow(ProviderThrottled);
    faults.set({ serverError: { rate: 1, status: 503 } });
    await expect(side.adapter.test(stays)).rejects.toMatchObject({ status: 503 });
    faults.set({ malformedBody: { rate: 1 } });
    await expect(side.adapter.test(stays)).rejects.toThrow(ProviderUnavailable);
    faults.set({ down: true });
    await expect(side.adapter.test(stays)).rejects.toThrow(ProviderUnavailable);
  });

  test('a limit of the provider', async () => {
    const strict = await open({}, { requestsPer10s: 1 });
    await strict.adapter.test(stays);
    await expect(strict.adapter.test(stays)).rejects.toThrow(ProviderThrottled);
  });

  test('refusals in forms that nobody has documented', async () => {
    side.simulator.faults.set({ hostileRefusal: { rate: 1 } });
    for (let turn = 0; turn < 5; turn += 1) {
      const said = await side.adapter.test(stays).catch((error: unknown) => error);
      expect(said).toBeInstanceOf(ProviderUnclear);
      expect((said as Error).message).not.toContain('\0');
    }
  });

  test('a call that its caller gives up', async () => {
    const over = new AbortController();
    side.simulator.faults.set({ silence: { rate: 1 } });
    const asked = side.adapter.test(over.signal);
    over.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  const unbelieved: readonly Hostility[] = [
    'noResult',
    'noData',
    'numberForText',
    'textForList',
    'enormousText',
    'otherShipment',
    'pathForId',
    'immense',
  ];
  test.each(unbelieved)('an answer that nobody promised: %s', async (kind) => {
    const shipmentId = await side.adapter.requestOffers(parcelTo(await senderAt(side), 'shp_1'), stays);
    await allOffers(side, shipmentId);
    side.simulator.faults.set({ hostilePage: { rate: 1, kind } });
    await expect(side.adapter.readOffers(shipmentId, stays)).rejects.toThrow(ProviderAnswerInvalid);
  });

  test('a refusal in an answer of 200', async () => {
    side.simulator.faults.set({ hostilePage: { rate: 1, kind: 'resultFalse' } });
    await expect(side.adapter.test(stays)).rejects.toMatchObject({ status: 200, code: 'E1051' });
  });

  test('an offer in another currency, or of an amount that is none, is not shown as one', async () => {
    const shipmentId = await side.adapter.requestOffers(parcelTo(await senderAt(side), 'shp_1'), stays);
    const { offers, unreadable } = await allOffers(side, shipmentId);
    expect([offers.length, unreadable]).toEqual([6, 0]);
    for (const kind of ['otherCurrency', 'signedAmount'] as const) {
      side.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      expect(await side.adapter.readOffers(shipmentId, stays)).toMatchObject({ offers: [], unreadable: 6 });
    }
  });

  test('a booking whose answer is of another shipment is not believed; of an amount that is none it has none', async () => {
    const bookedWith = async (kind: Hostility) => {
      const at = await open();
      const shipmentId = await at.adapter.requestOffers(parcelTo(await senderOf(at), 'shp_1'), stays);
      const [offer] = (await allOffers(at, shipmentId)).offers;
      at.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      return at.adapter.book(offer?.offerId ?? '', stays);
    };
    for (const kind of ['pathForId', 'noData', 'otherOffer'] as const)
      await expect(bookedWith(kind)).rejects.toThrow(ProviderAnswerInvalid);
    expect(await bookedWith('otherCurrency')).toMatchObject({ carrier: 'SURAT', price: null });
  });

  test('a list of which the end is not seen says nothing of what is not on it', async () => {
    side.simulator.faults.set({ hostilePage: { rate: 1, kind: 'endlessPages' } });
    await expect(side.adapter.findBooking('shp_1', stays)).rejects.toThrow(ProviderAnswerInvalid);
    await expect(side.adapter.findSender('depo-1', stays)).rejects.toThrow(ProviderAnswerInvalid);
    expect(side.simulator.stats().requests).toBe(6);
  });

  test('words that nobody knows move no parcel, and text is made such as can be stored', async () => {
    const { shipmentId } = await booked(side, 'PTT');
    const { faults } = side.simulator;
    faults.set({ hostilePage: { rate: 1, kind: 'strangeStatus' } });
    expect(await side.adapter.track(shipmentId, stays)).toMatchObject({ state: null, at: null });
    faults.set({ hostilePage: { rate: 1, kind: 'nul' } });
    const { note, place } = await side.adapter.track(shipmentId, stays);
    expect([note, place]).toEqual(['Yolda \ufffd', null]);
  });
});

describe('amounts, provinces and states', () => {
  test.each([
    ['54.8460', 5_485],
    ['1.005', 101],
    ['0.1', 10],
    ['189.90', 18_990],
    ['1000000', 100_000_000],
    ['-1', undefined],
    ['1e3', undefined],
    ['1,5', undefined],
    ['', undefined],
  ])('%s lira are %s kuruş', (lira, kurus) => expect(kurusOf(lira)).toBe(kurus));

  test('kuruş are written as lira', () => {
    expect([0, 5, 18_990].map(liraOf)).toEqual(['0.00', '0.05', '189.90']);
    for (const kurus of [1, 99, 100, 123_456_789]) expect(kurusOf(liraOf(kurus))).toBe(kurus);
  });

  test('provinces are known however they are spelled, and there are 81', () => {
    expect(
      ['ISTANBUL', 'İstanbul', ' i̇zmir', 'şanlıurfa', 'Sanliurfa', 'Urfa'].map((city) => provinceOf(city)?.code),
    ).toEqual(['34', '34', '35', '63', '63', '63']);
    expect([provinceOf('Düzce'), provinceOf('Adana')]).toEqual([
      { code: '81', name: 'Düzce' },
      { code: '01', name: 'Adana' },
    ]);
    expect(provinceOf('constructor')).toBeUndefined();
  });

  test('an end is not taken back by a scan beside it', () => {
    const scanned = { tracking: 'TRANSIT', sub: 'package_departed' };
    expect(stateOf({ shipment: 'CANCELED', ...scanned })).toBe('cancelled');
    expect(stateOf({ shipment: 'RETURNED', ...scanned })).toBe('returned');
    expect(stateOf({ shipment: 'GOT_OFFERS', tracking: '', sub: '' })).toBeNull();
    expect(stateOf({ shipment: 'SHIPPED', tracking: 'UNKNOWN', sub: 'other' })).toBe('in_transit');
  });
});
