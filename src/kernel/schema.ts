import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';

export { type Static, type TSchema, Type as t };

/** The 26 characters of a ULID in canonical upper case; the first one stays below 8 so that the value fits 128 bits. */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

export const ulidSchema = Type.String({ pattern: `^${ULID}$`, description: 'A 26-character ULID.' });

/** An opaque identifier: a prefix that names the resource, and a ULID. */
export const id = <P extends string>(...prefixes: P[]) =>
  Type.String({
    pattern: `^(${prefixes.join('|')})_${ULID}$`,
    description: `Identifier: ${prefixes.join('_… or ')}_….`,
  });

export const oneOf = <const V extends readonly string[]>(values: V, options: TSchemaOptions = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });

/** A value or null. Written as a union so that JSON Schema, ajv and TypeScript read it alike. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Objects refuse what they do not name: a silently dropped field hides a caller's mistake. */
export const object = <const P extends Record<string, TSchema>>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An amount of money in kuruş. The ceiling is the spec's largest amount (§8), safely below 2^53. */
export const kurus = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: 10_000_000_000_000, ...options });

/** A person's text in one line. */
export const line = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...options });

/** RFC 3339 knows the year 0 and offsets of a day; Postgres does not. */
const STORABLE_TIME = '^[1-9]\\d{3}-.*([Zz]|[+-](0\\d|1[0-4]):[0-5]\\d)$';

/** A time in ISO 8601. Answers are in UTC. */
export const time = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'date-time', pattern: STORABLE_TIME, ...options });

export const rev = (options: TSchemaOptions = {}) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, ...options });

/** `expectedRev` of a payload that names one aggregate: a drift is refused, never merged. */
export const expectedRev = Type.Optional(
  rev({ description: 'The rev that the caller saw; a drift is refused with rev_conflict.' }),
);

/** The query of every list: keyset cursors, 1 to 100 rows a page (design §6). */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 512 })),
};

export const page = <S extends TSchema>(item: S) =>
  object({ items: Type.Array(item), nextCursor: nullable(Type.String()) });

/** JSON of any shape, for documents whose schema another party owns. */
export const json = (options: TSchemaOptions = {}) => Type.Unknown(options);
