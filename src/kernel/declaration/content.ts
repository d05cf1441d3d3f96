import { label, object, objectName, propertiesOf, type Static, type TSchema, t, unit } from '../schema/schema';

/** Files that a field takes. */
export interface Takes {
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** Tells the type of the bytes, whatever their sender calls them. */
  read(): ContentReader;
  /**
   * Makes the bytes that are kept in the place of the sent ones, e.g. a picture drawn anew, without the other content of its file. Left out:
   * they are kept as they are. It throws a refusal of bytes of which nothing can be made.
   * @param lane callers of different lanes take turns
   */
  anew?(bytes: AsyncIterable<Uint8Array>, lane: string): AsyncIterable<Uint8Array>;
  /** The bytes of a small file that is taken: tests send it. */
  example(): Uint8Array<ArrayBuffer>;
}

/** The one file that the body of a route is, as it is. */
export interface Accepts extends Takes {
  /** The bytes may also come as the one file of a `multipart/form-data`, in this field. */
  readonly form?: string;
}

/**
 * Declares which fields of a payload are files. It has {@link contentSchema} in the place of a file, or a list of it where there may
 * be several; its route takes a form (RFC 7578) of which all other fields are text.
 */
export type FormFiles = Readonly<Record<string, Takes>>;

/** The bytes that a reader asks for: the number that it skips, and the number that it wants behind those. */
export interface Wanted {
  readonly skip: number;
  readonly take: number;
}

/**
 * Reads what bytes are while they come: it is given what it wants, or fewer where the bytes end, and asks for nothing then. It
 * returns one of the types, undefined when they are none of them, and throws a refusal of what is not taken all the same.
 */
export type ContentReader = Generator<Wanted, string | undefined, Buffer>;

/** One field of a form, as it comes: bytes, or a value where the door has values. */
export type FormPart = { readonly field: string } & ({ readonly brought: Brought } | { readonly value: unknown });

/** Bytes that a caller sends, before anybody has read them. */
export interface Brought {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Type that the sender states, known once the first bytes are there; undefined: none. */
  readonly stated: () => string | undefined;
}

/** Facts that a handler gets in the place of a file. The bytes are kept already, and gone again if the call comes to nothing. */
export const contentSchema = object({
  object: label('Dosya', 'File')(objectName),
  digest: label('SHA-256', 'SHA-256')(t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes.' })),
  size: label('Boyut', 'Size')(t.Integer({ minimum: 1, ...unit('bytes') })),
  type: label('Dosya türü', 'File type')(t.String({ description: 'Type that the bytes themselves show.' })),
});

export type Content = Static<typeof contentSchema>;

/** A stand-in for a file in the example of a payload: a caller that sends one sends the bytes of {@link Takes.example}. */
export const exampleContent: Content = {
  object: `obj_${'0'.repeat(26)}`,
  digest: '0'.repeat(64),
  size: 1,
  type: 'application/octet-stream',
};

const { object: _, ...told } = contentSchema.properties;

/** The schema of {@link placeless}. */
export const placelessSchema = object(told);

/** A file without where its bytes are kept. */
export const placeless = ({ object: _, ...content }: Content): Omit<Content, 'object'> => content;

/**
 * A payload without where the bytes of its files are kept: what is told, and what is compared. Two calls that bring the same bytes are
 * the same call, wherever the bytes of each were kept.
 */
export const withoutPlaces = (files: FormFiles | undefined, payload: unknown): unknown =>
  files === undefined
    ? payload
    : Object.fromEntries(
        Object.entries(payload as object).map(([field, value]) => [field, field in files ? placelessIn(value) : value]),
      );

const placelessIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(placelessIn);
  return isContent(value) ? placeless(value) : value;
};

/** The files of a payload, each with its field. What is hidden of the payload is passed over. */
export const filesIn = (files: FormFiles, payload: unknown): { readonly field: string; readonly content: Content }[] =>
  Object.keys(files).flatMap((field) =>
    [(payload as Readonly<Record<string, unknown>>)[field]]
      .flat()
      .filter(isContent)
      .map((content) => ({ field, content })),
  );

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && 'object' in value;

interface FieldSchema {
  readonly type?: string;
  readonly maxItems?: number;
}

const fieldOf = (body: TSchema, field: string): FieldSchema | undefined => propertiesOf(body)[field];

export const isList = (body: TSchema, field: string): boolean => fieldOf(body, field)?.type === 'array';

/** True of a list and of an object, which no text is read as. */
export const isStructured = (body: TSchema, field: string): boolean =>
  ['array', 'object'].includes(fieldOf(body, field)?.type ?? '');

/** The most files that a form may have in a field; 0 also if no limit is stated. */
export const mostFiles = (body: TSchema, field: string): number =>
  isList(body, field) ? (fieldOf(body, field)?.maxItems ?? 0) : field in propertiesOf(body) ? 1 : 0;

/** Makes the schema of a form: the schema of the body with another one in the place of each file. */
export function formSchema(body: TSchema, files: FormFiles, fileSchema: (takes: Takes) => object): object {
  const { properties, ...form } = JSON.parse(JSON.stringify(body)) as { properties: Record<string, object> };
  const fields = Object.entries(properties).map(([field, schema]) => {
    const takes = files[field];
    if (!takes) return [field, schema];
    return [field, isList(body, field) ? { ...schema, items: fileSchema(takes) } : fileSchema(takes)];
  });
  return { ...form, properties: Object.fromEntries(fields) };
}
