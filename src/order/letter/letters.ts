import { carrierLabel } from '../../cargo/carrier/carrier';
import { usesOfOrder } from '../../coupon/use/store';
import { deliveryTold, discountsTold, type ToldCoupon } from '../../coupon/use/told';
import type { Queryable } from '../../kernel/database/queryable';
import type { Attachment, Letter } from '../../kernel/declaration/letter';
import { liraText } from '../../kernel/money';
import { dayText } from '../../kernel/shop-time';
import { type LetterParts, letter } from '../../mail/page';
import { findCheckout } from '../../store/checkout/store';
import { storeSummary } from '../../store/store';
import { belgeFileName } from '../belge/documents';
import { pdfOf } from '../belge/pdf';
import { belgelerOf } from '../belge/store';
import { linesOf } from '../line/store';
import { followLink } from '../order/follow-key';
import { cashAtDoor } from '../piece/cash';
import { type LetterOrder, type LetterShipment, ordersToWrite, refundsToWrite, shipmentsToWrite } from './store';

type FindOrders<T extends LetterOrder> = (
  db: Queryable,
  storeId: string,
  ids: readonly string[],
) => Promise<readonly T[]>;
type LetterText = Omit<LetterParts, 'storeName' | 'to' | 'name'>;
type Accounts = NonNullable<Awaited<ReturnType<typeof findCheckout>>>['bankAccounts'];

/** Declares a letter to the buyer of an order. */
export const toBuyer = <T extends LetterOrder>(
  kind: string,
  find: FindOrders<T>,
  say: (about: T, accounts: Accounts) => LetterText,
): Letter => ({
  kind,
  async write(db, storeId, subjectIds, { addressOf, digests }) {
    const found = await find(db, storeId, subjectIds);
    const { name: storeName } = await storeSummary(db, storeId);
    const { bankAccounts = [] } = (await findCheckout(db, storeId)) ?? {};
    const shop = await addressOf(db, storeId);
    return new Map(
      found.map((about) => {
        const { subjectId, orderId, email: to, name } = about;
        const page = followLink(shop, digests, { storeId, orderId });
        return [subjectId, letter({ storeName, to, name, page, ...say(about, bankAccounts) })];
      }),
    );
  },
});

const lira = (kurus: number): string => `${liraText(kurus)} TL`;

/** An order that was placed, with the coupons that it uses. */
type PlacedOrder = LetterOrder & { readonly coupons: readonly ToldCoupon[] };

const placedOrders: FindOrders<PlacedOrder> = async (db, storeId, ids) => {
  const placed: PlacedOrder[] = [];
  for (const order of await ordersToWrite(db, storeId, ids))
    placed.push({ ...order, coupons: await usesOfOrder(db, storeId, order.subjectId) });
  return placed;
};

function amounts(order: PlacedOrder): (readonly [string, string])[] {
  const { lines, discountTotal, shippingTotal, codFee, total, coupons } = order;
  const delivery = deliveryTold(coupons);
  const some = (name: string, kurus: number, sign = ''): (readonly [string, string])[] =>
    kurus === 0 ? [] : [[name, `${sign}${lira(kurus)}`]];
  return [
    ...lines.map(({ title, quantity, price }) => [`${title} × ${quantity}`, lira(price)] as const),
    ...discountsTold(discountTotal, coupons).flatMap(([name, kurus]) => some(name, kurus, '−')),
    ...(delivery.isReduced && shippingTotal === 0
      ? ([[delivery.name, 'Ücretsiz']] as const)
      : some(delivery.name, shippingTotal)),
    ...some('Kapıda ödeme bedeli', codFee),
    ['Toplam (KDV dahil)', lira(total)],
  ];
}

const howToPay = (
  { paymentMethod, isAwaited, number, total, transferUntil }: LetterOrder,
  accounts: Accounts,
): string[] => {
  if (paymentMethod === 'cod') return ['Ödemeyi siparişinizi teslim alırken yapacaksınız.'];
  // A letter may be late: nobody is asked for money that nobody waits for.
  if (paymentMethod !== 'transfer' || !isAwaited) return [];
  const lines = accounts.map(({ bank, holder, iban }) => `${bank}, ${holder}\n${iban}`);
  return [
    `Siparişinizi hazırlamamız için ${lira(total)} tutarını aşağıdaki hesaba gönderin ve açıklamaya ${number} yazın.`,
    ...lines,
    ...(transferUntil === null
      ? []
      : [`Ödemeniz ${dayText(transferUntil)} günü sonuna kadar ulaşmazsa siparişiniz iptal edilir.`]),
  ];
};

