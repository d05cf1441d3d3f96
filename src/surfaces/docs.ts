import { createReadStream } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';
import type Koa from 'koa';
import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import { refuse } from '../kernel/errors';
import { commandList } from './docs/commands';
import { errorList, errorPages } from './docs/errors';
import { guideList, guides } from './docs/guides';
import { type DocsPage, htmlOf, PAGE_POLICY, PAGE_STYLE } from './docs/page';
import { REFERENCE_PAGE, REFERENCE_POLICY, REFERENCE_START } from './docs/reference';
import { doors, llmsText, startPage } from './docs/start-page';

/** Its module would load the whole page's script into this process. */
const PACKAGE = path.dirname(require.resolve('swagger-ui-dist/package.json'));

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

interface DocsOptions {
  readonly capabilities: CapabilityIndex;
  readonly version: string;
  /** The address of shops, with `*` for the name of a store. */
  readonly shops: string;
  /** Texts of JSON Schemas, by their names below `/docs`. */
  readonly schemas: Readonly<Record<string, string>>;
}

/**
 * `/`, `/docs` and what lies below, and `/llms.txt`: all from our own server, no content network.
 */
export function mountDocs(router: Router, { capabilities, version, shops, schemas }: DocsOptions): void {
  const guidePages = guides();
  const errors = errorList();
  mountPages(router, [commandList(capabilities), guideList(guidePages), ...guidePages, errors, ...errorPages()]);
  mountReference(router);
  router.get('/', (context) => {
    context.vary('Accept');
    if (context.accepts('json', 'html') === 'html') sendPage(context, htmlOf(startPage(shops)));
    else send(context, 'application/json', JSON.stringify({ name: 'tezgah', version, ...doors, storefront: shops }));
  });
  for (const [name, text] of Object.entries(schemas))
    router.get(`/docs/${name}`, (context) => send(context, 'application/schema+json', text));
  router.get('/llms.txt', (context) => send(context, 'text/plain; charset=utf-8', llmsText(guidePages, errors)));
}

function mountPages(router: Router, all: readonly DocsPage[]): void {
  const pages = new Map(all.map((page) => [page.path, page]));
  const answer: Koa.Middleware = (context) => {
    const isText = context.path.endsWith('.md');
    const page = pages.get(isText ? context.path.slice(0, -'.md'.length) : context.path);
    if (!page) refuse('not_found', 'There is nothing at this path.');
    else if (isText) send(context, 'text/markdown; charset=utf-8', page.markdown);
    else sendPage(context, htmlOf(page, `${page.path}.md`));
  };
  for (const place of ['guides', 'errors'])
    for (const shape of [place, `${place}.md`, `${place}/:page`]) router.get(`/docs/${shape}`, answer);
  for (const shape of ['commands', 'commands.md']) router.get(`/docs/${shape}`, answer);
  router.get('/docs/pages.css', (context) => send(context, 'text/css; charset=utf-8', PAGE_STYLE));
}

function mountReference(router: Router): void {
  router.get('/docs', (context) => {
    context.set('Content-Security-Policy', REFERENCE_POLICY);
    context.set('Referrer-Policy', 'no-referrer');
    send(context, 'text/html; charset=utf-8', REFERENCE_PAGE);
  });
  router.get('/docs/start.js', (context) => send(context, 'text/javascript; charset=utf-8', REFERENCE_START));
  for (const [name, type] of Object.entries(ASSETS)) {
    router.get(`/docs/${name}`, (context) => {
      context.set('Cache-Control', 'public, max-age=3600');
      context.type = type;
      context.body = createReadStream(path.join(PACKAGE, name));
    });
  }
}

function sendPage(context: Koa.Context, html: string): void {
  context.set('Content-Security-Policy', PAGE_POLICY);
  context.set('Referrer-Policy', 'same-origin');
  send(context, 'text/html; charset=utf-8', html);
}

function send(context: Koa.Context, type: string, body: string): void {
  context.set('Cache-Control', 'no-cache');
  context.type = type;
  context.body = body;
}
