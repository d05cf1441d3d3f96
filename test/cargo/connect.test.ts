import { connectCargo } from '../../src/cargo/provider/connect';
import { type CargoNeeds, cargoNeeds } from '../../src/cargo/provider/needs';
import { cargoOf } from '../../src/extension/provider/providers';
import { type CargoAdapter, type CargoOperation, shipmentStates } from '../../src/provider/cargo-port';
import { ProviderThrottled, ProviderUnavailable } from '../../src/provider/error';
import { geliver } from '../../src/provider/geliver/provider';
import { stateOf } from '../../src/provider/geliver/status';
import { asInstalledEarlier } from '../extension/earlier';
import { createWorld, type World } from '../world/world';
import { buyer, type CarrierSide, carrierSide, depot, parcelTo } from './carrier-side';

const stays = new AbortController().signal;
const TOKEN = 'demo-token';

let side: CarrierSide;
let world: World;
beforeEach(async () => {
  side = await carrierSide();
  world = await createWorld({
    environment: { TEZGAH_GELIVER_URL: side.simulator.url, TEZGAH_GELIVER_LABELS: new URL(side.simulator.url).origin },
  });
});
afterEach(async () => {
  await world.close();
  await side.close();
});

const connect = <O extends CargoOperation>(needs: CargoNeeds<O>, ext = 'geliver') =>
  connectCargo({
    db: world.database.reader(world.storeId),
    services: world.platform.services,
    storeId: world.storeId,
    ext,
    needs,
  });

const owner = (command: string, payload: object) => world.done(command, payload, { as: world.owner });

async function enable(): Promise<void> {
  const extension = 'geliver';
  await owner('extension.install', { extension });
  await owner('secret.set', { extension, key: 'apiToken', value: TOKEN });
  await owner('extension.configure', { extension, config: { senderAddressId: 'adr-1', parcelWeightGrams: 750 } });
  await owner('extension.enable', { extension });
}

test('one that nobody has let book parcels books none, and follows those that it booked', async () => {
  await enable();
  const granted = { scopes: [], personalData: [], actions: ['senders.create'], secrets: ['apiToken'] };
  await asInstalledEarlier(world, { extension: 'geliver', version: '1.0.0', granted });
  for (const operation of ['requestOffers', 'book', 'cancel'] as const)
    await expect(connect(cargoNeeds('enabled', operation))).rejects.toMatchObject({ code: 'consent_required' });
  const { adapter } = await connect(cargoNeeds('ready', 'test', 'track', 'createSender'));
  await adapter.test(stays);
  await expect((adapter as Partial<CargoAdapter>).cancel?.('1', stays)).rejects.toMatchObject({
    code: 'consent_required',
  });
  const { ops } = await world.read('extensions.ops.get', { params: { ext: 'geliver' } });
  expect(ops.find(({ op }: { op: string }) => op === 'orders.cargo.book').blockedBy).toEqual(['consent_required']);
});

test('a provider of cargo is installed, told its secret, configured and enabled, and then asked', async () => {
  await expect(connect(cargoNeeds('ready', 'test'))).rejects.toMatchObject({ code: 'extension_not_installed' });
  await owner('extension.install', { extension: 'geliver' });
  const early = connect(cargoNeeds('ready', 'test'));
  await expect(early).rejects.toMatchObject({ code: 'extension_not_ready', detail: 'missing_secret:apiToken' });
  await owner('extension.uninstall', { extension: 'geliver' });
  await enable();
  const { adapter, provider, config } = await connect(cargoNeeds('enabled', 'test', 'createSender', 'requestOffers'));
  await adapter.test(stays);
  const senderId = await adapter.createSender(depot, stays);
  expect(await adapter.requestOffers(parcelTo(senderId, 'shp_1', { recipient: buyer }), stays)).toEqual(
    expect.any(String),
  );
  expect([provider.senderId(config), provider.parcel(config)]).toEqual([
    'adr-1',
    { lengthCm: 30, widthCm: 20, heightCm: 12, weightGrams: 750 },
  ]);
  const { items } = await world.read('extensions.list');
  expect(items).toContainEqual(
    expect.objectContaining({
      key: 'geliver',
      kind: 'cargo',
      installed: expect.objectContaining({ enabled: true, version: '1.0.0' }),
    }),
  );
});

test('what an owner is told that it may do and be told is what is granted', async () => {
  await enable();
  const { items } = await world.read('extensions.list', { as: world.owner });
  const row = items.find(({ key }: { key: string }) => key === 'geliver');
  expect(row.installed.granted).toEqual({
    actions: ['senders.create', 'parcels.book', 'parcels.cancel'],
    scopes: ['orders:read', 'orders:write'],
    personalData: ['name', 'email', 'telephone', 'address', 'order'],
    secrets: ['apiToken'],
  });
});

test('a marketplace is no provider of cargo, nor is what there is not', async () => {
  await owner('extension.install', { extension: 'trendyol' });
  await expect(connect(cargoNeeds('ready', 'test'), 'trendyol')).rejects.toMatchObject({ code: 'not_found' });
  for (const ext of ['constructor', '__proto__', 'none'])
    expect(() => cargoOf(ext)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(cargoOf('geliver')).toBe(geliver.cargo);
});

test('the errors of the port come through, without the secrets of the store', async () => {
  await enable();
  const { adapter } = await connect(cargoNeeds('ready', 'test', 'track'));
  const { faults } = side.simulator;
  faults.set({ throttleStorm: { rate: 1 } });
  await expect(adapter.test(stays)).rejects.toThrow(ProviderThrottled);
  faults.set({ down: true });
  await expect(adapter.test(stays)).rejects.toThrow(ProviderUnavailable);
  faults.clear();
  const told = await adapter.track(`../${TOKEN}`, stays).catch((error: Error) => error.message);
  expect(told).not.toContain(TOKEN);
});

test('every state of a parcel is one that Geliver may come to', () => {
  const subs = ['information_received', 'package_accepted', 'package_departed', 'out_for_delivery', 'delivered'];
  const others = ['delivery_rescheduled', 'return_to_sender', 'package_lost', 'package_canceled'];
  const states = [...subs, ...others].map((sub) => stateOf({ shipment: 'SHIPPED', tracking: 'TRANSIT', sub }));
  expect(new Set([...states, stateOf({ shipment: 'RETURNED', tracking: '', sub: '' })])).toEqual(
    new Set(shipmentStates),
  );
});
