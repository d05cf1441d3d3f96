import fc from 'fast-check';
import type { Agreed } from '../../src/order/belge/agreed';
import { company } from '../store/identity';

type Line = Agreed['lines'][number];

export const lineOf = (more: Partial<Line> = {}): Line => ({
  title: 'Çeşme Suyu',
  variantTitle: null,
  sku: null,
  quantity: 1,
  unitPrice: 123_450,
  vatRate: 20,
  requiresShipping: true,
  digitalKind: 'none',
  withdrawalException: null,
  ...more,
});

const { title, taxOffice, taxNumber, mersis, address, district, province, email, phone, kep } = company;

export const seller: Agreed['seller'] = {
  storeName: 'Kahve Dükkânı',
  ...{ title, taxOffice, taxNumber, mersis, address, district, province, email, phone, kep },
  deliveryMinDays: 1,
  deliveryMaxDays: 3,
  returnCarrier: 'yurtici',
  returnCostBorneBy: 'store',
  returnCostDisclosure: null,
} as Agreed['seller'];

interface Amounts {
  readonly discountTotal?: number;
  readonly shippingTotal?: number;
  readonly codFee?: number;
}

/** An order of these lines, which adds up. */
export function agreedOn(
  lines: readonly Line[],
  { discountTotal = 0, shippingTotal = 0, codFee = 0 }: Amounts = {},
  more: Partial<Agreed> = {},
): Agreed {
  const itemsTotal = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const place = { address: 'Çiçek Sok. No: 7 D: 4', district: 'Kadıköy', province: 'İstanbul' } as const;
  return {
    order: {
      number: '1042',
      placedAt: '2026-11-20T09:15:00.000Z',
      transferUntil: null,
      paymentMethod: 'cod',
      itemsTotal,
      discountTotal,
      shippingTotal,
      codFee,
      total: itemsTotal - discountTotal + shippingTotal + codFee,
      vatTotal: 1_234,
      buyerName: 'Ayşe Yılmaz',
      buyerEmail: 'ayse@alici.example',
      buyerPhone: '+905321234567',
      shippingAddress: { name: 'Ayşe Yılmaz', phone: '+905321234567', ...place, postalCode: '34710' },
      billing: null,
      shippingRate: { id: 'standart', label: 'Standart teslimat', kurus: shippingTotal },
    },
    lines,
    seller,
    coupons: [],
    instalments: null,
    byTelephone: false,
    ...more,
  };
}

const kurus = fc.integer({ min: 0, max: 10_000_000 });

/** Orders with any lines and amounts that add up. */
export const agreements: fc.Arbitrary<Agreed> = fc
  .record({
    lines: fc.array(
      fc.record({
        title: fc.string({ minLength: 1, unit: 'grapheme' }),
        quantity: fc.integer({ min: 1, max: 99 }),
        unitPrice: kurus,
      }),
      { minLength: 1, maxLength: 30 },
    ),
    shippingTotal: kurus,
    codFee: kurus,
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, shippingTotal, codFee, part }) => {
    const goods = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
    const discountTotal = Math.floor((goods * part) / 100);
    return agreedOn(lines.map(lineOf), { discountTotal, shippingTotal, codFee });
  });
