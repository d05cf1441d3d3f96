import { id, label, object, type Static, t } from './schema';

/** Declares that the body of a route is bytes as they are, and which. */
export interface Accepts {
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** The bytes may also come as the one file of a `multipart/form-data`, in this field. */
  readonly form?: string;
  /** Tells what the bytes are, whatever their sender calls them. */
  read(): ContentReader;
  /** The bytes of a small file that is taken: tests send it. */
  example(): Uint8Array<ArrayBuffer>;
}

/** How many bytes a reader passes over, and how many it wants to see behind those. */
export interface Wanted {
  readonly skip: number;
  readonly take: number;
}

/**
 * Reads what bytes are while they come: it is given what it wants, or fewer where the bytes end, and asks for nothing then. It
 * returns one of the types, undefined when they are none of them, and throws a refusal of what is not taken all the same.
 */
export type ContentReader = Generator<Wanted, string | undefined, Buffer>;

/** Bytes that a caller sends, before anybody has read them. */
export interface Brought {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What its sender says they are, known once the first of them are there; undefined: nothing. */
  readonly stated: () => string | undefined;
}

/** What the handler of such a route gets as its body: the bytes are kept already, and gone again if the call comes to nothing. */
export const contentSchema = object({
  object: label('Dosya', 'File')(id('obj')),
  digest: label('SHA-256', 'SHA-256')(t.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the bytes.' })),
  size: label('Boyut (bayt)', 'Size in bytes')(t.Integer({ minimum: 1, description: 'Bytes.' })),
  type: label('Dosya türü', 'File type')(t.String({ description: 'As the bytes say themselves.' })),
});

export type Content = Static<typeof contentSchema>;

/** Two calls that bring the same bytes are the same call, wherever the bytes of each were kept. */
export function identityOfContent(payload: unknown): unknown {
  const { body, ...rest } = payload as { readonly body: Content };
  const { object: _, ...content } = body;
  return { ...rest, body: content };
}
