import { createReadStream } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';

/** Its module would load the whole page's script into this process. */
const PACKAGE = path.dirname(require.resolve('swagger-ui-dist/package.json'));

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tezgâh API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript; the API is described by <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
});
`;

/** The page sends credentials that a reader typed in: nothing foreign runs on it, and nobody frames it. Swagger UI sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/docs`: Swagger UI from our own server, no content network. */
export function mountDocs(router: Router): void {
  router.get('/docs', (context) => {
    context.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    context.set('Referrer-Policy', 'no-referrer');
    context.set('Cache-Control', 'no-cache');
    context.type = 'text/html; charset=utf-8';
    context.body = PAGE;
  });
  router.get('/docs/start.js', (context) => {
    context.set('Cache-Control', 'no-cache');
    context.type = 'text/javascript; charset=utf-8';
    context.body = START;
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    router.get(`/docs/${name}`, (context) => {
      context.set('Cache-Control', 'public, max-age=3600');
      context.type = type;
      context.body = createReadStream(path.join(PACKAGE, name));
    });
  }
}
