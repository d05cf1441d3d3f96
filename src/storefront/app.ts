import Koa from 'koa';
import { type Correlation, namesOf } from '../kernel/correlation';
import { DatabaseAway } from '../kernel/database/connection';
import { Refusal } from '../kernel/errors';
import type { Log } from '../kernel/log';
import type { PreviewTokens } from '../kernel/objects/preview-tokens';
import { FilesAway } from '../kernel/system-fault';
import { accessLog } from '../surfaces/access-log';
import { compressAnswers } from '../surfaces/compression';
import { nameRequest } from '../surfaces/http';
import { isTagKnown, weak } from '../surfaces/tags';
import { answerFeed, isFeedPath } from './feeds';
import { type Host, hostnameIn, hostOf } from './hosts';
import type { Shop } from './pages';
import { answerPicture, isPicturePath, type PictureParts } from './pictures';
import {
  AWAY_SECONDS,
  answerNothing,
  answerPlain,
  answerRefused,
  answerThrottled,
  answerUnprepared,
  HTML,
  refuseMethod,
} from './plain-answers';
import { PLAIN_STYLE } from './plain-page';
import { previewHeaders, shopHeaders } from './policy';
import type { Designs } from './read/designs';
import { meantPath, placeOf, queryIn } from './read/place';
import { CheckoutAway } from './sale/checkout-client';
import { CartCookie } from './sale/cookie';
import { VisitorThrottled } from './sale/visitor-limit';
import type { Stores } from './stores';
import { isOwnPath, type Till } from './till';

interface AppOptions extends PictureParts {
  readonly hosts: Parameters<typeof hostOf>[1];
  readonly stores: Stores;
  readonly designs: Designs;
  /** undefined: no previews are shown. */
  readonly tokens: PreviewTokens | undefined;
  /** Takes orders; undefined: shops only show. */
  readonly till: Till | undefined;
  /** Origins that may frame previews. */
  readonly panels: readonly string[];
  readonly isReady: () => Promise<boolean>;
  /** The name of this build. */
  readonly build: string;
}

const PREVIEW = /^\/o\/([^/]+)(\/.*)$/;
const STYLE = /^\/tema\/([0-9a-f]{64})-([0-9a-f]{16})\.css$/;

/** Pages of shops, each at its host. Nothing is kept of a visitor here: what a shopper sends goes to the checkout. */
export function createStorefrontApp(options: AppOptions): Koa {
  const { hosts, isReady, log } = options;
  const app = new Koa();
  app.silent = true;
  app.use(nameRequest);
  app.use(accessLog(log));
  app.use(compressAnswers);
  app.use(answerFailures(log));
  app.use(async (context) => {
    if (context.path === '/livez') return answerProbe(context, true);
    if (context.path === '/readyz') return answerProbe(context, await isReady());
    const reads = context.method === 'GET' || context.method === 'HEAD';
    if (!reads && !(context.method === 'POST' && isOwnPath(context.path))) return refuseMethod(context);
    if (context.path === '/tema/yalin.css') return sendStyle(context, PLAIN_STYLE);
    const hostname = hostnameIn(context.headers.host);
    const host = hostname === undefined ? undefined : hostOf(hostname, hosts);
    const shop = host && (await shopAt(options, host, hostname as string, context));
    if (!shop) return answerNothing(context);
    for (const [name, value] of Object.entries(shop.headers)) context.set(name, value);
    await answer(options, shop, context);
  });
  return app;
}

