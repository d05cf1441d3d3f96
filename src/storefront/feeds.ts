import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type Koa from 'koa';
import type { Database } from '../kernel/database/database';
import type { Log } from '../kernel/log';
import { isTagKnown, weak } from '../surfaces/tags';
import { guideText } from './feed/guide';
import { productFeed } from './feed/product-feed';
import { robotsText, sitemap, sitemapPart } from './feed/sitemap';
import type { Pages, Shop } from './pages';
import { answerUnprepared } from './plain-answers';
import { feedState } from './read/feed-store';

/** Addresses that programs read, with the route that the log names. */
const FEEDS: Readonly<Record<string, string>> = {
  '/robots.txt': 'storefront.robots',
  '/sitemap.xml': 'storefront.sitemap',
  '/sitemap-parca.xml': 'storefront.sitemap',
  '/urunler.xml': 'storefront.feed',
  '/llms.txt': 'storefront.guide',
};

export const isFeedPath = (path: string): boolean => Object.hasOwn(FEEDS, path);

interface FeedParts {
  readonly pages: Pages;
  readonly database: Pick<Database, 'reader'>;
  readonly build: string;
  readonly log: Log;
}

/** Answers what programs read of a shop: robots, search engines, merchants' centres and agents. */
export async function answerFeed(
  { pages, database, build, log }: FeedParts,
  { shop, path }: { readonly shop: Shop; readonly path: string },
  context: Koa.Context,
): Promise<void> {
  context.state.route = FEEDS[path];
  const { storeId, origin = '' } = shop;
  const shown = await pages.design(shop);
  if (!shown) return answerUnprepared(context);
  const db = database.reader(storeId);
  context.set('Cache-Control', 'no-cache');
  if (path === '/robots.txt') return answerText(context, 'text/plain', robotsText(origin));
  if (path === '/llms.txt') {
    return answerText(context, 'text/markdown', await guideText({ db, storeId, ...shown, origin }));
  }
  if (path === '/urunler.xml') {
    const state = createHash('sha256').update(JSON.stringify([build, origin, await feedState(db, storeId)]));
    const tag = `"${state.digest('base64url')}"`;
    context.set('ETag', weak(tag));
    context.vary('Accept-Encoding');
    if (isTagKnown(context.get('If-None-Match'), tag)) {
      context.status = 304;
      return;
    }
    return answerStream(context, streamOf(productFeed({ db, storeId, name: shown.store.name, origin })), log);
  }
  const asked = { db, storeId, ...shown, origin };
  const after = (context.URL.searchParams?.get('sonra') ?? '').toWellFormed().replaceAll('\0', '');
  answerText(context, 'application/xml', await (path === '/sitemap.xml' ? sitemap(asked) : sitemapPart(asked, after)));
}

function answerText(context: Koa.Context, type: string, text: string): void {
  context.status = 200;
  context.type = `${type}; charset=utf-8`;
  context.body = text;
}

/** Two parts are ready at most: the database waits for a slow reader. */
const streamOf = (parts: AsyncGenerator<string>): Readable => Readable.from(parts, { highWaterMark: 1 });

/** Sends a feed as it is written. One that breaks ends the connection before its last tag, so no reader takes it for whole. */
function answerStream(context: Koa.Context, written: Readable, log: Log): void {
  context.status = 200;
  context.type = 'application/xml; charset=utf-8';
  const isPacked = context.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isPacked) context.set('Content-Encoding', 'gzip');
  if (context.method === 'HEAD') {
    written.destroy();
    context.body = '';
    return;
  }
  const body = isPacked ? createGzip({ level: 4 }) : new PassThrough();
  context.body = body;
  pipeline(written, body).catch((error) => {
    // Somebody who goes away before the end is no fault.
    if (!context.res.closed) log.warn({ err: error }, 'a feed ended before its end');
    context.res.destroy();
  });
}
