import type { TSchema } from '../../kernel/schema/schema';
import type { Arguments, Json } from './tool';

/** JSON Schema as far as it tells where null is a value. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/**
 * Takes null for left out wherever that is all it could mean: models that must state every argument state null for one that they have
 * no value for, and so do clients with typed arguments. Where null is a value it stays, as it does for what is required.
 */
export const withoutAbsent = ({ properties, required }: Arguments, args: Json): Json =>
  fieldsOf(args, { properties: properties as Readonly<Record<string, Schema>>, required });

/** As {@link withoutAbsent}, of the payload in the envelope of a command. */
export const withoutAbsentPayload = (envelope: Json, payload: TSchema): Json =>
  withoutAbsent({ properties: { payload }, required: ['payload'] }, envelope);

function fieldsOf(value: Json, { properties = {}, required = [] }: Schema): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!schema) return [[name, field]];
      if (field === null && !required.includes(name) && !takesNull(schema)) return [];
      return [[name, within(field, schema)]];
    }),
  );
}

function within(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Which of several objects is meant is for its own schema to say.
  const [only = schema, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (others.length > 0) return value;
  if (!Array.isArray(value)) return only.properties ? fieldsOf(value as Json, only) : value;
  const { items } = only;
  return items ? value.map((entry) => within(entry, items)) : value;
}

function takesNull({ type, const: only, enum: choices, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.some(takesNull);
  if (choices) return choices.includes(null);
  if (only !== undefined) return only === null;
  return type === undefined || type === 'null' || type.includes('null');
}
