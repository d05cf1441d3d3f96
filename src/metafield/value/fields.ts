import { id, label, rev, t } from '../../kernel/schema/schema';
import { CHOICES_MAX, type Target } from '../definition/fields';

/** A value is so long at most, as JSON in UTF-8. */
export const VALUE_BYTES_MAX = 65_536;

const one = [
  t.String({ maxLength: VALUE_BYTES_MAX }),
  t.Number(),
  t.Boolean(),
  t.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
] as const;

/** The value of a field of any type; its definition limits it further. */
export const stated = t.Union([...one, t.Array(t.Union([...one]), { minItems: 1, maxItems: CHOICES_MAX })], {
  description:
    'By the type of the field: money in kuruş, dates as 2026-12-31, colours as #a1b2c3. Of a list, an array.',
});

/** The kind of thing that an owner is, by the prefix of its identifier. */
const kinds: Readonly<Record<string, Target>> = { prd: 'product', var: 'variant', col: 'collection', str: 'store' };

/** @param owner that fits {@link ownerId} */
export const targetOf = (owner: string): Target => kinds[owner.slice(0, 3)] as Target;

/** The thing to which the field belongs. */
export const ownerId = label('Ait olduğu', 'Of')(id('prd', 'var', 'col', 'str'));

/** Its name for programs. It is told wherever a value is, also to agents, who read no definitions. */
export const metafieldKey = label('Anahtar', 'Key')(t.String());

/** The rev that a caller states after reading the values. */
export const valuesRev = rev({
  minimum: 0,
  description: 'Rev of all values of the thing, as metafield.set expects it; 0: it has never had a value.',
});

/** How a call names the field: by key, or by its definition, which stays the same field however it is called. */
export const definitionFields = {
  definitionId: t.Optional(label('Özel alan', 'Custom field')(id('mfd'))),
  key: t.Optional(label('Anahtar', 'Key')(t.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }))),
};
