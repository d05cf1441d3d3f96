import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import type Koa from 'koa';
import { refuse } from '../kernel/errors';
import { ID_PATTERN } from '../kernel/ids';
import type { SignedPaths } from '../kernel/signed-paths';

interface Served {
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

type Find = (storeId: string, object: string) => Promise<Served | undefined>;

interface MediaOptions {
  readonly variant: Find;
  readonly original: Find;
  readonly open: (storeId: string, object: string) => Promise<Readable | undefined>;
  readonly signedPaths: SignedPaths;
}

const VARIANT = new RegExp(`^/media/(${ID_PATTERN})/(${ID_PATTERN})\\.(webp|avif)$`);
const ORIGINAL = new RegExp(`^/media/original/(${ID_PATTERN})/(${ID_PATTERN})$`);

/** A picture is no page: nothing runs in it, wherever it is opened. */
const POLICY = "default-src 'none'; sandbox";

/**
 * `/media/…`: pictures as the product drew them, for everybody; what is at an address never changes, so it is kept for good. What was
 * brought, for download by those who were given a signed path.
 */
export function mountMedia(router: Router, { variant, original, open, signedPaths }: MediaOptions): void {
  async function send(context: Koa.Context, [, storeId = '', object = '']: readonly string[], served: Served) {
    context.set('Content-Security-Policy', POLICY);
    context.set('Cross-Origin-Resource-Policy', 'cross-origin');
    context.set('ETag', `"${object}"`);
    context.type = served.type;
    context.status = 200;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    // To a HEAD nothing is read.
    if (context.method === 'GET') context.body = (await open(storeId, object)) ?? nothing();
    context.length = served.size;
  }

  router.get('/media/original/{*place}', async (context) => {
    const found = ORIGINAL.exec(context.path);
    if (!found || !signedPaths.opens(context.path, context.query, new Date())) return nothing();
    const [, storeId = '', object = ''] = found;
    const served = (await original(storeId, object)) ?? nothing();
    context.set('Cache-Control', 'private, max-age=3600');
    context.attachment(`${object}.${served.type.split('/')[1]}`);
    await send(context, found, served);
  });

  router.get('/media/{*place}', async (context) => {
    const found = VARIANT.exec(context.path) ?? nothing();
    const [, storeId = '', object = '', format] = found;
    const served = (await variant(storeId, object)) ?? nothing();
    if (served.type !== `image/${format}`) return nothing();
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    await send(context, found, served);
  });
}

const nothing = (): never => refuse('not_found', 'There is nothing at this path.');
