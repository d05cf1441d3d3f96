import { label, object, typeNamed } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { fields, type Target } from './fields';

interface Name {
  readonly target: Target;
  readonly key: string;
}

/** A kind of thing has one field of a key. */
export const uniqueKey = unique<Name>({
  index: 'metafield_definition_key',
  name: ({ target, key }) => `metafield/${target}/${key}`,
});

/** Whether there is room for one more depends on all of the same target. */
const roomOf = (target: Target): string => `metafield definitions/${target}`;

/** A custom field: what it is called, what it is of, and what may stand in it. */
export const definition = aggregate({
  word: 'metafield definition',
  prefix: 'mfd',
  label: label('Özel alan', 'Custom field'),
  table: 'metafield_definition',
  columns: {
    target: {
      type: 'text',
      schema: fields.target,
      writers: ['create'],
      kept: 'once',
      touches: (target: Target) => [roomOf(target)],
    },
    key: {
      type: 'text',
      schema: fields.key,
      writers: ['create'],
      kept: 'once',
      touches: (_key: string, row: Name) => [uniqueKey.name(row)],
    },
    type: { type: 'text', schema: fields.type, writers: ['create'], kept: 'once' },
    list: { type: 'boolean', schema: fields.list, writers: ['create'], kept: 'once', initial: false },
    label: { type: 'text', schema: fields.label, writers: ['create', 'update'] },
    description: { type: 'text', schema: fields.description, writers: ['create', 'update'] },
    validations: { type: 'jsonb', schema: fields.validations, writers: ['create', 'update'], initial: {} },
    ...times,
  },
});

export type DefinitionRow = Row<typeof definition>;

export const definitionSchema = definition.label(typeNamed('MetafieldDefinition')(object(definition.answers)));
