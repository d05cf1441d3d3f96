import type { Route } from '../../src/kernel/declaration/route';
import { acceptedBy, formOf } from '../../src/kernel/declaration/traits';
import { asSent, type FormFields, withFiles } from './form';

/** A body that a route takes over HTTP: bytes, a form, or JSON. */
export function sampleBody(route: Route): unknown {
  const bytes = acceptedBy(route)?.example();
  if (bytes) return bytes;
  const body = sample(route.body ?? {});
  return formOf(route) ? asSent(route, withFiles(route, body as FormFields)) : body;
}

/** The smallest value that fits a schema: what a test sends when it only asks who may call. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
export function sample(schema: any): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return sample(alternatives[0]);
  switch (schema.type) {
    case 'object': {
      const optional = Object.keys(schema.properties ?? {}).filter((name) => !schema.required?.includes(name));
      const missing = Math.max(0, (schema.minProperties ?? 0) - (schema.required ?? []).length);
      // Taken from the end: an expectedRev would come first.
      const names = [...(schema.required ?? []), ...optional.slice(optional.length - missing)];
      return Object.fromEntries(names.map((name: string) => [name, sample(schema.properties?.[name] ?? {})]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items));
    case 'integer':
    case 'number':
      return schema.minimum ?? schema.exclusiveMinimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return text(schema);
    default:
      return {};
  }
}

const CANDIDATES = [
  'x',
  'xx',
  'xxx',
  '1',
  'trendyol',
  '2026-01-01T00:00:00Z',
  'https://example.com',
  '01KSHE0H4CQ0V4ZBX7Q3M2N8RT',
  '0'.repeat(64),
  '1-01KSHE0H4CQ0V4ZBX7Q3M2N8RT',
  '+905321234567',
  '34710',
  'wsp_01KSHE0H4CQ0V4ZBX7Q3M2N8RT',
];

function text({ pattern, minLength = 0, format }: { pattern?: string; minLength?: number; format?: string }): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'uri') return 'https://example.com';
  if (format === 'email') return 'a@example.com';
  if (!pattern) return 'x'.repeat(Math.max(1, minLength));
  const prefix = /^\^\(?([a-z]{3})/.exec(pattern)?.[1];
  const fitting = [...(prefix ? [`${prefix}_01KSHE0H4CQ0V4ZBX7Q3M2N8RT`] : []), ...CANDIDATES].find(
    (candidate) => new RegExp(pattern).test(candidate) && candidate.length >= minLength,
  );
  if (fitting === undefined) throw new Error(`teach the sampler the pattern ${pattern}`);
  return fitting;
}