/**
 * Makes the documents as PDF, which every mail program shows and nobody's pen changes by mistake. They are drawn one after the other, since
 * they share one turn.
 */
async function documentsOf(db: Queryable, storeId: string, orderId: string): Promise<Attachment[]> {
  const drawn: Attachment[] = [];
  for (const row of await belgelerOf(db, storeId, orderId))
    drawn.push({
      filename: belgeFileName(row.kind, row.number, 'pdf'),
      contentType: 'application/pdf',
      content: await pdfOf(row, storeId),
    });
  return drawn;
}

/**
 * Confirms that an order was received. With its documents it is the confirmation on a durable medium that the law requires (Regulation on
 * Distance Contracts, Art. 6(1) and 7).
 */
export const orderPlaced: Letter = {
  ...toBuyer('order.placed', placedOrders, (order, accounts) => ({
    subject: `Siparişinizi aldık: ${order.number}`,
    paragraphs: [
      `${order.number} numaralı siparişinizi aldık.`,
      ...howToPay(order, accounts),
      ...(order.documents > 0 ? ['Ön bilgilendirme formu ve mesafeli satış sözleşmesi ektedir.'] : []),
    ],
    rows: amounts(order),
  })),
  attached: documentsOf,
};

export const orderPaid = toBuyer('order.paid', ordersToWrite, ({ number }) => ({
  subject: `Ödemenizi aldık: ${number}`,
  paragraphs: [`${number} numaralı siparişinizin ödemesini aldık.`],
}));

export const orderCancelled = toBuyer('order.cancelled', ordersToWrite, ({ number, cancelReason }) => ({
  subject: `Siparişiniz iptal edildi: ${number}`,
  paragraphs:
    cancelReason === 'unpaid'
      ? [
          `${number} numaralı siparişinizin ödemesi bize ulaşmadığı için siparişiniz iptal edildi.`,
          'Ödemeyi yaptıysanız tutar size geri gönderilir.',
        ]
      : [`${number} numaralı siparişiniz iptal edildi.`],
}));

/** The address itself is not written: whoever reads the mailbox need not learn where somebody lives. */
export const addressChanged = toBuyer('order.readdressed', ordersToWrite, ({ number }) => ({
  subject: `Teslimat adresiniz değişti: ${number}`,
  paragraphs: [
    `${number} numaralı siparişinizin teslimat adresi değiştirildi.`,
    'Bunu siz istemediyseniz bu e-postayı yanıtlayarak bize hemen haber verin.',
  ],
}));

/** An order that is paid at the door, with the cash that is due by now, in kuruş. */
type Reduced = LetterOrder & { readonly cash: number };

const reducedOrders: FindOrders<Reduced> = async (db, storeId, ids) => {
  const reduced: Reduced[] = [];
  for (const order of await ordersToWrite(db, storeId, ids))
    reduced.push({ ...order, cash: cashAtDoor(order, await linesOf(db, storeId, order.subjectId)) });
  return reduced;
};

export const piecesRemoved = toBuyer('order.reduced', reducedOrders, ({ number, cash }) => ({
  subject: `Siparişinizden ürün çıkarıldı: ${number}`,
  paragraphs: [
    `${number} numaralı siparişinizden bir ya da daha çok ürün çıkarıldı. Çıkarılan ürünler gönderilmez ve bedelleri alınmaz.`,
    `Teslim alırken ${lira(cash)} ödeyeceksiniz.`,
    'Bunu siz istemediyseniz bu e-postayı yanıtlayarak bize haber verin.',
  ],
}));

const pieces = ({ goods }: LetterShipment): (readonly [string, string])[] =>
  goods.map(({ title, quantity }) => [title, `${quantity} adet`]);

const contents = (shipment: LetterShipment): (readonly [string, string])[] => [
  ...pieces(shipment),
  ...carried(shipment),
];

