import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange, KeptObject, Objects } from '../objects/objects';
import { label, object, type Static, t, unit } from '../schema/schema';

/** The media type of bytes of which nothing is said: each file may be sent, and asked for, as that. */
export const UNTYPED = 'application/octet-stream';

/** Declares that a route answers a file and no JSON, and which. */
export interface Produces {
  /** Media types, one of which every answer has. */
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** A browser may show it. @default it is saved */
  readonly inline?: true;
  /** A caller may keep it, and asks each time whether it is still the same one. @default nobody keeps it */
  readonly kept?: true;
}

/** Facts about a file, for places without its bytes, e.g. beside them in the tools protocol. */
export const fileSchema = object({
  name: label('Dosya adı', 'File name')(t.String({ minLength: 1 })),
  type: label('Dosya türü', 'File type')(t.String({ description: 'Its media type.' })),
  size: label('Boyut', 'Size')(t.Integer({ minimum: 0, ...unit('bytes') })),
  digest: label('SHA-256', 'SHA-256')(t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes.' })),
  leftOut: t.Optional(
    label(
      'Dışarıda kalanlar',
      'Left out',
    )(
      t.Array(object({ pointer: t.String(), code: t.String(), message: t.String() }), {
        description: 'Things that the call names and the file does not have, and why; in HTTP the header `Left-Out`.',
      }),
    ),
  ),
});

export type FileFacts = Static<typeof fileSchema>;

/** A thing that a call names, and that is not in the file that answers it. */
export type LeftOut = NonNullable<FileFacts['leftOut']>[number];

type Open = (part?: ByteRange) => Promise<Readable | undefined>;

/** Characters that no file system takes in a name, or that would lead elsewhere. */
const UNNAMEABLE = /[\p{C}/\\:*?"<>|]/gu;

/** The file that a route answers. Its bytes are read when they are sent, and not for who has them or may not have them. */
export class FileAnswer implements FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly digest: string;
  readonly leftOut: LeftOut[];

  private constructor(
    { name, type, size, digest, leftOut = [] }: FileFacts,
    /** @returns undefined when there is none any more */
    readonly open: Open,
  ) {
    this.name = name.replaceAll(UNNAMEABLE, '_');
    this.type = type;
    this.size = size;
    this.digest = digest;
    this.leftOut = leftOut;
  }

  /** Makes an answer of bytes that were made for it. */
  static of(bytes: Uint8Array, named: Pick<FileFacts, 'name' | 'type' | 'leftOut'>): FileAnswer {
    const digest = createHash('sha256').update(bytes).digest('hex');
    return new FileAnswer({ ...named, size: bytes.length, digest }, async (part) =>
      Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes], { objectMode: false }),
    );
  }

  /** Makes an answer of stored bytes. */
  static ofObject(
    objects: Pick<Objects, 'open'>,
    storeId: string,
    { object, ...kept }: KeptObject,
    named: Pick<FileFacts, 'name' | 'type'>,
  ): FileAnswer {
    return new FileAnswer({ ...kept, ...named }, (part) => objects.open(storeId, object, part));
  }

  toJSON(): FileFacts {
    const { name, type, size, digest, leftOut } = this;
    return { name, type, size, digest, ...(leftOut.length > 0 ? { leftOut } : {}) };
  }
}

/** Finds the fault of an answer against the declaration of its route; undefined: none. */
export function undeclaredOf({ types, bytesMax }: Produces, answer: unknown): string | undefined {
  if (!(answer instanceof FileAnswer)) return 'it is no file';
  if (!types.includes(answer.type)) return `it is ${answer.type}`;
  return answer.size > bytesMax ? `it has ${answer.size} bytes` : undefined;
}
