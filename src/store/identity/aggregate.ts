import { answered, label, object, type TSchema, t } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { openFields, sealedFields } from './fields';

const text = <S extends TSchema>(schema: S) => ({ type: 'text', schema }) as const;
/** The footer of the storefront shows it. */
const shown = <S extends TSchema>(schema: S) => ({ ...text(schema), projected: 'shown' }) as const;

/** Who sells in a store: one row a store, under a rev of its own. */
export const identity = aggregate({
  word: 'identity',
  prefix: 'idn',
  label: label('Satıcı kimliği', 'Identity of the merchant'),
  table: 'store_identity',
  columns: {
    legalForm: text(openFields.legalForm),
    title: shown(openFields.title),
    taxOffice: shown(openFields.taxOffice),
    taxNumber: text(openFields.taxNumber),
    mersis: shown(openFields.mersis),
    address: shown(openFields.address),
    district: shown(openFields.district),
    province: shown(openFields.province),
    email: shown(openFields.email),
    phone: shown(openFields.phone),
    kep: shown(openFields.kep),
    /** The {@link sealedFields}, under the key of the person: whoever ends that ends them. */
    sealed: { type: 'jsonb', schema: t.Unsafe<object>({}), shown: false, compared: false },
    ...times,
  },
});

export type IdentityRow = Row<typeof identity>;

export const identitySchema = identity.label(
  object({
    ...identity.answers,
    nationalId: answered(sealedFields.nationalId),
    iban: answered(sealedFields.iban),
  }),
);
