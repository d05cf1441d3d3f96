import type { ContentReader, Wanted } from './content';

/** Feeds a reader from bytes that come piece by piece. */
export class Reading {
  private held: Buffer = Buffer.alloc(0);
  private skip = 0;
  private take = 0;
  private state: IteratorResult<Wanted, string | undefined>;

  constructor(private readonly reader: ContentReader) {
    this.state = this.next(reader.next());
  }

  /** Type of the bytes, as soon as it is known; an undefined type is none of the accepted ones. */
  get typeFound(): { readonly type: string | undefined } | undefined {
    return this.state.done ? { type: this.state.value } : undefined;
  }

  /** @throws {Refusal} as the reader does */
  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (!this.state.done) {
      const skipped = Math.min(this.skip, rest.length);
      this.skip -= skipped;
      const taken = rest.subarray(skipped, skipped + this.take - this.held.length);
      this.held = Buffer.concat([this.held, taken]);
      rest = rest.subarray(skipped + taken.length);
      if (this.skip > 0 || this.held.length < this.take) return;
      this.state = this.next(this.reader.next(this.held));
    }
  }

  /** Tells the reader that no more bytes come. @throws {Refusal} as the reader does */
  end(): void {
    while (!this.state.done) this.state = this.next(this.reader.next(this.held));
  }

  private next(state: IteratorResult<Wanted, string | undefined>): IteratorResult<Wanted, string | undefined> {
    this.held = Buffer.alloc(0);
    if (!state.done) ({ skip: this.skip, take: this.take } = state.value);
    return state;
  }
}