const carried = ({ carrier, trackingNumber }: LetterOrder): (readonly [string, string])[] => [
  ...(carrier === null ? [] : [['Kargo firması', carrierLabel(carrier)] as const]),
  ...(trackingNumber === null ? [] : [['Takip numarası', trackingNumber] as const]),
];

const followed = ({ trackingUrl }: LetterShipment): LetterParts['link'] =>
  trackingUrl === null ? undefined : { words: 'Kargoyu izleyin', address: trackingUrl };

const ofOrder = ({ isAll }: LetterShipment): string => (isAll ? 'siparişiniz' : 'siparişinizin bir kısmı');
const subjectOf = (words: string): string => words.charAt(0).toLocaleUpperCase('tr') + words.slice(1);

/** A parcel that goes out, with what is paid for it at the door, in kuruş. Of an order in several parcels no single one says that. */
type Sent = LetterShipment & { readonly cash: number };

const sentShipments: FindOrders<Sent> = async (db, storeId, ids) => {
  const sent: Sent[] = [];
  for (const shipment of await shipmentsToWrite(db, storeId, ids)) {
    const { isCash, isAll, orderId } = shipment;
    const cash = isCash && isAll ? cashAtDoor(shipment, await linesOf(db, storeId, orderId)) : 0;
    sent.push({ ...shipment, cash });
  }
  return sent;
};

export const shipmentSent = toBuyer('shipment.sent', sentShipments, (shipment) => ({
  subject: `${subjectOf(ofOrder(shipment))} yola çıktı: ${shipment.number}`,
  paragraphs: [
    `${shipment.number} numaralı ${ofOrder(shipment)} kargoya verildi.`,
    ...(shipment.cash > 0 ? [`Teslim alırken ${lira(shipment.cash)} ödeyeceksiniz.`] : []),
  ],
  rows: contents(shipment),
  link: followed(shipment),
}));

/** Tells the buyer a new tracking number, or the first one, of a parcel that is on its way already. */
export const shipmentNumbered = toBuyer('shipment.numbered', shipmentsToWrite, (shipment) => ({
  subject: `Kargo takip numaranız değişti: ${shipment.number} numaralı sipariş`,
  paragraphs: [
    `${shipment.number} numaralı ${ofOrder(shipment)} yolda. Kargonuzu bundan sonra aşağıdaki numarayla izleyebilirsiniz.`,
  ],
  rows: contents(shipment),
  link: followed(shipment),
}));

/**
 * The period of withdrawal starts with the last parcel of an order (Regulation on Distance Contracts, Art. 9(3)(a)). Excepted goods are not
 * promised a withdrawal (Art. 15).
 */
const withdrawal = ({ isLast, withdrawable }: LetterShipment): string[] => {
  if (withdrawable === 'none') return [];
  const from = isLast ? 'teslim aldığınız günden' : 'siparişinizin son parçasını teslim aldığınız günden';
  const until = `${from} başlayarak 14 gün içinde kullanabilirsiniz.`;
  if (withdrawable === 'some') return [`Cayma hakkı istisnası olmayan ürünler için cayma hakkınızı ${until}`];
  return [isLast ? `Cayma hakkınızı ${until}` : `Cayma hakkınızı, ${until}`];
};

export const shipmentDelivered = toBuyer('shipment.delivered', shipmentsToWrite, (shipment) => ({
  subject: `${subjectOf(ofOrder(shipment))} teslim edildi: ${shipment.number}`,
  paragraphs: [`${shipment.number} numaralı ${ofOrder(shipment)} teslim edildi.`, ...withdrawal(shipment)],
  rows: pieces(shipment),
}));

export const refundGiven = toBuyer('refund.given', refundsToWrite, ({ number, amount }) => ({
  subject: `Para iadeniz yapıldı: ${number}`,
  paragraphs: [`${number} numaralı siparişiniz için ${lira(amount ?? 0)} tutarında para iadesi yapıldı.`],
}));

export const orderLetters: readonly Letter[] = [
  refundGiven,
  orderPlaced,
  orderPaid,
  orderCancelled,
  addressChanged,
  piecesRemoved,
  shipmentSent,
  shipmentNumbered,
  shipmentDelivered,
];
