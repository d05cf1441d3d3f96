import { type Static, type TObject, type TOptional, type TSchema, type TSchemaOptions, Type } from 'typebox';

import { KURUS_MAX } from '../money';
import { TOTAL_MAX } from './total';
import { choicesIn, isId, mapped, type Node, ULID } from './walk';

export { isId, type Static, type TObject, type TOptional, type TSchema, type TSchemaOptions, Type as t };

/** A value that fits a schema, for code that only hands it on. */
export type Answer<S extends TSchema> = Unchangeable<Static<S>>;

type Unchangeable<T> = T extends object ? { readonly [K in keyof T]: Unchangeable<T[K]> } : T;

export const ulidSchema = Type.String({ pattern: `^${ULID}$`, description: 'A 26-character ULID.' });

/** An opaque identifier: a prefix that names the resource, and a ULID. @throws when a prefix is not three letters: who reads ids out of texts would not know it */
export function id<P extends string>(...prefixes: P[]) {
  const odd = prefixes.find((prefix) => !/^[a-z]{3}$/.test(prefix));
  if (odd !== undefined) throw new Error(`${odd} is no prefix of identifiers: those are three small letters`);
  return Type.String({
    pattern: `^(${prefixes.join('|')})_${ULID}$`,
    description: `Identifier: ${prefixes.join('_… or ')}_….`,
  });
}

/** Prefix of the names of stored bytes. */
export const OBJECTS = 'obj';

/**
 * The name under which bytes of a file are kept, see `kernel/objects/objects.ts`. A column whose schema has it, as its value or within, keeps
 * them from being swept as long as it names them.
 */
export const objectName = id(OBJECTS);

/** True if the schema is that of {@link objectName}. */
export const isObjectName = (schema: Node): boolean => isIdOf(schema, OBJECTS);

/** Known answers by prefix and pattern, of which few are declared: the question comes for every identifier in every payload. */
const idsOf = new Map<string, boolean>();

/** True if the schema is that of an identifier which may have this prefix. */
export function isIdOf(schema: Node, prefix: string): boolean {
  if (!isId(schema)) return false;
  const asked = `${prefix} ${schema.pattern}`;
  let isOne = idsOf.get(asked);
  if (isOne === undefined) {
    isOne = new RegExp(schema.pattern as string).test(`${prefix}_${'0'.repeat(26)}`);
    idsOf.set(asked, isOne);
  }
  return isOne;
}

/** A name for people, in the languages of the panel. */
export interface Words {
  readonly tr: string;
  readonly en: string;
}

/**
 * Gives a schema the name that people know its field by: `label('Fiyat', 'Price')(kurus())`. It stands in the schema as `x-label`,
 * so that whoever shows a value reads it there.
 */
export const label =
  (tr: string, en: string) =>
  <S extends TSchema>(schema: S): S =>
    // Beside what is seen, a schema has properties that a spread would lose: what kind it is, and whether it may be missing.
    Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), {
      'x-label': { tr, en },
    });

/**
 * Gives the schema of a thing a name of its own: `typeNamed('Product')(object({ … }))`. It stands in the schema as `x-type`. In OpenAPI it
 * is the name of the component, and so of the type in clients that are generated from it; a row of a list that shows less than the thing
 * by itself is a type of its own, `ProductRow`.
 */
export const typeNamed =
  (name: string) =>
  <S extends TSchema>(schema: S): S =>
    Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-type': name });

/**
 * Marks data of a person: `personal(label('Telefon', 'Phone')(line(20)))`. It stands in the schema as `x-personal`, and what is kept of
 * it beside the row itself is sealed, see `kernel/personal/personal.ts`.
 */
export const personal = <S extends TSchema>(schema: S): S =>
  Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-personal': true });

/**
 * Marks what tells a thing from others that stand beside it, e.g. the title of a variant: where two states of it are shown, it is shown
 * along with what differs, and first. It stands in the schema as `x-tells`.
 */
export const telling = <S extends TSchema>(schema: S): S =>
  Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-tells': true });

/**
 * Marks what nobody may read back, e.g. a password of a provider: `secret(label('Parola', 'Password')(line(80)))`. It stands in the
 * schema as `x-secret`, see `kernel/schema/secret.ts`, and for other readers as `writeOnly`.
 */
export const secret = <S extends TSchema>(schema: S): S =>
  Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), {
    'x-secret': true,
    writeOnly: true,
  });

/**
 * Says what a field stands for that its caller leaves out, see `Column.since`. It stands in the schema as `x-since`, and is no `default`,
 * which validation would write into what was stated.
 */
export const standingFor = <S extends TSchema>(schema: S, value: unknown): S =>
  Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-since': value });

/** The scopes of the reads that answer closed values. */
export const closingScopes = ['store:admin'] as const;
export type ClosingScope = (typeof closingScopes)[number];

