import { id, label, nullable, oneOf, t, time, unit, words } from '../../kernel/schema/schema';
import { identity, MOMENT, type New, table } from '../../kernel/table/table';
import { soldOut } from '../stock/view';

/** Marks columns that the shop itself counts or notes: statements of their own move them, under the lock of the pool. */
const apart = { kept: 'apart' } as const;
const counted = { type: 'integer', ...apart, noted: 0 } as const;
const count = (options: { readonly 'x-risks'?: object } = {}) => t.Integer({ ...unit('count'), ...options });
const productId = { type: 'text', schema: label('Ürün', 'Product')(id('prd')), kept: 'once', shown: false } as const;

export const codeStatuses = ['available', 'allocated', 'voided'] as const;

/** How many codes of a product there are, so that it is shown without counting them. */
export const pool = table({
  word: 'pool',
  label: label('Kod havuzu', 'Pool of codes'),
  table: 'digital_pool',
  columns: {
    productId,
    available: { schema: label('Kullanılabilir', 'Available')(count(soldOut)), ...counted },
    allocated: { schema: label('Ayrılmış', 'Allocated')(count()), ...counted },
    voided: { schema: label('Geçersiz', 'Voided')(count()), ...counted },
  },
});

/** A code (e-pin) of a product: sealed, so that the database alone tells nobody what is sold. */
export const code = table({
  word: 'code',
  label: label('Kod', 'Code'),
  table: 'digital_code',
  columns: {
    id: identity('dcd'),
    productId,
    status: {
      type: 'text',
      schema: label(
        'Durum',
        'Status',
      )(
        oneOf(
          codeStatuses,
          words({
            available: ['kullanılabilir', 'available'],
            allocated: ['ayrılmış', 'allocated'],
            voided: ['geçersiz', 'voided'],
          }),
        ),
      ),
      ...apart,
      noted: 'available',
    },
    sealed: { type: 'bytea', schema: t.Unsafe<Buffer>({}), kept: 'once', shown: false, compared: false },
    /** The fingerprint by which the pool knows a code that it has had. */
    fingerprint: { type: 'bytea', schema: t.Unsafe<Buffer>({}), kept: 'once', shown: false, compared: false },
    createdAt: { type: 'timestamptz', schema: label('Eklendi', 'Added')(time()), ...apart, noted: MOMENT },
    /** The line of the order that it was taken for. */
    lineId: { type: 'text', schema: nullable(id('oln')), shown: false, compared: false, ...apart },
    allocatedAt: { type: 'timestamptz', schema: label('Ayrıldı', 'Allocated')(nullable(time())), ...apart },
    voidedAt: { type: 'timestamptz', schema: label('Geçersiz kılındı', 'Voided')(nullable(time())), ...apart },
  },
});

/** A code of a product as it is written. */
export type SealedCode = Omit<New<typeof code>, 'productId'>;
