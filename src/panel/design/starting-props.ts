import type { BundleNode } from '../../design/bundle/bundle';
import type { Language } from '../text/text';
import type { Section } from './api';
import type { PropSchema } from './prop-fields';

/** A new section of a type: what it needs is filled in as far as nobody has to choose it. */
export const startingNode = ({ type, props }: Section, language: Language): BundleNode => ({
  type,
  props: startingProps(props as PropSchema, language),
});

/** Values of a new thing, as far as nobody has to choose them. */
export const startingProps = (
  { properties = {}, required = [] }: PropSchema,
  language: Language,
): Record<string, unknown> =>
  Object.fromEntries(
    required.flatMap((name) => {
      const value = startingValue(properties[name] ?? {}, language);
      return value === undefined ? [] : [[name, value]];
    }),
  );

function startingValue(schema: PropSchema, language: Language): unknown {
  if (schema.default !== undefined) return schema.default;
  const label = schema['x-label']?.[language] ?? '';
  switch (schema['x-hint']) {
    case undefined:
      break;
    case 'richText':
      return [{ type: 'p', children: [{ text: label }] }];
    case 'link':
      return '/';
    default:
      return undefined;
  }
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return startingProps(schema, language);
  if (schema.type === 'string' && schema.pattern === undefined) return label;
  if (schema.type === 'string') return new RegExp(schema.pattern as string, 'u').test(label) ? label : undefined;
  return schema.type === 'integer' ? (schema.minimum ?? 0) : undefined;
}
