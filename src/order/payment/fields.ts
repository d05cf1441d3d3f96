import { shownRev } from '../../checkout/enclave/fields';
import { id, line, nullable, object, oneOf, type Static, t, typeNamed, webAddress } from '../../kernel/schema/schema';
import { orderReceipt } from '../order/view';
import { paymentStates } from './table';

/** The card as it was entered in the shop: it goes to the provider, and is kept nowhere. */
const enteredCard = object({
  holder: line(100),
  number: t.String({ pattern: '^[0-9]{12,19}$' }),
  month: t.String({ pattern: '^(0[1-9]|1[0-2])$' }),
  year: t.String({ pattern: '^20[0-9]{2}$' }),
  securityCode: t.String({ pattern: '^[0-9]{3,4}$' }),
});

/** total: what the shopper agrees to pay, in kuruş. returnUrl: where the browser comes back to, which is told which payment it is. */
export const payingBody = object({
  total: t.Integer({ minimum: 1 }),
  expectedRev: shownRev,
  returnUrl: webAddress(500),
  /** The address of the shopper's browser. */
  ip: t.String({ pattern: '^[0-9a-fA-F.:]{3,45}$' }),
  language: t.Optional(oneOf(['tr', 'en'])),
  /** A card that was entered in the shop, where the provider allows it. Otherwise the provider's page takes the card. */
  card: t.Optional(enteredCard),
});
export type Paying = Static<typeof payingBody>;

/** The browser's request on its way back, unchanged: its type and its body. The body is empty when nothing was posted. */
export const comingBody = object({
  type: t.String({ maxLength: 200 }),
  body: t.String({ maxLength: 32_000 }),
});
export type Coming = Static<typeof comingBody>;

const pageAt = <K extends 'redirect' | 'frame'>(kind: K, description: string) =>
  object({ kind: t.Literal(kind), url: t.String() }, { description });

/** The page that the browser is shown next. */
const paymentPage = t.Union([
  object({ kind: t.Literal('html'), html: t.String() }, { description: 'A whole page, which leads on by itself.' }),
  pageAt('redirect', 'The browser leaves for it.'),
  pageAt('frame', 'It is shown within a page of the shop.'),
]);

export const begunPayment = object({
  payment: object({ id: id('pay'), state: t.Literal('begun') }),
  page: paymentPage,
});

/** The state of a payment, and the order that it has paid for. */
export const paymentStanding = typeNamed('PaymentStanding')(
  object({
    payment: object({
      id: id('pay'),
      state: oneOf(paymentStates, {
        description:
          'begun: the shopper is still at it, or nobody knows yet. captured: it has its order, or will have it. failed: no money was taken. unknown: nobody knows whether it was. returning, returned, not_returned: it pays for no order, and goes back.',
      }),
      failure: nullable(t.String({ description: 'Why, as a code.' })),
    }),
    order: nullable(orderReceipt),
  }),
);