interface Visited {
  readonly shop: Shop;
  /** Behind the prefix of the shop. */
  readonly path: string;
  readonly isPreview: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns undefined where nothing is: of a preview, whatever is wrong with its link */
async function shopAt(
  { hosts, stores, tokens, panels, till }: AppOptions,
  host: Host,
  hostname: string,
  context: Koa.Context,
): Promise<Visited | undefined> {
  const { path } = context;
  const storeId = 'storeId' in host ? host.storeId : await stores.at(host.slug);
  if (storeId === undefined) return undefined;
  if ('storeId' in host || host.shows === 'shop') {
    const origin = 'storeId' in host ? `https://${hostname}` : hosts.storefrontUrl.urlOf(host.slug);
    const pieces = till ? new CartCookie(origin).piecesIn(context) : 0;
    const shop: Shop = { storeId, shows: { by: 'live' }, prefix: '', origin, sells: till ? 'here' : 'never', pieces };
    return { shop, path, isPreview: false, headers: shopHeaders };
  }
  const [, token = '', rest = ''] = PREVIEW.exec(path) ?? [];
  const target = tokens?.read(token, new Date());
  if (target?.storeId !== storeId) return undefined;
  const shows = { by: target.kind, of: target.of };
  const shop: Shop = {
    storeId,
    shows,
    prefix: `/o/${token}`,
    origin: undefined,
    sells: till ? 'shown' : 'never',
    pieces: 0,
  };
  return { shop, path: rest, isPreview: true, headers: previewHeaders(panels) };
}

async function answer(options: AppOptions, visited: Visited, context: Koa.Context): Promise<void> {
  const { path, isPreview } = visited;
  if (isPicturePath(path)) return answerPicture(options, visited, context);
  if (STYLE.test(path)) return answerStyle(options, visited, context);
  if (!isPreview && isFeedPath(path)) return answerFeed(options, visited, context);
  const isOwn = (each: string) => options.till !== undefined && isOwnPath(each);
  const meant = isOwn(path) || placeOf(path) ? undefined : meantPath(path, (each) => isOwn(each) || !!placeOf(each));
  if (meant !== undefined && context.method !== 'POST') return answerMeant(visited, meant, context);
  if (options.till && isOwnPath(path)) return answerOwn(options.till, visited, context);
  if (context.method === 'POST') return refuseMethod(context);
  await answerPage(options, visited, context);
}

/** Leads to the one address of a page. It begins with the path of a page, so it leads to no other host. */
function answerMeant({ shop, isPreview }: Visited, path: string, context: Koa.Context): void {
  context.state.route = 'storefront.meant';
  if (!isPreview) context.set('Cache-Control', 'public, max-age=3600');
  lead(shop, path, context);
}

/** Leads to where something is by now. Something else may be given its old address, so no browser remembers the way. */
function answerMoved(shop: Shop, path: string, context: Koa.Context): void {
  context.state.route = 'storefront.moved';
  context.set('Cache-Control', 'no-cache');
  lead(shop, path, context);
}

function lead({ prefix }: Shop, path: string, context: Koa.Context): void {
  context.status = 301;
  context.set('Location', `${prefix}${path}${context.search}`);
  context.body = '';
}

/** A preview never sells: it shows its cart, which says so. */
async function answerOwn(till: Till, { shop, path, isPreview }: Visited, context: Koa.Context): Promise<void> {
  if (!isPreview) return till.answer(shop, path, context);
  if (context.method === 'POST') return refuseMethod(context);
  return till.answerPreview(shop, path, context);
}

async function answerPage({ pages }: AppOptions, { shop, path, isPreview }: Visited, context: Koa.Context) {
  const place = placeOf(path);
  context.state.route = `storefront.${place?.kind ?? 'notFound'}`;
  const found = await pages.at(shop, place, queryIn(context.URL.searchParams ?? new URLSearchParams()));
  if (found.is === 'moved') return answerMoved(shop, found.path, context);
  if (found.is !== 'page') {
    if (isPreview || found.is === 'nothing') return answerNothing(context);
    return answerUnprepared(context);
  }
  context.status = found.status;
  if (!isPreview) {
    context.set('Cache-Control', 'private, no-cache');
    context.set('ETag', weak(found.etag));
    context.vary('Accept-Encoding');
    if (found.status === 200 && isTagKnown(context.get('If-None-Match'), found.etag)) {
      context.status = 304;
      return;
    }
  }
  context.type = HTML;
  context.body = found.html();
}

async function answerStyle({ designs }: AppOptions, { shop, path, isPreview }: Visited, context: Koa.Context) {
  context.state.route = 'storefront.style';
  const [, hash = '', digest] = STYLE.exec(path) ?? [];
  const design = await designs.load(shop.storeId, hash);
  if (!design) return answerNothing(context);
  const sheet = design.plain.cssName === `${hash}-${digest}` ? design.plain : design;
  // Another build, which runs beside this one for a while, dresses the same design otherwise.
  const isSame = sheet.cssName === `${hash}-${digest}`;
  const kept = isSame && !isPreview ? 'public, max-age=31536000, immutable' : 'no-store';
  sendStyle(context, sheet.cssBytes, kept);
}

function sendStyle(context: Koa.Context, css: string | Buffer, kept = 'no-cache'): void {
  context.status = 200;
  context.type = 'text/css; charset=utf-8';
  context.set('Cache-Control', kept);
  context.set('X-Content-Type-Options', 'nosniff');
  context.body = css;
}

function answerProbe(context: Koa.Context, well: boolean): void {
  context.state.route = context.path;
  context.status = well ? 200 : 503;
  if (!well) context.set('Retry-After', String(AWAY_SECONDS));
  context.type = 'application/json';
  context.body = JSON.stringify({ status: context.path === '/livez' ? 'ok' : well ? 'ready' : 'unready' });
}

/** Tells a visitor that a part of the shop is away and comes back. */
function answerFailures(log: Log): Koa.Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      context.remove('ETag');
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
        // The visitor asked for a part that a file has not.
        if (error.status === 416) context.status = 416;
        else answerRefused(context, error.status);
        return;
      }
      if (error instanceof VisitorThrottled) {
        answerThrottled(context, error.waitSeconds);
        return;
      }
      const away = [DatabaseAway, FilesAway, CheckoutAway, Refusal].some((kind) => error instanceof kind);
      const of = namesOf(context.state.correlation as Correlation);
      if (away) log.warn({ err: error, ...of }, 'a page could not be read');
      else log.error({ err: error, ...of }, 'a page failed');
      context.set('Retry-After', String(AWAY_SECONDS));
      answerPlain(context, away ? 503 : 500, 'Mağazaya şu an ulaşılamıyor', 'Birkaç saniye sonra yeniden deneyin.');
    }
  };
}
