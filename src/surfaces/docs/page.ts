import { marked } from 'marked';

/** A text of the documentation: served as a page for people, and as it is for programs. */
export interface DocsPage {
  /** Without an extension; its twin for programs has `.md` behind it. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
}

const PLACES: readonly (readonly [string, string])[] = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'Reference'],
  ['/docs/commands', 'Commands'],
  ['/docs/errors', 'Errors'],
  ['/panel', 'Panel'],
];

/** The links at the head of every page. */
export const navigation = `<nav><a class="home" href="/">Tezgâh</a>${PLACES.map(([href, name]) => `<a href="${href}">${name}</a>`).join('')}</nav>`;

/** A page without any script. @param body HTML of our own texts */
const frame = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title.replaceAll('`', '')} · Tezgâh</title>
    <link rel="stylesheet" href="/docs/pages.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    ${head}
  </head>
  <body>
    ${navigation}
    <main>
${body}
    </main>
  </body>
</html>
`;

/** The page that people see. The texts are the product's own, so what HTML they hold stays. */
export const htmlOf = ({ title, markdown }: Pick<DocsPage, 'title' | 'markdown'>, twin?: string): string =>
  frame(
    title,
    scrolling(marked.parse(markdown, { async: false })),
    twin ? `<link rel="alternate" type="text/markdown" href="${twin}">` : '',
  );

/** A table that is wider than a phone moves within its own frame. */
const scrolling = (html: string): string =>
  html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>');

/** Pages of texts run nothing and are framed by nobody. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Colours meet WCAG AA in both schemes. The reference, whose own elements are left alone, has the head of these pages. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: #1f2328; --dim: #57606a; --ground: #ffffff; --raised: #f3f5f7; --line: #d5dae0; --link: #0a58ca;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8ea; --dim: #a3abb4; --ground: #15181c; --raised: #20252b; --line: #39414a; --link: #84b6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground); }
body > nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.25rem; background: var(--raised); border-bottom: 1px solid var(--line); }
body > nav .home { font-weight: 700; }
body > nav button { margin-left: auto; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
body > main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; overflow-wrap: break-word; }
body > main a, body > nav a { color: var(--link); }
body > main h1 { line-height: 1.25; font-size: 1.7rem; }
body > main h2 { margin-top: 2rem; font-size: 1.25rem; }
body > main code { font: .9em ui-monospace, monospace; background: var(--raised); padding: .1em .3em; border-radius: 4px; }
body > main pre { overflow-x: auto; padding: .9rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45; }
body > main pre code { padding: 0; background: none; }
body > main .wide { overflow-x: auto; }
body > main table { border-collapse: collapse; }
body > main th, body > main td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
body > main li { margin: .2rem 0; }
`;
