import { CODE_LENGTH_MAX } from '../../coupon/coupon/aggregate';
import {
  form,
  id,
  label,
  nullable,
  object,
  oneOf,
  paragraphs,
  personal,
  rev,
  type Static,
  t,
  words,
} from '../../kernel/schema/schema';
import { address, billing, buyerFields } from '../buyer/fields';
import { identityNumber } from '../buyer/identity/table';
import { LINES_MAX } from '../session/limits';
import { methodWords, quantity } from '../session/quote';

const line = object({ productId: id('prd'), variantId: t.Optional(nullable(id('var'))), quantity });
const lines = t.Array(line, { maxItems: LINES_MAX });

/** The body of a request that opens a session. */
export const openingBody = object({
  lines,
  after: t.Optional({
    ...id('chs'),
    description: 'A session that is over, whose cart goes on. Without `afterKey` it is another session each time.',
  }),
  afterKey: t.Optional(
    t.String({
      pattern: '^[A-Za-z0-9_-]{22,64}$',
      description:
        'A random secret of the browser whose cart it is, of 128 bits or more. Opened twice with the same `after` and `afterKey`, also at once, it is one session; if that has become an order, it is answered as it was ordered. Ten minutes after it began, a session of which something was stated is opened by its own id alone.',
    }),
  ),
});
export type Opening = Static<typeof openingBody>;

/** A telephone number as a shopper writes it; {@link asKept} says what is kept of it. */
const writtenPhone = personal(
  label(
    'Telefon',
    'Telephone',
  )(
    t.String({
      pattern: '^[0-9+\\s().-]{7,40}$',
      description:
        'As people write it, e.g. 0532 123 45 67; of another country with its code, e.g. +49 170 1234567. It is kept in E.164.',
      ...form('0532 123 45 67 gibi, ya da ülke koduyla', 'a number such as 0532 123 45 67, or one with its country'),
    }),
  ),
);

const writtenBilling = object({
  ...billing.properties,
  taxNumber: label(
    'Vergi kimlik numarası',
    'Tax number',
  )(
    nullable(
      t.String({
        pattern: '^\\d{10}$',
        description: 'The VKN, which a company has to state. A sole trader is billed as a person, with identityNumber.',
        ...form(
          '10 rakam; şahıs işletmesinin faturası bireyseldir ve T.C. kimlik numarası identityNumber olarak gönderilir',
          '10 digits; a sole trader is billed as a person, with the TCKN as identityNumber',
        ),
      }),
    ),
  ),
});

/** Ways to pay that a shopper can choose; which of them a shop offers, its sessions say. */
const { marketplace: _, ...choices } = methodWords;
const choice = oneOf(['card', 'cod', 'transfer', 'free'], words(choices));

/** The rev that a shopper was shown: what has become of the session since then is agreed to by nobody. */
export const shownRev = t.Optional(
  rev({
    description:
      'The `rev` of the session that the shopper was shown. If anything of it has changed since, e.g. the address, the call is refused with rev_conflict.',
  }),
);

/** The fields that a shopper has filled in or chosen; a field that is left out stays as it is. */
export const fillingBody = object({
  lines: t.Optional(lines),
  buyer: t.Optional(object({ ...buyerFields, phone: writtenPhone })),
  shippingAddress: t.Optional(nullable(object({ ...address.properties, phone: writtenPhone }))),
  billing: t.Optional(nullable(writtenBilling)),
  /** The national id for the invoice of a person; it is never shown again. */
  identityNumber: t.Optional(nullable(personal(identityNumber))),
  note: t.Optional(nullable(paragraphs(500))),
  rate: t.Optional(t.String({ pattern: '^[a-z0-9_-]{1,32}$', description: 'One of the `rates` of the session.' })),
  method: t.Optional(choice),
  coupon: t.Optional(
    nullable(
      t.String({
        minLength: 1,
        maxLength: CODE_LENGTH_MAX,
        description:
          'The code of a coupon, as the shopper types it; null takes it away. One that nobody can use is refused with coupon_unusable, and the session keeps the one before.',
      }),
    ),
  ),
  expectedRev: shownRev,
});
export type Filling = Static<typeof fillingBody>;

/** The same for a shop that fills it in on the telephone: a buyer may have no e-mail. */
export const shopFillingBody = object({
  ...fillingBody.properties,
  buyer: t.Optional(object({ ...buyerFields, email: nullable(buyerFields.email), phone: writtenPhone })),
});
export type ShopFilling = Static<typeof shopFillingBody>;

/** total: what the shopper agrees to pay, in kuruş. */
export const placingBody = object({
  total: t.Integer({
    minimum: 0,
    description: 'What the shopper agrees to pay, in kuruş: the `total` that was shown.',
  }),
  expectedRev: shownRev,
});
export type Placing = Static<typeof placingBody>;
