import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { ID_PATTERN, newRandomId } from '../ids';
import { awayIfOfTheSystem, FilesAway, isOfTheSystem } from '../system-fault';
import type { ByteRange, KeptObject, Objects } from './objects';
import { Patience } from './patience';

/** Settings of a bucket of S3, or of a storage that speaks like it. */
export interface S3Options {
  readonly bucket: string;
  /** The address of the service; empty: Amazon's own. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket stands in the path of addresses, and not in the name of the host. */
  readonly pathStyle: boolean;
  /** The keys; undefined: the machine's own, as Amazon's programs find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The longest silence of the storage, in ms. @default 15 seconds */
  readonly silentMs?: number;
}

const NAME = new RegExp(`^${ID_PATTERN}$`);
/** An object that is written to learn what time it is; no store is called so. */
const CLOCK = '.clock';
/** Loaded where a bucket is used: everybody else would wait for it at the start. */
const sdk = (): typeof import('@aws-sdk/client-s3') => require('@aws-sdk/client-s3');

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const CONNECT_MS_MAX = 5_000;
const SILENT_MS = 15_000;
const ATTEMPTS_MAX = 3;
/** Bytes of a body that the buffers of a connection hold: nobody tells how much of them has arrived. */
const UNTOLD_BYTES_MAX = 4 * 1024 * 1024;
/** A storage that takes less counts as silent, in bytes a ms: 1 Mbit/s. */
const PACE_MIN = 125;
/** Most bytes that a reader has in memory. */
const PIECE_BYTES = 256 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Objects in a bucket: `<store>/<object>`, as the folder has them. An object is there whole or not at all, since it is put in one
 * request whose length and digest the storage checks; what comes without a length is kept in a file of this machine until it has one.
 * It is read piece by piece: a reader who takes his time has no connection meanwhile.
 * @throws {FilesAway} when the storage is away or refuses, whatever is asked
 */
export class S3Objects implements Objects {
  private readonly sdk = sdk();
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly silentMs: number;