/**
 * Marks what agents may write and not read, nor tokens without the scope: `closed('store:admin')(label('Ayarlar', 'Settings')(…))`. It
 * stands in the schema as `x-closed`, see `kernel/schema/closed.ts`.
 */
export const closed =
  (scope: ClosingScope) =>
  <S extends TSchema>(schema: S): S =>
    Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-closed': scope });

/**
 * Marks what a caller has seen and does not ask for, e.g. `expectedStock`: what is left of a call without it has to be a call by itself.
 * It stands in the schema as `x-guards`.
 */
export const guard = <S extends TSchema>(schema: S): S =>
  Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-guards': true });

/**
 * Marks what may be stated by whoever has these scopes beside that of the call: `needing('secrets:write')(…)`. It stands in the schema as
 * `x-needs`; whoever lacks one is refused before anything is done, and tools, which are for agents, do not have it.
 */
export const needing =
  (...scopes: readonly string[]) =>
  <S extends TSchema>(schema: S): S =>
    Object.assign(Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema)), { 'x-needs': scopes });

/** Tells whether a schema is marked by {@link guard}. */
export const isGuard = (schema: Node | undefined): boolean => schema?.['x-guards'] === true;

/** The identifier of the thing itself, whatever the prefix. */
export const ownId = <P extends string>(prefix: P) => label('Kimlik', 'Id')(id(prefix));

/** Names of the values of an enum for people, as `[Turkish, English]`: `oneOf(['on', 'off'], words({ on: ['açık', 'on'], … }))`. */
export const words = <V extends string>(of: Readonly<Record<V, readonly [tr: string, en: string]>>) => ({
  'x-words': Object.fromEntries(
    Object.entries<readonly [string, string]>(of).map(([value, [tr, en]]) => [value, { tr, en }]),
  ) as Readonly<Record<V, Words>>,
});

/** A text for people, in the languages of the product. */
export const bothLanguages = Type.Object(
  { tr: label('Türkçe', 'Turkish')(Type.String()), en: label('İngilizce', 'English')(Type.String()) },
  { additionalProperties: false },
);

/**
 * Says in words the form that a pattern demands, e.g. `on rakam` for `must be ten digits`. It stands
 * in the schema as `x-form`, beside the field in forms, and in what is said of a text that does not fit.
 */
export const form = (tr: string, en: string) => ({ 'x-form': { tr, en } }) as const;

/**
 * Says what became of values that were choices once, e.g. `18` of a rate: whoever still states one is told why it is none. It stands in
 * the schema as `x-former`.
 */
export const former = (of: Readonly<Record<string, readonly [tr: string, en: string]>>) => ({
  'x-former': Object.fromEntries(Object.entries(of).map(([value, [tr, en]]) => [value, { tr, en }])),
});

/** Explains a field to people beyond its name. It stands in the schema as `x-help`; `description` is for programs. */
export const help = (tr: string, en: string) => ({ 'x-help': { tr, en } }) as const;

export const oneOf = <const V extends readonly string[]>(
  values: V,
  options: TSchemaOptions & { readonly 'x-words'?: Readonly<Record<V[number], Words>> } = {},
) => Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });

/**
 * Makes the schema that answers promise: the type and the meaning of the written values, without today's limits of length
 * and form.
 */
export function answered<S extends TSchema>(schema: S): S {
  const { maxLength, maxItems, uniqueItems, minLength, pattern, ...meaning } = Object.getOwnPropertyDescriptors(
    schema as S & Node & Limits,
  );
  // The form of what has no limit of its own, e.g. an identifier, is a part of its type.
  const form = maxLength === undefined && pattern ? { pattern } : {};
  const { format: _, ...unformed } = meaning;
  const own = maxLength === undefined ? meaning : unformed;
  return mapped(Object.defineProperties({} as S, { ...own, ...form }) as S & Node, (node) => answered(node as TSchema));
}

interface Limits {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly uniqueItems?: boolean;
}

/** True if null is a value of the schema. */
export const isNullable = (schema: Node): boolean => choicesIn(schema).some(({ type }) => type === 'null');

/** A value or null. Written as a union so that JSON Schema, ajv and TypeScript read it alike. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Objects refuse what they do not name: a silently dropped field hides a caller's mistake. */
export const object = <const P extends Record<string, TSchema>>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** The fields of an object's schema; none of any other's. */
export const propertiesOf = (schema: Node | undefined): Readonly<Record<string, Node>> => schema?.properties ?? {};

/** Units of numbers. A unit stands in the schema as `x-unit`, so that nobody guesses it from the name of a field. */
export const units = ['kuruş', 'percent', 'count', 'bytes'] as const;
export type Unit = (typeof units)[number];

