import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type Router from '@koa/router';
import type Koa from 'koa';
import { refuse } from '../kernel/errors';
import { codingFor, compressedOnce } from './compression';
import { isTagKnown, weak } from './tags';

/** The folder where the build puts the panel; the same from `dist/src/surfaces` and, in tests, from `src/surfaces`. */
const built = [path.join(__dirname, '..', '..', 'panel'), path.join(__dirname, '..', '..', 'dist', 'panel')];

const NONCE_PLACE = '__NONCE__';
const MEANINGS_PLACE = '__MEANINGS__';
const MEANINGS_PATH = '/panel/meanings.json';
const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';
/** Extensions of the compressed twins that the build writes. */
const TWINS = { br: 'br', gzip: 'gz' } as const;
const ASSET_NAME = /^[\w-][\w.-]*\.(js|css|svg)$/;

/** The page holds an owner's session: nothing foreign runs on it, nobody frames it, and it speaks to this server only. It frames previews. */
const policyFor = (nonce: string, previews: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Files of strangers are read in a thread of its own, which a file of the panel begins.
    "worker-src 'self'",
    // Styles that components compute travel in style elements, which carry the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // They are pages of hosts of their own, without a script and without a cookie of the panel.
    `frame-src ${previews}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface PanelOptions {
  /** The source of the hosts at which designs are previewed. */
  readonly previews: string;
  /** The text that says what commands, fields and states mean: JSON that everybody may read. */
  readonly meanings: () => string;
}

/**
 * `/panel`: the owner's panel. Its assets and its meanings are named after their contents and kept for good; the page, which names them,
 * never is.
 */
export function mountPanel(router: Router, { previews, meanings }: PanelOptions): void {
  let made: Meanings | undefined;
  // The registry does not change while a process lives.
  const known = (): Meanings => {
    made ??= namedByContent(meanings());
    return made;
  };
  router.get('/panel/assets/:name', sendAsset);
  router.get(MEANINGS_PATH, (context) => sendMeanings(context, known()));
  // Every other address below it is a place inside of the application.
  for (const place of ['/panel', '/panel/{*place}'])
    router.get(place, (context) => sendPage(context, previews, known()));
}

interface Meanings {
  readonly bytes: Buffer;
  /** The same as long as the bytes are. */
  readonly digest: string;
}

function namedByContent(text: string): Meanings {
  const bytes = compressedOnce(Buffer.from(text));
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 32) };
}

/** A page of another release, which runs beside this one for a while, names other meanings: it gets these, and keeps them for nobody else. */
function sendMeanings(context: Koa.Context, { bytes, digest }: Meanings): void {
  const tag = `"${digest}"`;
  context.set('Cache-Control', context.query.of === digest ? KEPT_FOR_GOOD : 'no-cache');
  context.set('ETag', weak(tag));
  context.vary('Accept-Encoding');
  if (isTagKnown(context.get('If-None-Match'), tag)) {
    context.status = 304;
    return;
  }
  context.type = 'application/json';
  context.body = bytes;
}

function assetName(context: Koa.Context): string {
  const { name = '' } = (context as { params?: Record<string, string> }).params ?? {};
  return ASSET_NAME.test(name) ? name : refuse('not_found', 'There is nothing at this path.');
}

async function sendPage(context: Koa.Context, previews: string, { digest }: Meanings): Promise<void> {
  // Places of the application have no dot; a name with one asks for a file that is not there.
  if (path.posix.basename(context.path).includes('.')) refuse('not_found', 'There is nothing at this path.');
  const page = await readFile(await fileOf('index.html'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  context.set('Content-Security-Policy', policyFor(nonce, previews));
  context.set('Referrer-Policy', 'same-origin');
  context.set('Cross-Origin-Opener-Policy', 'same-origin');
  context.set('Cache-Control', 'no-store');
  // It comes beside the scripts, and not after them.
  context.set('Link', `<${MEANINGS_PATH}?of=${digest}>; rel=preload; as=fetch; crossorigin`);
  context.type = 'text/html; charset=utf-8';
  context.body = page.replaceAll(NONCE_PLACE, nonce).replaceAll(MEANINGS_PLACE, `${MEANINGS_PATH}?of=${digest}`);
}

async function sendAsset(context: Koa.Context): Promise<void> {
  const name = assetName(context);
  const file = await fileOf(`assets/${name}`);
  const coding = codingFor(context);
  const twin = coding && `${file}.${TWINS[coding]}`;
  const isThere = twin !== undefined && (await exists(twin));
  context.set('Cache-Control', KEPT_FOR_GOOD);
  context.set('Vary', 'Accept-Encoding');
  // A worker obeys the policy of its own file: it reads what it is given, and speaks to nobody.
  context.set('Content-Security-Policy', "default-src 'none'");
  if (coding && isThere) context.set('Content-Encoding', coding);
  context.type = path.extname(name);
  context.body = createReadStream(isThere ? twin : file);
}

async function fileOf(name: string): Promise<string> {
  for (const folder of built) {
    const file = path.join(folder, name);
    if (await exists(file)) return file;
  }
  return refuse('not_found', name === 'index.html' ? 'The panel is not built: npm run build.' : undefined);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
