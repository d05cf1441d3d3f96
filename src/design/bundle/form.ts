import { unstorable } from '../../kernel/schema/validation';
import { limits } from '../../kit/limits';
import { BUNDLE_SCHEMA, type Bundle, bundleSchema, nodeSchema } from './bundle';
import { at, FINDINGS_MAX, type Finding, finding } from './finding';
import { ofSchema, schemaFindings } from './schema-findings';
import { type BodyText, bodyText } from './text';

/** A body in the form of a bundle, or what keeps it from being one. */
export type Formed =
  | { readonly bundle: Bundle; readonly body: BodyText; readonly errors: readonly [] }
  | { readonly bundle?: undefined; readonly errors: readonly Finding[] };

/** Maps whose keys a shop chooses. */
const MAPS: ReadonlySet<string> = new Set([
  'pages',
  'menus',
  'nodes',
  'composites',
  'zones',
  'extPages',
  'parked',
  'variables',
]);

/** Looks at the form alone: names, kinds of values, sizes. Nothing is looked up. */
export function formOf(value: unknown): Formed {
  // A body that the product makes may name one long value many times.
  if (isLonger(value, limits.bodyBytes)) return { errors: [finding('', 'body_too_large', { most: limits.bodyBytes })] };
  const unkept = unstorable(value);
  if (unkept) return { errors: [ofSchema('shape', unkept)] };
  const schema = versionOf(value);
  if (schema !== undefined && schema !== BUNDLE_SCHEMA) return { errors: [finding('/schema', 'schema_unsupported')] };
  const errors = shapeFindings(value);
  if (errors.length > 0) return { errors };
  const body = bodyText(value);
  if (body.bytes > limits.bodyBytes) return { errors: [finding('', 'body_too_large', { most: limits.bodyBytes })] };
  return { bundle: value as Bundle, body, errors: [] };
}

/** True of a value whose text is longer, as is found without writing it. False: it may still be. */
function isLonger(value: unknown, most: number): boolean {
  const wait: unknown[] = [value];
  for (let length = 0; wait.length > 0; ) {
    const next = wait.pop();
    length += typeof next === 'string' ? next.length : 1;
    if (length > most) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) for (const key of Object.keys(next)) length += key.length;
    for (const each of Object.values(next)) wait.push(each);
  }
  return false;
}

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { schema?: unknown }).schema : undefined;

/** Nodes are looked at one by one, so that each of them tells its faults however many there are. */
function shapeFindings(value: unknown): Finding[] {
  const nodes = typeof value === 'object' && value !== null ? (value as { nodes?: unknown }).nodes : undefined;
  const apart = typeof nodes === 'object' && nodes !== null && !Array.isArray(nodes);
  const whole = apart ? { ...(value as object), nodes: namesOf(nodes) } : value;
  const errors = schemaFindings(bundleSchema, whole, '', 'shape').map(withKeyFault);
  if (apart)
    for (const [key, node] of Object.entries(nodes)) {
      if (errors.length >= FINDINGS_MAX) break;
      errors.push(...schemaFindings(nodeSchema, node, at('/nodes', key), 'shape'));
    }
  return errors.slice(0, FINDINGS_MAX);
}

const EMPTY = { type: 'richText', props: {} };

/** Stands for the nodes where their names alone are looked at. */
const namesOf = (nodes: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(nodes).map((key) => [key, EMPTY]));

/** A key that is no name is told as that. */
function withKeyFault(found: Finding): Finding {
  const [, map, key, ...rest] = found.pointer.split('/');
  const isKey = map !== undefined && key !== undefined && rest.length === 0 && MAPS.has(map);
  return isKey && found.english.includes('is not known here')
    ? finding(found.pointer, 'id_invalid', { name: key })
    : found;
}
