import type { Readable } from 'node:stream';
import { FilesAway } from '../system-fault';

/** Bytes that were kept under a name of their own; nothing ever changes what is under it. */
export interface KeptObject {
  readonly object: string;
  /** The SHA-256 of the content, hexadecimal. */
  readonly digest: string;
  /** The size of the content in bytes. */
  readonly size: number;
}

/** Bytes of a file, counted from 0; both ends belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Storage for the bytes of files. A row may name only an object that `put` has answered, in a column whose schema says so (`objectName`);
 * an object that no such column names is nobody's, and goes when it is old enough that no call can be about to name it. So an
 * object that lost its name stays unnamed.
 */
export interface Objects {
  /** Answers when the bytes are safe from a crash. When the source fails, nothing is kept. */
  put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject>;
  /** @param part the bytes to read; left out: all @returns undefined when there is none */
  open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined>;
  /** Answers when something could be kept now. */
  answers(): Promise<void>;
  /** Removes an object; a missing one is no fault. */
  remove(storeId: string, object: string): Promise<void>;
  /** Lists the stores that ever kept something. */
  stores(): Promise<readonly string[]>;
  /**
   * Lists the objects of a store that are at least so many ms old by the clock of the storage, which dates them. Each page takes a
   * bounded time and may be empty. Half-written objects of a crash are among them, under a name that `remove` alone knows.
   */
  keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]>;
}

/** Opens what a row names. The sweep leaves that alone, so where it is missing it is the storage that lacks it. @throws {FilesAway} */
export async function openNamed(objects: Pick<Objects, 'open'>, storeId: string, object: string): Promise<Readable> {
  const bytes = await objects.open(storeId, object);
  if (!bytes) throw new FilesAway(new Error(`the storage has no ${object}, which a row names`));
  return bytes;
}
