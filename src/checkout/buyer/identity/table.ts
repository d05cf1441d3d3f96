import { form, id, label, nullable, personal, t } from '../../../kernel/schema/schema';
import { identity, type Opened, table } from '../../../kernel/table/table';

/** The national id of a buyer who is invoiced as a person. */
export const identityNumber = label(
  'T.C. kimlik numarası',
  'National id',
)(
  t.String({
    pattern: '^[1-9]\\d{10}$',
    description: 'The TCKN of the buyer.',
    ...form('11 rakam', '11 digits'),
  }),
);

/**
 * The identity number of a buyer, beside the session in which it was stated and then beside its order. It is sealed under a key of its
 * own, so it stays with the order as long as the law wants that kept, also when the customer is forgotten.
 */
export const buyerIdentity = table({
  word: 'buyer identity',
  label: label('Alıcının kimlik numarası', 'Identity number of the buyer'),
  table: 'buyer_identity',
  columns: {
    id: identity('byi'),
    sessionId: { type: 'text', schema: nullable(id('chs')), kept: 'once' },
    orderId: { type: 'text', schema: nullable(id('ord')), kept: 'once' },
    number: { type: 'text', schema: personal(identityNumber), sealed: true },
  },
});

export type BuyerIdentity = Opened<typeof buyerIdentity>;