export const unit = (of: Unit) => ({ 'x-unit': of }) as const;

/** Says of a field that its call moves that amount: of many such calls, owners approve the sum. What a call acts upon says it by `Facts.move`. */
export const moves = { 'x-moves': true } as const;

/** Risks of a changed value that a reviewer is warned of. */
export const valueRisks = ['archives', 'stockZero', 'payee'] as const;
export type ValueRisk = (typeof valueRisks)[number];

/**
 * Says of values of a field that it is a risk when something comes to them: `oneOf(['active', 'archived'], risky({ archived: 'archives' }))`;
 * of numbers, at that value or below it. A reviewer is shown it, so that no name of a field has to be known.
 */
export const risky = <V extends string | number>(of: Readonly<Partial<Record<V, ValueRisk>>>) =>
  ({ 'x-risks': of }) as const;

/** The same of whatever text has not stood there before, in what is new too. */
export const riskyWhenNew = (of: ValueRisk) => ({ 'x-risk-new': of }) as const;

/** An amount of money in kuruş. */
export const kurus = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: KURUS_MAX, ...unit('kuruş'), ...options });

/** Embeddings, overrides and isolates: what follows them is shown in another order than it stands. Marks of a single place (LRM, RLM) are not among them. */
const BIDI = '\\u202A-\\u202E\\u2066-\\u2069';
/** Characters that no line has: controls, breaks of lines and paragraphs, and {@link BIDI}. */
const UNLINED = `\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029${BIDI}`;
/** The same of texts, which have tabs and lines. */
const UNSEEN = `\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F${BIDI}`;

/** Pattern of a text that is not blank and has none of these characters. Each character fits one place, so a long text that does not fit costs no more than one that does. */
const withoutAny = (unseen: string): string => `^[^\\S${unseen}]*[^\\s${unseen}][^${unseen}]*$`;

const LINE = `^[^\\s${UNLINED}]([^${UNLINED}]*[^\\s${UNLINED}])?$`;
const LOOSE_LINE = withoutAny(UNLINED);
const TEXT = withoutAny(UNSEEN);

/**
 * RFC 3339 knows the year 0, offsets of a day and a second 60; Postgres, or a Date, does not. Nor does Postgres know other spaces than
 * the one, which the check of the format takes for a T, or a fraction that goes on and on. That all else are digits the format has
 * looked at: agents pay for each character of this, in every schema that has a time.
 */
const STORABLE_TIME = '^[1-9].{9}[Tt ].{6}[0-5].(\\.\\d{1,9})?([Zz]|[+-](0.|1[0-4]):..)$';

/** Says of a text that it is no time. */
export const TIME_IN_WORDS = 'must be a time in ISO 8601 with its offset, e.g. 2026-11-20T10:00:00+03:00';

const CURSOR = '^[A-Za-z0-9_-]+$';
/** A text with a letter or digit. */
const OF_WORDS = '[\\p{L}\\p{N}]';

/** The words for patterns, since nobody reads a pattern. */
const patternsInWords: ReadonlyMap<string, string> = new Map([
  [`^${ULID}$`, 'must be a ULID: 26 digits and capital letters, without I, L, O and U'],
  [LINE, 'must be one line with neither control characters nor blanks at its ends'],
  [LOOSE_LINE, 'must be one line without control characters, and not blank'],
  [TEXT, 'must not be blank, nor have control characters'],
  [STORABLE_TIME, TIME_IN_WORDS],
  [CURSOR, 'must be the nextCursor of a page'],
  [OF_WORDS, 'must have a letter or a digit'],
]);

/** Says in words the fault of a text that does not fit a pattern, if that is possible. */
export function patternInWords(pattern: string): string | undefined {
  if (!isId({ pattern })) return patternsInWords.get(pattern);
  const prefixes = pattern.slice('^('.length, pattern.indexOf(')')).split('|');
  return `must be an identifier: ${prefixes.map((prefix) => `${prefix}_`).join(' or ')} and a ULID`;
}

/**
 * A person's text in one line. Blanks at its ends are refused and not cut off, as everything is that a caller did not mean: what was sent
 * is what is kept. What comes from elsewhere is made one by {@link oneLine}.
 */
export const line = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: LINE, ...options });

/** A {@link line} that is none of these. @param unlike source of a pattern of the whole text */
export const otherLine = (maxLength: number, unlike: string, options: TSchemaOptions = {}) =>
  line(maxLength, { pattern: `^(?!(?:${unlike})$)${LINE.slice(1)}`, ...options });

/** The same for whoever cuts the blanks at its ends off. */
export const looseLine = (maxLength: number, options: TSchemaOptions = {}) =>
  line(maxLength, { pattern: LOOSE_LINE, ...options });

