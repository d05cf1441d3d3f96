import { carriers } from '../../cargo/carrier/carriers';
import { refuse } from '../../kernel/errors';
import { askedBefore, askedSince, id, kurus, object, oneOf, type Static, t } from '../../kernel/schema/schema';
import { searchPatterns } from '../../kernel/search-patterns';
import { fulfilmentState, paymentState, refundState } from '../order/aggregate';
import { wantedText } from '../order/search';
import { returnState } from '../return/aggregate';
import { type listOrders, orderSorts } from './list-store';

/** Filters and the sort of a list of orders. */
export const orderListQuery = {
  text: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Words of number, buyer, e-mail, telephone or product; case, accents and ı/i make no difference, nor how a telephone number is written. Or the whole tracking number of a parcel.',
    }),
  ),
  payment: t.Optional(paymentState),
  fulfilment: t.Optional({
    ...fulfilmentState,
    description: '`unfulfilled` leaves out cancelled orders, unless `payment` asks for them.',
  }),
  refund: t.Optional(refundState),
  return: t.Optional(returnState),
  channel: t.Optional(
    t.String({ pattern: '^[a-z][a-z0-9-]{1,39}$', description: '`store`, or the key of a marketplace extension.' }),
  ),
  carrier: t.Optional(
    oneOf(carriers.map(({ code }) => code) as [string, ...string[]], {
      description: 'Of a parcel that is not cancelled; of `cargo.carriers.list`.',
    }),
  ),
  customerId: t.Optional(id('cus')),
  productId: t.Optional(id('prd')),
  unmapped: t.Optional(
    t.Boolean({
      description: 'true: with pieces whose product nobody knows, and that are not cancelled there. false: with none.',
    }),
  ),
  oversold: t.Optional(
    t.Boolean({
      description:
        'true: with pieces that were not there when they were sold, and that are not cancelled there. false: with none.',
    }),
  ),
  placedSince: t.Optional(askedSince()),
  placedBefore: t.Optional(askedBefore()),
  minTotal: t.Optional(kurus({ description: 'Kuruş.' })),
  maxTotal: t.Optional(kurus({ description: 'Kuruş.' })),
  sort: t.Optional(oneOf(orderSorts, { default: '-placedAt' })),
};

const querySchema = object(orderListQuery);

/** The kinds of the values of a position in a list of that sort. */
export const positionKinds = (sort: (typeof orderSorts)[number] = '-placedAt') =>
  [sort.endsWith('total') ? 'int8' : 'time', 'text'] as const;

/**
 * Reads the filters and the sort of a list.
 * @throws {Refusal} invalid_request of a text without a word
 */
export function listedHow({
  sort = '-placedAt',
  text,
  ...filter
}: Static<typeof querySchema>): Parameters<typeof listOrders>[2] {
  const search = text === undefined ? undefined : searchPatterns(wantedText(text));
  if (text !== undefined && !search)
    refuse('invalid_request', 'text holds no word.', {
      errors: [{ pointer: '/query/text', message: 'holds no word' }],
    });
  return { filter: { ...filter, search, trackingNumber: text?.trim() }, sort };
}
