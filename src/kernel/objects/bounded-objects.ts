import { Readable } from 'node:stream';
import type { ByteRange, KeptObject, Objects } from './objects';
import { away, Patience } from './patience';

/** No storage that works is silent for as long, in ms. */
const SILENT_MS = 20_000;
/** Calls that nobody waits for any more and that have not come back: each may hold one of the four threads by which Node asks for files. */
const SILENT_CALLS_MAX = 2;

/**
 * A storage that may hang, as a folder of a network does whose server is gone: a call that it does not answer ends as one does that
 * it refuses. Some may come back much later; as long as several have not, nothing more is asked of it.
 * @throws {FilesAway} when it is silent, whatever is asked
 */
export class BoundedObjects implements Objects {
  private silent = 0;
  private asking: Promise<void> | undefined;

  /** @param silentMs how long it may be silent @default 20 seconds */
  constructor(
    private readonly objects: Objects,
    private readonly silentMs = SILENT_MS,
  ) {}

  /** Stores bytes. The time that the source takes does not count against the storage. */
  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    const patience = new Patience(this.silentMs);
    const bytes = brought(source, patience);
    try {
      return await this.answered(() => this.objects.put(storeId, bytes), { patience });
    } finally {
      // Nobody brings more to a storage that is silent. What it may keep of it one day, no row names.
      if (patience.isOver) void bytes.return().catch(() => {});
    }
  }

  async open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    const source = await this.answered(() => this.objects.open(storeId, object, part), {
      late: (stream) => stream?.destroy(),
    });
    if (!source) return undefined;
    // The reader of the stream hears the error; this handler only keeps it from ending the process.
    source.on('error', () => {});
    const stream = Readable.from(this.eachOf(source), { objectMode: false });
    return stream.once('close', () => source.destroy());
  }

  remove(storeId: string, object: string): Promise<void> {
    return this.answered(() => this.objects.remove(storeId, object));
  }

  stores(): Promise<readonly string[]> {
    return this.answered(() => this.objects.stores());
  }

  keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]> {
    return this.eachOf(this.objects.keptFor(storeId, ms));
  }

  /** Asks the storage once: callers who ask meanwhile share the answer. */
  answers(): Promise<void> {
    this.asking ??= this.answered(() => this.objects.answers()).finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async *eachOf<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    const values = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.answered(() => values.next());
        if (done) return;
        yield value;
      }
    } finally {
      // The end of a silent source is not awaited either.
      values.return?.().catch(() => {});
    }
  }

  /** @param late is given what comes when nobody waits for it any more */
  private async answered<T>(
    work: () => Promise<T>,
    {
      patience = new Patience(this.silentMs),
      late = () => {},
    }: { patience?: Patience; late?: (value: T) => void } = {},
  ): Promise<T> {
    if (this.silent >= SILENT_CALLS_MAX) throw away('does not come back from earlier calls');
    patience.start();
    const answer = work();
    try {
      return await Promise.race([answer, patience.over]);
    } finally {
      patience.end();
      if (patience.isOver) this.awaitSilently(answer, late);
    }
  }

  private awaitSilently<T>(answer: Promise<T>, late: (value: T) => void): void {
    this.silent += 1;
    answer
      .then(late, () => {})
      .finally(() => {
        this.silent -= 1;
      });
  }
}

/** Bytes as they come; the patience with the storage pauses while their source is waited for. */
async function* brought(
  source: AsyncIterable<Uint8Array>,
  patience: Patience,
): AsyncGenerator<Uint8Array, void, undefined> {
  patience.stop();
  try {
    for await (const chunk of source) {
      patience.start();
      yield chunk;
      patience.stop();
    }
  } finally {
    patience.start();
  }
}
