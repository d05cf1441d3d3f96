import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { SandboxError } from '../../kernel/declaration/sandbox';
import { type KeptObject, type Objects, openNamed } from '../../kernel/objects/objects';

/** Files of programs and tables become hardly smaller beyond it. */
const LEVEL = 3;

/** Keeps an archive compressed, and reads it back. @throws what the archive breaks off with */
export async function keepArchive(
  objects: Objects,
  storeId: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<KeptObject> {
  const kept = await objects.put(storeId, through(archive, createGzip({ level: LEVEL })));
  try {
    for await (const _ of archiveIn(objects, storeId, kept));
    return kept;
  } catch (error) {
    await objects.remove(storeId, kept.object).catch(() => {});
    throw error;
  }
}

/** The archive in an object. It ends as archives do only if all bytes are those that were kept. @throws {FilesAway} */
export async function* archiveIn(
  objects: Pick<Objects, 'open'>,
  storeId: string,
  { object, digest }: Pick<KeptObject, 'object' | 'digest'>,
): AsyncIterable<Uint8Array> {
  const bytes = await openNamed(objects, storeId, object);
  yield* through(verified(bytes, digest), createGunzip());
}

async function* verified(bytes: AsyncIterable<Uint8Array>, digest: string): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== digest)
    throw new SandboxError('archive_failed', 'The backup reads back otherwise than it was kept.');
}

async function* through(
  source: AsyncIterable<Uint8Array>,
  change: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
): AsyncIterable<Uint8Array> {
  let failed: unknown;
  pipeline(source, change, (error) => {
    failed = error;
  });
  try {
    yield* change as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isZlib(error) ? new SandboxError('archive_failed', 'The backup is no archive.') : (failed ?? error);
  }
}

const isZlib = (error: unknown): boolean => String((error as { code?: string }).code ?? '').startsWith('Z_');