/** A person's text in any number of lines. */
export const paragraphs = (maxLength: number, options: TSchemaOptions = {}) =>
  line(maxLength, { pattern: TEXT, ...options });

const NO_LINE = new RegExp(`[${UNLINED}\\s]+`, 'gu');
const MARKS = new RegExp(`[${BIDI}]`, 'gu');

/** Text of somebody else, e.g. of a marketplace, as a {@link line} of it. */
export const oneLine = (text: string): string => text.replaceAll(MARKS, '').replaceAll(NO_LINE, ' ').trim();

/** An address of e-mail, as long as one may be. */
export const email = (options: TSchemaOptions = {}) => Type.String({ format: 'email', maxLength: 254, ...options });

/** Format of addresses that are parsed at the entrance, in the way of a browser: a port of 99999 is none. */
export const WEB_ADDRESS = 'web-address';

/** An address to which a browser can be sent. */
export const webAddress = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ format: WEB_ADDRESS, pattern: `^https?://[^\\s\\\\${UNLINED}]+$`, maxLength, ...options });

/** A time in ISO 8601. Answers are in UTC. */
export const time = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'date-time', pattern: STORABLE_TIME, ...options });

/**
 * A time that a list is asked for, and that may be stated as a day of the shop. It stands in the schema as `x-day`: which end of that
 * day is meant, see `kernel/schema/asked-times.ts`.
 */
const askedTime = (day: 'begins' | 'ends', description: string) =>
  time({
    'x-day': day,
    description,
    ...form(
      '2026-11-20T10:00:00+03:00 gibi bir zaman ya da 2026-11-20 gibi bir gün',
      'a time in ISO 8601 with its offset, e.g. 2026-11-20T10:00:00+03:00, or a day, e.g. 2026-11-20',
    ),
  });

/** A time from which on a list is asked for. */
export const askedSince = () => askedTime('begins', 'Or a day in Turkey: 2026-11-20.');
/** A time up to which a list is asked for. A day is asked for with its last moment. */
export const askedUntil = () => askedTime('ends', 'Or a day in Turkey, to its end: 2026-11-20.');
/** A time before which a list is asked for. A day is not asked for itself. */
export const askedBefore = () => askedTime('begins', 'Or a day in Turkey, before it begins: 2026-11-20.');

export const createdAt = label('Oluşturma', 'Created')(time());
export const updatedAt = label('Son değişiklik', 'Last change')(time());

/** The largest value of Postgres' `integer`. */
export const INT4_MAX = 2_147_483_647;

export const rev = (options: TSchemaOptions = {}) =>
  label('Sürüm', 'Revision')(Type.Integer({ minimum: 1, maximum: INT4_MAX, ...options }));

const seenRev = (options: TSchemaOptions & { readonly description: string }) =>
  Type.Optional(guard(label('Görülen sürüm', 'Revision seen')(rev(options))));

/** `expectedRev` of a payload that names one aggregate: a drift is refused, never merged. */
export const expectedRev = seenRev({
  description: 'The rev that the caller saw; a drift is refused with rev_conflict.',
});

/** The same where there may be nothing yet, see `Subject.optional`. */
export const expectedRevOrNone = seenRev({
  minimum: 0,
  description: 'The rev that the caller saw, 0 where there was nothing yet; a drift is refused with rev_conflict.',
});

/** Rows of a page that states no limit. */
export const PAGE_ROWS = 50;

/** The query of every list: keyset cursors, 1 to 100 rows a page (design §6). */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE_ROWS })),
  cursor: Type.Optional(Type.String({ pattern: CURSOR, maxLength: 512 })),
};

export const page = <S extends TSchema>(item: S) =>
  object({ items: Type.Array(item), nextCursor: nullable(Type.String()) });

/** Search text of a list by names; case, accents and ı/i make no difference. @param field the field that holds the name */
export const searchedName = (field: string) =>
  Type.String({
    pattern: OF_WORDS,
    maxLength: 100,
    description: `Words of the ${field}, or parts.`,
  });

/** Query of a list that may be long: a page for people asks for its length. */
export const countedPageQuery = {
  ...pageQuery,
  total: Type.Optional(
    Type.Boolean({ default: false, description: 'True: the answer tells the number of rows in all.' }),
  ),
};

export const countedPage = <S extends TSchema>(item: S) =>
  object({
    ...page(item).properties,
    total: nullable(
      Type.Integer({
        minimum: 0,
        maximum: TOTAL_MAX,
        'x-unit': 'count',
        description: `How many there are of what is asked for, on all pages; ${TOTAL_MAX}: so many or more. Null unless it is asked for with total=true.`,
      }),
    ),
  });

/** JSON of any shape, for documents whose schema another party owns. */
export const json = (options: TSchemaOptions = {}) => Type.Unknown(options);
