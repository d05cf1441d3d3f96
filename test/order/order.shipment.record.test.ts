import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import mutation from '../../src/order/order.shipment.record';
import { type CargoShop, cargoShop } from './parcels';

let shop: CargoShop;
beforeEach(async () => {
  shop = await cargoShop();
});
afterEach(() => shop.close());

describe('order.shipment.record', () => {
  const record = (payload: object) =>
    shop.world.bus.execute({
      principal: systemPrincipal(shop.world.storeId, 'cargo'),
      mutation: mutation as never,
      payload,
      key: newUlid(),
    });

  test('notes where a booked parcel is, and never that it stands where it was before', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    await shop.stepBooking(shipmentId);
    const left = await record({ shipmentId, state: 'picked_up', trackingNumber: 'TR123' });
    expect(left).toMatchObject({ status: 200, body: { state: 'picked_up', trackingNumber: 'TR123' } });
    expect(await record({ shipmentId, state: 'delivered' })).toMatchObject({ body: { state: 'delivered' } });
    expect(await record({ shipmentId, state: 'picked_up' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    expect(await shop.order(id)).toMatchObject({ fulfilment: 'delivered' });
  });

  test('is issued by the product alone', async () => {
    const { id: shipmentId } = await shop.book(await shop.paid());
    const asked = shop.world.run('order.shipment.record', { shipmentId, state: 'booked' });
    await expect(asked).rejects.toMatchObject({ code: 'runtime_only' });
  });
});