  constructor({ bucket, endpoint, region, pathStyle, credentials, silentMs = SILENT_MS }: S3Options) {
    this.bucket = bucket;
    this.silentMs = silentMs;
    this.client = new this.sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS_MAX,
      // It would write on the console what is thrown.
      logger: SILENT,
      requestHandler: {
        connectionTimeout: CONNECT_MS_MAX,
        // How long a whole request takes tells nothing, nor does a connection of which others have all.
        requestTimeout: 0,
        socketTimeout: 0,
        httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
        httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
      },
      // Other services that speak S3 know no newer checksums than those that are required.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === '' ? {} : { endpoint }),
      ...(credentials ? { credentials } : {}),
    });
  }

  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    const object = newRandomId('obj');
    const file = await namelessFile();
    try {
      const { digest, size } = await measured(source, file);
      await this.asking(
        async (signal, goesOn) => {
          const body = Readable.from(bytesOf(file, goesOn), { objectMode: false });
          try {
            const put = this.client.send(
              new this.sdk.PutObjectCommand({
                Bucket: this.bucket,
                Key: keyOf(storeId, object),
                Body: body,
                ContentLength: size,
                ChecksumSHA256: Buffer.from(digest, 'hex').toString('base64'),
              }),
              { abortSignal: signal },
            );
            // The client waits for ever for a body that cannot be read.
            await Promise.race([put, failureOf(body)]);
          } finally {
            body.destroy();
          }
        },
        this.silentMs + Math.min(size, UNTOLD_BYTES_MAX) / PACE_MIN,
      );
      return { object, digest, size };
    } finally {
      await file.close();
    }
  }

  async open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    const key = keyOf(storeId, object);
    const { start, end } = part ?? { start: 0, end: Number.POSITIVE_INFINITY };
    const first = await this.piece(key, start, end);
    return first && Readable.from(this.pieces(key, first, end), { objectMode: false });
  }

  private async *pieces(key: string, first: Piece, end: number): AsyncIterable<Buffer> {
    for (let piece = first; ; ) {
      const { start, bytes, size } = piece;
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
      const next = start + bytes.length;
      if (next > Math.min(end, size - 1)) return;
      const following = await this.piece(key, next, end);
      if (!following?.bytes.length) throw new FilesAway(new Error(`the bucket ${this.bucket} has no ${key} any more`));
      piece = following;
    }
  }

  /** @returns the piece of the object that begins there; undefined: there is no such object */
  private piece(key: string, start: number, end: number): Promise<Piece | undefined> {
    const Range = `bytes=${start}-${Math.min(end, start + PIECE_BYTES - 1)}`;
    return this.asking(async (signal, goesOn) => {
      const found = await this.client
        .send(new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range }), { abortSignal: signal })
        .catch(unlessMissing);
      if (!found) return undefined;
      if (found === 'beyond its end') return { start, bytes: Buffer.alloc(0), size: 0 };
      const [, size] = /\/(\d+)$/.exec(found.ContentRange ?? '') ?? [];
      if (size === undefined) throw new Error('it answers no parts of objects');
      const chunks: Buffer[] = [];
      for await (const chunk of found.Body as Readable) {
        goesOn();
        chunks.push(chunk);
      }
      return { start, bytes: Buffer.concat(chunks), size: Number(size) };
    });
  }

  async remove(storeId: string, object: string): Promise<void> {
    const asked = new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: keyOf(storeId, object) });
    await this.asking((abortSignal) => this.client.send(asked, { abortSignal }));
  }

  async stores(): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes = [] } of this.pages({ Delimiter: '/' }))
      found.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.replace(/\/$/, '')));
    return found.filter((name) => NAME.test(name));
  }

  async answers(): Promise<void> {
    const asked = new this.sdk.PutObjectCommand({ Bucket: this.bucket, Key: CLOCK, Body: '.' });
    await this.asking((abortSignal) => this.client.send(asked, { abortSignal }));
  }

  async *keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]> {
    const until = (await this.nowMs()) - ms;
    const prefix = `${checkedName(storeId)}/`;
    for await (const { Contents = [] } of this.pages({ Prefix: prefix }))
      yield Contents.filter(({ LastModified }) => LastModified && LastModified.getTime() <= until)
        .map(({ Key = '' }) => Key.slice(prefix.length))
        .filter((name) => NAME.test(name));
  }

  /** Reads the clock of the storage, which dates the objects. */
  private async nowMs(): Promise<number> {
    await this.answers();
    const asked = new this.sdk.HeadObjectCommand({ Bucket: this.bucket, Key: CLOCK });
    const { LastModified } = await this.asking((abortSignal) => this.client.send(asked, { abortSignal }));
    return LastModified?.getTime() ?? 0;
  }

  private async *pages(of: { Prefix?: string; Delimiter?: string }): AsyncIterable<ListObjectsV2CommandOutput> {
    for (let token: string | undefined; ; ) {
      const asked = new this.sdk.ListObjectsV2Command({ Bucket: this.bucket, ...of, ContinuationToken: token });
      const page: ListObjectsV2CommandOutput = await this.asking((abortSignal) =>
        this.client.send(asked, { abortSignal }),
      );
      yield page;
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  /**
   * Whatever a storage answers but what was asked for keeps the product from its files: an operator cures it, or time does. A request
   * is called off when it makes no progress.
   * @param ask says by `goesOn` that it does
   */
  private async asking<T>(
    ask: (signal: AbortSignal, goesOn: () => void) => Promise<T>,
    silentMs = this.silentMs,
  ): Promise<T> {
    const patience = new Patience(silentMs);
    const request = new AbortController();
    patience.start();
    const answer = ask(request.signal, () => patience.start());
    try {
      return await Promise.race([answer, patience.over]);
    } catch (error) {
      answer.catch(() => {});
      request.abort();
      if (error instanceof FilesAway) throw error;
      if (isOfTheSystem(error)) throw new FilesAway(error);
      const { name, message } = error as Error;
      throw new FilesAway(new Error(`the bucket ${this.bucket} answers ${name}: ${message}`, { cause: error }));
    } finally {
      patience.end();
    }
  }
}

/** A part of an object. */
interface Piece {
  /** Offset of the bytes in the object. */
  readonly start: number;
  readonly bytes: Buffer;
  /** Size of the whole object. */
  readonly size: number;
}

const keyOf = (storeId: string, object: string): string => `${checkedName(storeId)}/${checkedName(object)}`;

/** Names become keys: nothing else may. */
function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} names no object`);
  return name;
}

/** A bucket that is not there is no object that is missing. */
function unlessMissing(error: unknown): undefined | 'beyond its end' {
  const { name } = error as Error;
  if (name === 'InvalidRange') return 'beyond its end';
  if (name !== 'NoSuchKey') throw error;
}

/** Opens a file of this machine for reading and writing. Nothing is left of it once it is closed, or its process is killed. @throws {FilesAway} */
async function namelessFile(): Promise<FileHandle> {
  const name = path.join(os.tmpdir(), `tezgah-put-${randomUUID()}`);
  try {
    const file = await open(name, 'wx+', 0o600);
    try {
      await unlink(name);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw awayIfOfTheSystem(error);
  }
}

async function* bytesOf(file: FileHandle, onChunk: () => void): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    onChunk();
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const failureOf = (stream: Readable): Promise<never> => new Promise((_, reject) => stream.once('error', reject));

/** Keeps the bytes in a file of this machine. @throws what their source throws; {@link FilesAway} of the disk */
async function measured(
  source: AsyncIterable<Uint8Array>,
  file: FileHandle,
): Promise<Pick<KeptObject, 'digest' | 'size'>> {
  const digest = createHash('sha256');
  let size = 0;
  let failure: unknown;
  async function* counted(): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of source) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await writeFile(file, counted());
  } catch (error) {
    throw failure === error ? error : awayIfOfTheSystem(error);
  }
  return { digest: digest.digest('hex'), size };
}
