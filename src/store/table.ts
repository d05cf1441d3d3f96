import { createdAt, label, line, nullable, t, unit } from '../kernel/schema/schema';
import { table } from '../kernel/table/table';

/** Marks a column that the platform notes: no command states it. */
const apart = { kept: 'apart' } as const;

/** A store of the installation, whose identifier stands in every other row as that of its store. */
export const store = table({
  word: 'store',
  label: label('Mağaza', 'Store'),
  table: 'store',
  storeColumn: 'id',
  columns: {
    name: { type: 'text', schema: label('Ad', 'Name')(line(200)), kept: 'once', projected: 'shown' },
    slug: {
      type: 'text',
      schema: label(
        'Adres adı',
        'Name in addresses',
      )(
        t.String({
          description: 'Its name in the address of its storefront: made of its name when it is opened, and kept.',
        }),
      ),
      kept: 'once',
    },
    /** Moves with every change that its storefront shows. */
    generation: { type: 'integer', schema: t.Integer(), ...apart },
    /** The audit row of the call that moved it last. */
    movedBy: { type: 'text', schema: nullable(t.String()), ...apart },
    storefrontGeneration: {
      type: 'integer',
      schema: label('Vitrin sürümü', 'Storefront generation')(t.Integer()),
      ...apart,
      projected: 'shown',
    },
    tokenDefaultExpiryDays: {
      type: 'integer',
      schema: label(
        'Erişim anahtarlarının geçerliliği (gün)',
        'Validity of access tokens (days)',
      )(
        t.Integer({
          minimum: 1,
          maximum: 3650,
          ...unit('count'),
          description: 'Validity of tokens that are minted without one.',
        }),
      ),
      ...apart,
    },
    secondFactorRequired: {
      type: 'boolean',
      schema: label(
        'İki adımlı giriş zorunlu',
        'Two-step log-in required',
      )(t.Boolean({ description: 'Every owner needs a second step to do anything in the store.' })),
      ...apart,
    },
    createdAt: { type: 'timestamptz', schema: createdAt, ...apart },
  },
});
