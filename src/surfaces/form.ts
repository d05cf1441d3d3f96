import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Refusal, refuse } from '../kernel/errors';

/** Bytes that a form may have beside those of one of its parts: two boundaries and the head of the part. */
export const PART_HEAD_BYTES_MAX = 8192;
/** The parser skips what is beyond its limits and says nothing, so they are as wide as a whole head: what is longer is refused. */
const HEAD_MAX = { headerSize: PART_HEAD_BYTES_MAX, headerPairs: PART_HEAD_BYTES_MAX };

export interface Part {
  readonly field: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** As its sender calls it; `text/plain` also where nothing is said (RFC 7578 §4.4). */
  readonly type: string;
}

interface Form {
  /** The media type with its boundary. */
  readonly contentType: string;
  readonly partsMax: number;
  /** The fields that the form has to have, for a caller who sends another one. */
  readonly wanted: string;
}

/**
 * The parts of a form (RFC 7578), one after the other, as fast as they are taken: each has to be read before the next is asked for.
 * @throws {Refusal} invalid_request, and what reading the body throws
 */
export async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  { contentType, partsMax, wanted }: Form,
): AsyncIterable<Part> {
  const parser = parserOf(contentType, partsMax);
  const news = new EventEmitter();
  const arrived: { readonly field: string; readonly stream: BusboyFileStream; readonly type: string }[] = [];
  const streams: BusboyFileStream[] = [];
  const seen = { bytes: 0, ended: false, over: false };
  const refusal = (what: string): Refusal =>
    new Refusal('invalid_request', `The form ${what}: it has to have ${wanted}.`);
  // The parser says in many words that the form is broken, and in none what its sender should know.
  const refused = (error: unknown): Refusal =>
    error instanceof Refusal ? error : refusal('is no whole multipart/form-data');
  // Parser and parts may fail when nobody reads them any more; unheard, that would end the process.
  parser.on('error', () => {});
  parser.on('file', (field, stream, _filename, _encoding, type) => {
    stream.on('error', () => {});
    streams.push(stream);
    arrived.push({ field, stream, type });
    news.emit('news');
  });
  // A part that is skipped behind the last one is told at the end: the taker of the parts may have more to say of one of them.
  parser.once('partsLimit', () => {
    seen.over = true;
  });
  const fed = pipeline(Readable.from(passedOn(body, seen)), parser);
  fed
    .catch((error) => {
      for (const stream of streams) stream.destroy(error);
    })
    .finally(() => {
      seen.ended = true;
      news.emit('news');
    });
  try {
    for (;;) {
      while (arrived.length === 0 && !seen.ended) await once(news, 'news');
      const part = arrived.shift();
      if (!part) break;
      yield { field: part.field, type: part.type, bytes: read(part.stream, refused) };
    }
    await fed;
    if (seen.over) throw refusal(partsMax === 1 ? 'has more than one part' : `has more than ${partsMax} parts`);
    const inParts = streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    if (seen.bytes - inParts > partsMax * PART_HEAD_BYTES_MAX)
      throw refusal('has more beside its files than they need');
  } catch (error) {
    throw refused(error);
  } finally {
    parser.destroy();
  }
}

async function* read(stream: BusboyFileStream, refused: (error: unknown) => Refusal): AsyncIterable<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw refused(error);
  }
}

/**
 * The bytes of the one file of a form, read as fast as they are taken. The form may have nothing else.
 * @param contentType of the body, with its boundary
 * @param field that holds the file
 * @param told gets what the sender says the file is, before its first bytes
 * @throws {Refusal} as {@link partsOf}
 */
export async function* fileInForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  field: string,
  told: (type: string) => void,
): AsyncIterable<Uint8Array> {
  const wanted = `one part, the file as ${JSON.stringify(field)}`;
  let found = false;
  for await (const part of partsOf(body, { contentType, partsMax: 1, wanted })) {
    if (part.field !== field)
      refuse('invalid_request', `The form has a part ${JSON.stringify(part.field)}: it has to have ${wanted}.`);
    found = true;
    told(part.type);
    yield* part.bytes;
  }
  if (!found) refuse('invalid_request', `The form has no part that can be read: it has to have ${wanted}.`);
}

/** Passes a body on. A failure behind it ends the body, as one that nobody wants; thrown into it, it would take the connection with it. */
async function* passedOn(body: AsyncIterable<Uint8Array>, seen: { bytes: number }): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    seen.bytes += chunk.length;
    yield chunk;
  }
}

function parserOf(contentType: string, partsMax: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      limits: { parts: partsMax, files: partsMax, ...HEAD_MAX },
    });
  } catch {
    return refuse('invalid_request', 'The Content-Type of a form has to say its boundary.');
  }
}
