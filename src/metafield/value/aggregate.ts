import { id, kurus, label, object, type Static, t, telling } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import type { DefinitionRow } from '../definition/aggregate';
import { types } from '../definition/fields';
import { metafieldKey, ownerId, stated, valuesRev } from './fields';

/** A thing has one set of values. */
export const uniqueOwner = unique<string>({ index: 'metafield_values_owner', name: (owner) => `metafields/${owner}` });

/**
 * The values of a thing's custom fields, by the identifiers of their definitions. They have a rev of their own and not that of their
 * owner: an editor of the fields and an editor of the product do not get in each other's way, and a store has no rev.
 */
export const valueSet = aggregate({
  word: 'metafields',
  prefix: 'mfv',
  label: label('Özel alanlar', 'Custom fields'),
  table: 'metafield_values',
  columns: {
    ownerId: {
      type: 'text',
      schema: ownerId,
      kept: 'once',
      touches: (owner: string) => [uniqueOwner.name(owner)],
    },
    content: {
      type: 'jsonb',
      schema: t.Record(t.String(), stated),
      shown: false,
      compared: false,
      projected: 'decides',
    },
    /** The same as views show it, so that a page looks up the definition of none. */
    shown: { type: 'jsonb', schema: t.Array(t.Unknown()), shown: false, compared: false, kept: 'apart' },
    /** The files of the library that stand in it: they stay as long as they are named. The database makes it of `content`. */
    mediaIds: {
      type: 'text[]',
      schema: t.Array(id('med')),
      shown: false,
      compared: false,
      kept: 'apart',
      namedBy: 'things_naming',
    },
    ...times,
  },
});

/** The values that a change is about, as previews and audit rows tell of them. */
export const valueSetEntity = valueSet.label(
  object({
    ownerId: valueSet.fields.ownerId,
    values: label(
      'Değerler',
      'Values',
    )(
      t.Array(
        object({
          id: label('Özel alan', 'Custom field')(id('mfd')),
          key: telling(metafieldKey),
          value: t.Optional(label('Değer', 'Value')(stated)),
          /** In the place of `value`, so that money reads as money wherever a change is told. */
          amount: t.Optional(label('Tutar', 'Amount')(t.Union([kurus(), t.Array(kurus())]))),
        }),
      ),
    ),
  }),
);

const metafields = label(
  'Özel alanlar',
  'Custom fields',
)(
  t.Array(
    object({
      key: metafieldKey,
      type: label('Tür', 'Type')(t.Enum([...types])),
      value: label('Değer', 'Value')(stated),
    }),
    { description: 'Custom fields that have a value, by key.' },
  ),
);

/** The custom fields that the views of a thing show, and their rev. */
export const shownValues = { metafields, valuesRev };

export type Stated = Static<typeof stated>;

/** A value as a change tells of it. */
export const toldValue = (
  { id, key, type }: Pick<DefinitionRow, 'id' | 'key' | 'type'>,
  value: Stated,
): Static<typeof valueSetEntity>['values'][number] =>
  ({ id, key, [type === 'money' ? 'amount' : 'value']: value }) as never;
