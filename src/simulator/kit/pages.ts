import type { IncomingMessage } from 'node:http';
import { type Endpoint, match } from './endpoint';
import type { OpenFiles } from './server';

const BODY_BYTES_MAX = 64 * 1024;

/** Pages for a browser beside the API: each is an endpoint that answers HTML, at its whole path. Forms come as they are posted. */
export const pages = (table: readonly Endpoint[]): OpenFiles => ({
  answer(request, response, pathname) {
    const { endpoint, path } = match(table, request.method ?? '', pathname);
    if (!endpoint) return false;
    const show = (body: Buffer<ArrayBuffer>): void => {
      const html = endpoint.answer({ query: new URLSearchParams(), path, headers: request.headers, body });
      response.writeHead(endpoint.status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    };
    collect(request).then(show, () => response.destroy());
    return true;
  },
});

function collect(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) reject(new RangeError('The form is too long.'));
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

export const formOf = (body: Buffer): URLSearchParams => new URLSearchParams(body.toString('utf8'));

/** A page of the provider with something to fill in. @param action where it is posted; empty: here @param inputs HTML */
export const askingPage = (title: string, action: string, inputs: string): string =>
  page(`<h1>${escaped(title)}</h1>
<form method="post" action="${escaped(action)}">${inputs}<button>Devam</button></form>`);

/** A page that leads the browser on by itself, with what it posts. */
export const leadingPage = (action: string, fields: Readonly<Record<string, string>>): string =>
  page(`<form method="post" action="${escaped(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')}<noscript><button>Devam</button></noscript></form>
<script>document.forms[0].submit()</script>`);

export const page = (body: string): string => `<!doctype html>
<html lang="tr"><meta charset="utf-8"><title>Deneme ödemesi</title><body>${body}</body></html>
`;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
