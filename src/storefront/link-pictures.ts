import { Readable } from 'node:stream';
import type { Objects } from '../kernel/objects/objects';
import { jpegOf } from '../media/jpeg/draw';

/** Bytes of pictures that are kept: some two hundred. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Drawings of a shop as JPEG, for programs that preview links and read no other format. One is drawn when it is asked for, and kept as long
 * as there is room.
 */
export class LinkPictures {
  private readonly kept = new Map<string, Buffer>();
  private bytes = 0;
  /** Pictures that are being drawn: whoever asks meanwhile waits for that drawing. */
  private readonly coming = new Map<string, Promise<Buffer | undefined>>();

  constructor(private readonly objects: Pick<Objects, 'open'>) {}

  /**
   * @param object the name under which the drawing is kept
   * @returns undefined: it is kept no more
   * @throws {Refusal} throttled, payload_too_large, unsupported_media_type
   */
  async of(storeId: string, object: string): Promise<Buffer | undefined> {
    const name = `${storeId} ${object}`;
    const known = this.kept.get(name);
    if (known) {
      this.keep(name, known);
      return known;
    }
    const coming = this.coming.get(name) ?? this.draw(storeId, object).finally(() => this.coming.delete(name));
    this.coming.set(name, coming);
    const drawn = await coming;
    if (drawn) this.keep(name, drawn);
    return drawn;
  }

  private async draw(storeId: string, object: string): Promise<Buffer | undefined> {
    const source = await this.objects.open(storeId, object);
    return source && jpegOf(source, { lane: storeId, isKnown: false });
  }

  /** The picture that was asked for last stands behind the others. */
  private keep(name: string, picture: Buffer): void {
    if (!this.kept.delete(name)) this.bytes += picture.length;
    this.kept.set(name, picture);
    for (const [oldest, { length }] of this.kept) {
      if (this.bytes <= KEPT_BYTES_MAX || oldest === name) return;
      this.kept.delete(oldest);
      this.bytes -= length;
    }
  }
}

/** A part of a picture, as bytes are sent. */
export const partOf = (picture: Buffer, part?: { readonly start: number; readonly end: number }): Readable =>
  Readable.from([part ? picture.subarray(part.start, part.end + 1) : picture]);
