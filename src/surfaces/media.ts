import { Readable } from 'node:stream';
import type Router from '@koa/router';
import type Koa from 'koa';
import { extensionOf } from '../kernel/declaration/extension-of';
import { refuse } from '../kernel/errors';
import { ID_PATTERN } from '../kernel/ids';
import type { Log } from '../kernel/log';
import type { ByteRange } from '../kernel/objects/objects';
import type { SignedPaths } from '../kernel/objects/signed-paths';
import { sendBytes } from './files';

interface Served {
  readonly type: string;
  /** The length of the file in bytes. */
  readonly size: number;
}

/** @param of what names the object, where the path says it */
type Find<S extends Served = Served> = (storeId: string, object: string, of: string) => Promise<S | undefined>;

interface Brought extends Served {
  /** It is shown. Anything else is saved. */
  readonly picture: boolean;
}

interface MediaOptions {
  readonly variant: Find;
  readonly jpeg: Find;
  readonly original: Find;
  readonly waiting: Find;
  readonly proposed: Find<Brought>;
  /** Draws an upload that waits as the shop would publish it. @throws {Refusal} */
  readonly look: (storeId: string, source: Readable) => Promise<Buffer>;
  readonly open: (storeId: string, object: string, part?: ByteRange) => Promise<Readable | undefined>;
  readonly signedPaths: SignedPaths;
  readonly log: Log;
}

const VARIANT = new RegExp(`^/media/(${ID_PATTERN})/(${ID_PATTERN})\\.(webp|avif)$`);
const JPEG = new RegExp(`^/media/(${ID_PATTERN})/(${ID_PATTERN})\\.jpg$`);
const WAITING = new RegExp(`^/media/upload/(${ID_PATTERN})/(${ID_PATTERN})$`);
const PROPOSED = new RegExp(`^/media/proposal/(${ID_PATTERN})/(${ID_PATTERN})/(${ID_PATTERN})$`);
const ORIGINAL = new RegExp(`^/media/original/(${ID_PATTERN})/(${ID_PATTERN})$`);

/**
 * Serves `/media/…`. Pictures as the product drew them are for everybody; the content of an address never changes, so it is kept for good.
 * Originals are for those who were given a signed path. Pictures of a proposal, and uploads that wait as the product would publish them,
 * are for those who decide on them.
 */
export function mountMedia(
  router: Router,
  { variant, jpeg, original, waiting, proposed, look, open, signedPaths, log }: MediaOptions,
): void {
  async function send(context: Koa.Context, [, storeId = '', object = '']: readonly string[], served: Served) {
    context.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await sendBytes(context, { ...served, tag: object, open: (part) => open(storeId, object, part) }, log);
  }

  /** Serves the file of a signed path: it is for the holder of the path, and nobody else keeps it. */
  async function signed<S extends Served>(
    context: Koa.Context,
    pattern: RegExp,
    find: Find<S>,
  ): Promise<[string[], S]> {
    const found = pattern.exec(context.path) ?? nothing();
    if (!signedPaths.opens(context.path, context.query, new Date())) return nothing();
    const [, storeId = '', object = '', of = ''] = found;
    const served = (await find(storeId, object, of)) ?? nothing();
    context.set('Cache-Control', 'private, max-age=3600');
    return [found, served];
  }

  router.get('/media/original/{*place}', async (context) => {
    const [found, served] = await signed(context, ORIGINAL, original);
    save(context, found, served);
    await send(context, found, served);
  });

  router.get('/media/proposal/{*place}', async (context) => {
    const [found, served] = await signed(context, PROPOSED, proposed);
    if (!served.picture) save(context, found, served);
    await send(context, found, served);
  });

  router.get('/media/upload/{*place}', async (context) => {
    const [[, storeId = '', object = '']] = await signed(context, WAITING, waiting);
    const bytes = await look(storeId, (await open(storeId, object)) ?? nothing());
    const part = ({ start, end }: ByteRange) => bytes.subarray(start, end + 1);
    context.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const drawn = { type: 'image/webp', size: bytes.length, tag: `${object}.webp` };
    await sendBytes(context, { ...drawn, open: async (of) => Readable.from([of ? part(of) : bytes]) }, log);
  });

  async function drawing(path: string): Promise<[string[], Served]> {
    const asJpeg = JPEG.exec(path);
    const found = asJpeg ?? VARIANT.exec(path) ?? nothing();
    const [, storeId = '', object = '', format = 'jpeg'] = found;
    const served = (await (asJpeg ? jpeg : variant)(storeId, object, '')) ?? nothing();
    return served.type === `image/${format}` ? [found, served] : nothing();
  }

  router.get('/media/{*place}', async (context) => {
    const [found, served] = await drawing(context.path);
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    await send(context, found, served);
  });
}

const save = (context: Koa.Context, [, , object]: readonly string[], { type }: Served): void =>
  context.attachment(`${object}.${extensionOf(type)}`);

const nothing = (): never => refuse('not_found', 'There is nothing at this path.');
