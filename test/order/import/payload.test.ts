import upsert from '../../../src/channel/channel.package.upsert';
import { packagePayloadOf, upsertPayloadOf } from '../../../src/channel/package/payload';
import { schemaErrors } from '../../../src/kernel/schema/validation';
import importOrder from '../../../src/order/order.import';
import type { RemotePackage } from '../../../src/provider/channel/package';

const address = {
  name: ' Derya\u202E\nAksoy ',
  company: '',
  line: 'x'.repeat(900),
  district: null,
  city: 'Köln',
  postalCode: null,
  country: 'Almanya',
  phone: null,
};

/** What a marketplace may say at its worst. */
const remote: RemotePackage = {
  packageId: '1',
  orderNumber: '2',
  originPackageIds: [],
  state: 'unknown',
  stateWord: '',
  orderedAt: '2026-11-20T10:00:00Z',
  modifiedAt: '2026-11-20T10:00:00Z',
  shipUntil: null,
  total: 100,
  currency: 'TRY',
  customer: { remoteId: null, name: '  ', email: null, identityNumber: null },
  shippingAddress: address,
  billingAddress: { ...address, taxNumber: null, taxOffice: null },
  carrier: null,
  trackingNumber: '7280012345678901234',
  trackingUrl: 'javascript:alert(1)',
  invoiceNumber: null,
  invoiceUrl: null,
  lines: [
    {
      lineId: '3',
      barcode: null,
      sku: null,
      title: '\u0000',
      quantity: 1,
      unitPrices: [100],
      vatRate: null,
      commissionPercent: null,
    },
  ],
};

test('what a marketplace says at its worst is a payload of both commands all the same', () => {
  expect(schemaErrors(upsert.payload, upsertPayloadOf('trendyol', remote))).toEqual([]);
  expect(schemaErrors(upsert.payload, upsertPayloadOf('trendyol', remote, 0, [remote, remote]))).toEqual([]);
  const { package: told, soldBefore: _, ...head } = upsertPayloadOf('trendyol', remote);
  expect(schemaErrors(importOrder.payload, { ...head, packages: [told] })).toEqual([]);
  expect(packagePayloadOf(remote)).toMatchObject({ stateWord: 'unknown', trackingUrl: null, lines: [{ title: '3' }] });
  expect(upsertPayloadOf('trendyol', remote)).toMatchObject({
    customer: { name: '-' },
    shippingAddress: { name: 'Derya Aksoy', company: null, country: null },
  });
});
