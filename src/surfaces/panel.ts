import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type Router from '@koa/router';
import type Koa from 'koa';
import { refuse } from '../kernel/errors';

/** The folder where the build puts the panel; the same from `dist/src/surfaces` and, in tests, from `src/surfaces`. */
const built = [path.join(__dirname, '..', '..', 'panel'), path.join(__dirname, '..', '..', 'dist', 'panel')];

const NONCE_PLACE = '__NONCE__';
const ASSET_NAME = /^[\w-][\w.-]*\.(js|css|svg)$/;

/** The page holds an owner's session: nothing foreign runs on it, nobody frames it, and it speaks to this server only. It frames previews. */
const policyFor = (nonce: string, previews: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
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

/**
 * `/panel`: the owner's panel. Its assets are named after their contents and kept for good; the page never is.
 * @param previews source of the hosts at which designs are previewed
 */
export function mountPanel(router: Router, previews: string): void {
  router.get('/panel/assets/:name', sendAsset);
  // Every other address below it is a place inside of the application.
  for (const place of ['/panel', '/panel/{*place}']) router.get(place, (context) => sendPage(context, previews));
}

function assetName(context: Koa.Context): string {
  const { name = '' } = (context as { params?: Record<string, string> }).params ?? {};
  return ASSET_NAME.test(name) ? name : refuse('not_found', 'There is nothing at this path.');
}

async function sendPage(context: Koa.Context, previews: string): Promise<void> {
  // Places of the application have no dot; a name with one asks for a file that is not there.
  if (path.posix.basename(context.path).includes('.')) refuse('not_found', 'There is nothing at this path.');
  const page = await readFile(await fileOf('index.html'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  context.set('Content-Security-Policy', policyFor(nonce, previews));
  context.set('Referrer-Policy', 'same-origin');
  context.set('Cross-Origin-Opener-Policy', 'same-origin');
  context.set('Cache-Control', 'no-store');
  context.type = 'text/html; charset=utf-8';
  context.body = page.replaceAll(NONCE_PLACE, nonce);
}

async function sendAsset(context: Koa.Context): Promise<void> {
  const name = assetName(context);
  const file = await fileOf(`assets/${name}`);
  const zipped = context.acceptsEncodings('gzip', 'identity') === 'gzip' && (await exists(`${file}.gz`));
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.set('Vary', 'Accept-Encoding');
  if (zipped) context.set('Content-Encoding', 'gzip');
  context.type = path.extname(name);
  context.body = createReadStream(zipped ? `${file}.gz` : file);
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
