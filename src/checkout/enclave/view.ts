import {
  id,
  kurus,
  nullable,
  object,
  oneOf,
  paragraphs,
  rev,
  type Static,
  t,
  time,
  typeNamed,
  unit,
} from '../../kernel/schema/schema';
import { address, billing, buyerFields } from '../buyer/fields';
import { type CouponState, couponStates } from '../price/coupons';
import { refusals } from '../refusals';
import { cartLine, discountLine, type PaymentMethod, paymentMethod } from '../session/quote';
import type { SessionRow } from '../session/table';
import { messageCodes } from './notice';
import type { Priced } from './price';

/** A session with what its shopper is shown of it, as it is kept. */
export interface Shown {
  readonly session: SessionRow;
  readonly priced: Priced;
}

export const missingParts = ['buyer', 'shippingAddress', 'rate', 'method', 'cart'] as const;

const count = (description: string) => t.Integer({ description, ...unit('count') });
const shopperText = (description: string) => t.String({ description });

const shownRate = typeNamed('Rate')(
  object({
    id: t.String({ description: 'What `rate` names.' }),
    labelTR: shopperText('For the shopper.'),
    kurus: kurus(),
    etaDays: t.Optional(
      t.Array(t.Integer(unit('count')), {
        minItems: 2,
        maxItems: 2,
        description: 'Delivery at the earliest and at the latest, in days.',
      }),
    ),
  }),
);

const shownMethod = typeNamed('Method')(
  object({
    id: paymentMethod,
    labelTR: shopperText('For the shopper.'),
    maxTaksit: count('Instalments at most; 1: paid at once.'),
  }),
);

const shownNotice = typeNamed('Notice')(
  object({
    code: t.String({ description: 'What an extension refuses with, else the same as `messageCode`.' }),
    messageCode: oneOf(messageCodes, {
      'x-words': Object.fromEntries(
        messageCodes.map((code) => [code, { tr: refusals[code].turkish, en: refusals[code].title }]),
      ) as never,
    }),
    message: shopperText('For the shopper, in Turkish.'),
    line: nullable(t.String({ description: 'The `key` of the line that it is about.' })),
  }),
);

/** Sentences about the state of a code, for the shopper. A code that is `unknown` may be off, or may not have begun. */
const COUPON_WORDS: Readonly<Record<CouponState, string>> = {
  applied: 'Kupon uygulandı.',
  below_minimum: 'Sepet tutarı bu kuponun alt sınırına ulaşmıyor.',
  no_goods: 'Bu kupon sepetteki ürünlerde geçerli değil.',
  outdone: 'Sepette bu kupon kadar ya da daha fazla indirim zaten var: kupon kullanılmadı.',
  ended: 'Bu kuponun süresi doldu.',
  used_up: 'Bu kuponun kullanım hakkı doldu.',
  unknown: 'Bu kupon kodu geçerli değil.',
};

const shownCoupon = typeNamed('SessionCoupon')(
  object({
    code: t.String(),
    state: oneOf(couponStates, {
      description:
        'What has become of it. All but `applied` take nothing off now: `outdone` since something else takes off as much or more, `no_goods` since it is for other goods.',
    }),
    message: shopperText('For the shopper, in Turkish.'),
  }),
);

