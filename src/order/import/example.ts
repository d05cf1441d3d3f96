import { exampleMarketplace } from '../../extension/example';
import type { ImportHead, PackagePayload } from '../package/payload';

const head: ImportHead = {
  externalNumber: '10264512345',
  orderedAt: '2026-11-20T09:15:00Z',
  customer: {
    remoteId: '98765432',
    name: 'Derya Aksoy',
    email: 'pf+x1@marketplace.example',
    identityNumber: '17291716060',
  },
  shippingAddress: {
    name: 'Derya Aksoy',
    company: null,
    line: 'Moda Cad. 12/4',
    district: 'Kadıköy',
    city: 'İstanbul',
    postalCode: '34710',
    country: 'TR',
    phone: null,
  },
  billingAddress: null,
};

const packageOf = (packageId: string, state: PackagePayload['state'], stateWord: string): PackagePayload => ({
  packageId,
  originPackageIds: [],
  state,
  stateWord,
  modifiedAt: '2026-11-20T09:20:00Z',
  shipUntil: '2026-11-22T18:00:00Z',
  total: 49_990,
  currency: 'TRY',
  carrier: 'Aras',
  trackingNumber: '7280012345678901',
  trackingUrl: null,
  invoiceNumber: null,
  invoiceUrl: null,
  lines: [
    {
      lineId: '4765432100',
      barcode: '8690000004765',
      sku: null,
      title: 'Bakır cezve',
      quantity: 2,
      unitPrices: [24_995, 24_995],
      vatRate: 20,
      commissionPercent: 21.5,
    },
  ],
});

/** An order that was brought in by hand. */
export const importedExample = {
  extension: exampleMarketplace,
  ...head,
  packages: [packageOf('3310012345', 'created', 'Created')],
};

/** A package that is being prepared. */
export const upsertedExample = {
  extension: exampleMarketplace,
  ...head,
  externalNumber: '10264512346',
  package: packageOf('3310012346', 'preparing', 'Picking'),
};
