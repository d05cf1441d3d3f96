import { buyerFields } from '../../checkout/buyer/fields';
import { label, line, nullable, object, personal, t, time } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';

/** The address as a digest: the name is kept with the items of proposals, where an address would stay when its owner is forgotten. */
export const uniqueEmail = unique<Buffer>({
  index: 'customer_email',
  name: (digest) => `customer email/${digest.toString('hex')}`,
});

/** A buyer of a marketplace, by a digest of the marketplace's id for him. */
export const uniqueRemote = unique<Buffer>({
  index: 'customer_remote',
  name: (digest) => `customer remote/${digest.toString('hex')}`,
});

/** The id by which the login service knows a shopper; it names a person. */
export const identityId = personal(label('Alıcı kimliği', 'Shopper identity')(line(64)));

/** A buyer of a store, known by the e-mail address. Orders keep the data that they were made with. */
export const customer = aggregate({
  word: 'customer',
  prefix: 'cus',
  label: label('Müşteri', 'Customer'),
  table: 'customer',
  columns: {
    name: { type: 'text', schema: nullable(buyerFields.name) },
    email: { type: 'text', schema: nullable(buyerFields.email) },
    phone: { type: 'text', schema: nullable(buyerFields.phone) },
    emailDigest: {
      type: 'bytea',
      schema: nullable(t.Unsafe<Buffer>({})),
      shown: false,
      compared: false,
      touches: (digest: Buffer | null) => (digest ? [uniqueEmail.name(digest)] : []),
    },
    /** A digest of a buyer's id at a marketplace, or of the telephone, where there is no e-mail of his own. */
    remoteDigest: {
      type: 'bytea',
      schema: nullable(t.Unsafe<Buffer>({})),
      shown: false,
      compared: false,
      touches: (digest: Buffer | null) => (digest ? [uniqueRemote.name(digest)] : []),
    },
    identityId: { type: 'text', schema: nullable(identityId) },
    anonymizedAt: { type: 'timestamptz', schema: label('Anonimleştirildi', 'Anonymized')(nullable(time())) },
    /** The folded text by which a customer is found. */
    searchText: { type: 'text', schema: t.String(), shown: false, compared: false },
    ...times,
  },
});

export type CustomerRow = Row<typeof customer>;

export const customerSchema = customer.label(object(customer.answers));