/** A session as each of its steps answers it. */
export const sessionView = typeNamed('Session')(
  object({
    id: id('chs'),
    rev: rev({
      description: 'Moved by each change of what the shopper is shown: `place` and `pay` take it as `expectedRev`.',
    }),
    orderId: nullable(id('ord')),
    linkUntil: nullable(
      time({ description: 'Until when a link leads its buyer to it, who was on the telephone; null: none does.' }),
    ),
    linkTotal: nullable(
      kurus({ description: 'What that buyer was told when the link was sent; `total` is what is paid.' }),
    ),
    expiresAt: time({ description: 'An hour after its last use.' }),
    lines: t.Array(
      typeNamed('SessionLine')(
        object({
          ...cartLine.properties,
          unitPrice: kurus({ description: 'With VAT.' }),
          title: t.String(),
          variantTitle: nullable(t.String()),
          requiresShipping: t.Boolean(),
        }),
      ),
    ),
    buyer: nullable(
      object({
        ...buyerFields,
        email: {
          ...nullable(buyerFields.email),
          description: 'Null of a buyer on the telephone who has none.',
        },
      }),
    ),
    shippingAddress: nullable(address),
    billing: nullable(billing),
    note: nullable(paragraphs(500)),
    discounts: t.Array(typeNamed('Discount')(discountLine)),
    coupon: nullable(shownCoupon),
    rates: t.Array(shownRate, { description: 'Ways of shipping that are offered.' }),
    rate: nullable(t.String({ description: 'The chosen one. Where one is offered alone, it is that.' })),
    methods: t.Array(shownMethod, { description: 'Ways to pay that are offered.' }),
    method: nullable(paymentMethod),
    codFee: nullable(kurus({ description: 'What cash on delivery costs; null as long as `total` is.' })),
    total: nullable(
      kurus({ description: 'What is to be paid; null as long as something is missing that decides it.' }),
    ),
    transferDays: nullable(
      count('For how many days a transfer is awaited; null: there is none, or it is awaited until somebody cancels.'),
    ),
    missing: t.Array(oneOf(missingParts), {
      description: 'What is still to be filled in or chosen. `cart`: nothing in it can be sold.',
    }),
    notices: t.Array(shownNotice, { description: 'What stands between the cart and its order, or has changed in it.' }),
  }),
);

/** Names of the ways to pay, for the shopper. */
const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  card: 'Banka veya kredi kartı',
  cod: 'Kapıda ödeme',
  transfer: 'Havale veya EFT',
  free: 'Ödeme gerekmez',
  marketplace: 'Pazaryeri',
};

export function missingOf(
  session: SessionRow,
  { lines, quote, rate, method }: Priced,
): (typeof missingParts)[number][] {
  const isShipped = lines.some(({ item }) => item.requiresShipping);
  return [
    ...(isBuyerMissing(session, method?.id) ? (['buyer'] as const) : []),
    ...(isShipped && session.shippingAddress === null ? (['shippingAddress'] as const) : []),
    ...(isShipped && !rate ? (['rate'] as const) : []),
    ...(method ? [] : (['method'] as const)),
    ...(quote === null && method && (rate || !isShipped) ? (['cart'] as const) : []),
  ];
}

/** A provider of card payments and the letter with its link need an e-mail; other buyers on the telephone may have none. */
const isBuyerMissing = ({ buyerName, buyerEmail, telephone }: SessionRow, method: string | undefined): boolean =>
  buyerName === null || (buyerEmail === null && !(telephone && method !== 'card'));

function buyerOf({ buyerName: name, buyerEmail: email, buyerPhone: phone }: SessionRow) {
  return name === null || phone === null ? null : { name, email, phone };
}

const couponOf = (code: string, state: CouponState) => ({ code, state, message: COUPON_WORDS[state] });

export function viewOf({ session, priced }: Shown): Static<typeof sessionView> {
  const { lines, discounts, coupon, rates, rate, methods, method, quote, notices } = priced;
  return {
    id: session.id,
    rev: session.rev,
    orderId: session.orderId,
    linkUntil: session.linkUntil,
    linkTotal: session.linkTotal,
    expiresAt: session.expiresAt,
    lines: lines.map(({ item, ...line }) => ({
      ...line,
      title: item.title,
      variantTitle: item.variantTitle,
      requiresShipping: item.requiresShipping,
    })),
    buyer: buyerOf(session),
    shippingAddress: session.shippingAddress,
    billing: session.billing,
    note: session.note,
    discounts: [...discounts],
    coupon: session.coupon !== null && coupon ? couponOf(session.coupon, coupon) : null,
    rates: rates.map(({ etaDays, ...each }) => ({ ...each, ...(etaDays ? { etaDays: [...etaDays] } : {}) })),
    rate: rate?.id ?? null,
    methods: methods.map(({ id, maxTaksit }) => ({
      id: id as PaymentMethod,
      labelTR: METHOD_LABELS[id as PaymentMethod],
      maxTaksit,
    })),
    method: (method?.id as PaymentMethod | undefined) ?? null,
    codFee: quote?.codFee ?? null,
    total: quote?.total ?? null,
    transferDays: quote?.transferDays ?? null,
    missing: session.orderId === null ? missingOf(session, priced) : [],
    notices: [...notices],
  };
}
