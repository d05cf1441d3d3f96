import type { Cut } from '../../kernel/declaration/sandbox';

/** Keeps the head and the tail of a stream that may be endless, within a bound that is the same however much comes. */
export class HeadAndTail {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  total = 0;

  /** @param half bytes of the head, and of the tail */
  constructor(private readonly half: number) {}

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = this.half - this.headBytes;
    if (room > 0) {
      this.head.push(chunk.subarray(0, room));
      this.headBytes += Math.min(room, chunk.length);
    }
    if (chunk.length > room) this.pushTail(room > 0 ? chunk.subarray(room) : chunk);
  }

  private pushTail(chunk: Buffer): void {
    const last = chunk.subarray(-this.half);
    this.tail.push(last);
    this.tailBytes += last.length;
    // Many small chunks are joined now and then: a list of one-byte buffers would weigh more than its bytes.
    if (this.tailBytes > 2 * this.half || this.tail.length > 1_000) {
      // A copy: a part of a chunk would keep all of it.
      this.tail = [Buffer.from(Buffer.concat(this.tail).subarray(-this.half))];
      this.tailBytes = this.tail[0]?.length ?? 0;
    }
  }

  /** Answers what is kept within so many bytes, cut at borders of UTF-8, and what is left out. */
  within(most: number): { readonly bytes: Buffer; readonly cut: Cut | null } {
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail).subarray(-this.half);
    if (this.total <= most && this.total === head.length + tail.length)
      return { bytes: Buffer.concat([head, tail]), cut: null };
    const half = Math.floor(most / 2);
    const first = wholeCharacters(head.subarray(0, half));
    const last = fromCharacter(tail.length === 0 ? head.subarray(first.length) : tail, half);
    const bytes = Buffer.concat([first, last]);
    return { bytes, cut: { at: first.length, bytes: this.total - bytes.length } };
  }
}

/** Both streams within one bound: what one does not use is the other's. */
export function fitting(stdout: HeadAndTail, stderr: HeadAndTail, most: number) {
  const half = Math.floor(most / 2);
  const ofStderr = Math.min(stderr.total, Math.max(half, most - stdout.total));
  const out = stdout.within(most - ofStderr);
  const err = stderr.within(ofStderr);
  return { stdout: out.bytes, stderr: err.bytes, stdoutCut: out.cut, stderrCut: err.cut };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Takes a text without a character at the end that is cut in two. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && isContinuation(bytes[end - 1])) end -= 1;
  const first = bytes[end - 1] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - (end - 1) >= length || length === 1 ? bytes : bytes.subarray(0, end - 1);
}

/** The last bytes, without a character at the beginning that is cut in two. */
function fromCharacter(bytes: Buffer, most: number): Buffer {
  let start = Math.max(0, bytes.length - most);
  for (let step = 0; step < 3 && isContinuation(bytes[start]); step += 1) start += 1;
  return bytes.subarray(start);
}

/** Keeps all of a stream, or nothing of one that is longer than it may be. */
export class Whole {
  private chunks: Buffer[] = [];
  private length = 0;

  /** @param most bytes */
  constructor(private readonly most: number) {}

  push(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > this.most) this.chunks = [];
    else this.chunks.push(chunk);
  }

  /** The bytes; undefined: there were more than the most. */
  get bytes(): Buffer | undefined {
    return this.length > this.most ? undefined : Buffer.concat(this.chunks);
  }
}
