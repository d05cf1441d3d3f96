import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { ID_PATTERN, newId } from '../ids';
import { awayIfOfTheSystem, FilesAway, isOfTheSystem } from '../system-fault';
import type { ByteRange, KeptObject, Objects } from './objects';

/** Of a bucket of S3, or of what speaks like it. */
export interface S3Options {
  readonly bucket: string;
  /** Empty: that of Amazon. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket stands in the path of addresses, and not in the name of the host. */
  readonly pathStyle: boolean;
  /** undefined: those of the machine, as Amazon's own programs find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const NAME = new RegExp(`^${ID_PATTERN}$`);
/** An object that is written to learn what time it is; no store is called so. */
const CLOCK = '.clock';
/** Loaded where a bucket is used: everybody else would wait for it at the start. */
const sdk = (): typeof import('@aws-sdk/client-s3') => require('@aws-sdk/client-s3');

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const CONNECT_MS_MAX = 5_000;
const SILENT_MS_MAX = 15_000;
const ATTEMPTS_MAX = 3;

/**
 * Objects in a bucket: `<store>/<object>`, as the folder has them. An object is there whole or not at all, since it is put in one
 * request whose length and digest the storage checks; what comes without a length is kept in a file of this machine until it has one.
 * @throws {FilesAway} when the storage is away or refuses, whatever is asked
 */
export class S3Objects implements Objects {
  private readonly sdk = sdk();
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, endpoint, region, pathStyle, credentials }: S3Options) {
    this.bucket = bucket;
    this.client = new this.sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS_MAX,
      // It would write on the console what is thrown.
      logger: SILENT,
      requestHandler: { connectionTimeout: CONNECT_MS_MAX, requestTimeout: SILENT_MS_MAX, throwOnRequestTimeout: true },
      // What others speak of S3 knows no newer checksums than are asked for.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === '' ? {} : { endpoint }),
      ...(credentials ? { credentials } : {}),
    });
  }

  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    const object = newId('obj');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tezgah-put-')).catch((error) => {
      throw awayIfOfTheSystem(error);
    });
    try {
      const file = path.join(folder, object);
      const { digest, size } = await measured(source, file);
      await this.asking(() =>
        this.client.send(
          new this.sdk.PutObjectCommand({
            Bucket: this.bucket,
            Key: keyOf(storeId, object),
            Body: createReadStream(file),
            ContentLength: size,
            ChecksumSHA256: Buffer.from(digest, 'hex').toString('base64'),
          }),
        ),
      );
      return { object, digest, size };
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  async open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    const Range = part && `bytes=${part.start}-${part.end}`;
    const found = await this.asking(() =>
      this.client
        .send(new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: keyOf(storeId, object), Range }))
        .catch(unlessMissing),
    );
    return found?.Body as Readable | undefined;
  }

  async remove(storeId: string, object: string): Promise<void> {
    await this.asking(() =>
      this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: keyOf(storeId, object) })),
    );
  }

  async stores(): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes = [] } of this.pages({ Delimiter: '/' }))
      found.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.replace(/\/$/, '')));
    return found.filter((name) => NAME.test(name));
  }

  async answers(): Promise<void> {
    await this.asking(() =>
      this.client.send(new this.sdk.PutObjectCommand({ Bucket: this.bucket, Key: CLOCK, Body: '.' })),
    );
  }

  async *keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]> {
    const until = (await this.nowMs()) - ms;
    const prefix = `${named(storeId)}/`;
    for await (const { Contents = [] } of this.pages({ Prefix: prefix }))
      yield Contents.filter(({ LastModified }) => LastModified && LastModified.getTime() <= until)
        .map(({ Key = '' }) => Key.slice(prefix.length))
        .filter((name) => NAME.test(name));
  }

  /** What dates the objects is the clock of the storage. */
  private async nowMs(): Promise<number> {
    await this.answers();
    const { LastModified } = await this.asking(() =>
      this.client.send(new this.sdk.HeadObjectCommand({ Bucket: this.bucket, Key: CLOCK })),
    );
    return LastModified?.getTime() ?? 0;
  }

  private async *pages(of: { Prefix?: string; Delimiter?: string }): AsyncIterable<ListObjectsV2CommandOutput> {
    for (let token: string | undefined; ; ) {
      const asked = { Bucket: this.bucket, ...of, ContinuationToken: token };
      const page: ListObjectsV2CommandOutput = await this.asking(() =>
        this.client.send(new this.sdk.ListObjectsV2Command(asked)),
      );
      yield page;
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  /** Whatever a storage answers but what was asked for keeps the product from its files: an operator cures it, or time does. */
  private async asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (isOfTheSystem(error)) throw new FilesAway(error);
      const { name, message } = error as Error;
      throw new FilesAway(new Error(`the bucket ${this.bucket} answers ${name}: ${message}`, { cause: error }));
    }
  }
}

const keyOf = (storeId: string, object: string): string => `${named(storeId)}/${named(object)}`;

/** Names become keys: nothing else may. */
function named(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} names no object`);
  return name;
}

/** A bucket that is not there is no object that is missing. */
function unlessMissing(error: unknown): undefined {
  if ((error as Error).name !== 'NoSuchKey') throw error;
}

/** Keeps the bytes in a file of this machine. @throws what their source throws; {@link FilesAway} of the disk */
async function measured(source: AsyncIterable<Uint8Array>, file: string): Promise<Pick<KeptObject, 'digest' | 'size'>> {
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
    await pipeline(counted(), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    throw failure === error ? error : awayIfOfTheSystem(error);
  }
  return { digest: digest.digest('hex'), size };
}
