import { label, object, type TSchema } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Opened, times } from '../../kernel/table/table';
import { fields } from './fields';

/** A caller states all of it each time, so that nothing of an old identity stays beside a new one. */
const stated = <S extends TSchema>(schema: S) => ({ type: 'text', schema, writers: ['create', 'update'] }) as const;
/** The footer of the storefront shows it. */
const shown = <S extends TSchema>(schema: S) => ({ ...stated(schema), projected: 'shown' }) as const;
/** In no storefront, and nobody reads it in the database. */
const sealed = <S extends TSchema>(schema: S) => ({ ...stated(schema), sealed: true }) as const;

/** The seller in a store: one row a store, under a rev of its own. */
export const identity = aggregate({
  word: 'identity',
  prefix: 'idn',
  label: label('Satıcı kimliği', 'Identity of the merchant'),
  table: 'store_identity',
  columns: {
    legalForm: stated(fields.legalForm),
    title: shown(fields.title),
    taxOffice: shown(fields.taxOffice),
    taxNumber: stated(fields.taxNumber),
    mersis: shown(fields.mersis),
    address: shown(fields.address),
    district: shown(fields.district),
    province: shown(fields.province),
    email: shown(fields.email),
    phone: shown(fields.phone),
    kep: shown(fields.kep),
    nationalId: sealed(fields.nationalId),
    iban: sealed(fields.iban),
    ...times,
  },
});

/** The identity with its numbers opened. */
export type Identity = Opened<typeof identity>;

/** The identity as a caller states it. */
export type StatedIdentity = ReturnType<typeof identity.whole>;

export const identitySchema = identity.label(object(identity.answers));
