import { pipeline, type Readable, Transform } from 'node:stream';
import type Koa from 'koa';
import { type Correlation, namesOf } from '../kernel/correlation';
import { type FileAnswer, type Produces, UNTYPED } from '../kernel/declaration/file';
import { refuse } from '../kernel/errors';
import type { Log } from '../kernel/log';
import type { ByteRange } from '../kernel/objects/objects';
import { rangeOf } from './ranges';
import { isTagKnown } from './tags';

/** Bytes as they are sent. */
export interface Sent {
  /** The media type of the file. */
  readonly type: string;
  /** The length of the file in bytes. */
  readonly size: number;
  /** Equal tags promise equal bytes. */
  readonly tag: string;
  /** @returns undefined when there is nothing any more */
  open(part?: ByteRange): Promise<Readable | undefined>;
}

/** A file is no page: nothing runs in it, wherever it is opened. */
const POLICY = "default-src 'none'; sandbox";

/** Sends the file that a route has answered. @throws {Refusal} range_not_satisfiable, not_found */
export async function sendFile(
  context: Koa.Context,
  { name, type, size, digest, leftOut, open }: FileAnswer,
  { inline, kept }: Produces,
  log: Log,
): Promise<void> {
  context.attachment(name, { type: inline ? 'inline' : 'attachment', fallback: asciiOf(name) });
  if (kept) context.set('Cache-Control', 'private, no-cache');
  if (leftOut.length > 0)
    context.set('Left-Out', leftOut.map(({ pointer, code }) => `${pointer};code=${code}`).join(', '));
  context.set('Repr-Digest', `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`);
  context.vary('Accept');
  await sendBytes(context, { type: typeFor(context, type), size, tag: digest, open }, log);
}

/** Calls the bytes untyped to who asks for that, and for nothing that the file is. */
const typeFor = (context: Koa.Context, type: string): string =>
  context.accepts(type) || context.accepts(UNTYPED) || type;

/**
 * Sends bytes: all of them or, to a GET, the part that it asks for; nothing to who has them already. When they break off, the
 * connection ends.
 * @throws {Refusal} range_not_satisfiable, not_found
 */
export async function sendBytes(context: Koa.Context, { type, size, tag, open }: Sent, log: Log): Promise<void> {
  context.set('Content-Security-Policy', POLICY);
  context.set('ETag', `"${tag}"`);
  if (context.method !== 'POST') context.set('Accept-Ranges', 'bytes');
  context.type = type;
  context.status = 200;
  if (isKeptBy(context)) {
    context.status = 304;
    return;
  }
  const part = partWanted(context, size);
  if (part) {
    context.status = 206;
    context.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
  }
  const length = part ? part.end - part.start + 1 : size;
  // To a HEAD nothing is read.
  if (context.method !== 'HEAD') {
    const bytes = (await open(part)) ?? refuse('not_found', 'The file is not there any more.');
    const of = namesOf(context.state.correlation as Correlation);
    context.body = counted(bytes, length, (error) =>
      log.error({ err: error, ...of, route: context.state.route }, 'a file broke off'),
    );
  }
  context.length = length;
}

const isKeptBy = ({ method, headers, response }: Koa.Context): boolean =>
  method !== 'POST' && isTagKnown(headers['if-none-match'] ?? '', response.get('ETag'));

/** Reads the wanted part of a file. A client that has another file, as `If-Range` tells, needs the whole of this one. */
function partWanted(context: Koa.Context, size: number): ByteRange | undefined {
  const held = context.get('If-Range');
  if (context.method !== 'GET' || (held && held !== context.response.get('ETag'))) return undefined;
  const part = rangeOf(context.get('Range'), size);
  if (part !== null) return part;
  context.set('Content-Range', `bytes */${size}`);
  return refuse('range_not_satisfiable', `The file has ${size} bytes.`);
}

/**
 * Fails when there are fewer or more bytes than were promised: on a connection that went on, the next answer would be taken for the
 * rest of this one. The last of them come with the end: whoever has all of them sends the next request at once, which must not find
 * this one under way.
 */
function counted(source: Readable, length: number, broken: (error: Error) => void): Readable {
  let left = length;
  let last: Buffer | undefined;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) return done(new Error(`it is longer than its ${length} bytes`));
      if (left > 0) return done(null, chunk);
      last ??= chunk;
      done();
    },
    flush(done) {
      done(left > 0 ? new Error(`${left} of its ${length} bytes are missing`) : null, last);
    },
  });
  pipeline(source, through, (error) => {
    // A reader that stops breaks nothing.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') broken(error);
  });
  return through;
}

/** For clients that read no other names: letters without what Turkish adds to them. */
const asciiOf = (name: string): string =>
  name
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '_');
