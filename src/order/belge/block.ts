import { escaped, unescaped } from '../../mail/page';

/** A document, part by part. A table's first column is text, the others are numbers. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The Regulation wants 12 points at least (Art. 6(1)): nothing is smaller, on paper either. */
const STYLE = `body{font-family:'Noto Sans','Helvetica Neue',Arial,sans-serif;font-size:12pt;line-height:1.45;color:#000;background:#fff;max-width:46em;margin:2em auto;padding:0 1em}h1{font-size:18pt}h2{font-size:14pt;margin:1.4em 0 .4em}p,ul,dl,table{margin:.5em 0}dl{display:grid;grid-template-columns:minmax(9em,1fr) 3fr;gap:.2em 1em}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #999;padding:.3em .4em;text-align:right;vertical-align:top}th:first-child,td:first-child{text-align:left}`;

const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;

function tagged(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.text)}</h1>`;
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`;
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    case 'facts':
      return `<dl>${block.rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
    case 'table':
      return `<table>${row(block.head, 'th')}${block.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
  }
}

/** The document as a page: no script, no picture, nothing from elsewhere. */
export const htmlOf = (title: string, blocks: readonly Block[]): string =>
  `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body>
${blocks.map(tagged).join('\n')}
</body></html>
`;

type Open = { kind: string; text?: string; items?: string[]; rows?: string[][]; head?: string[] };

/** Adds the parts that each tag stands for. */
const reads: Readonly<Record<string, (read: Open[], text: string) => void>> = {
  h1: (read, text) => read.push({ kind: 'title', text }),
  h2: (read, text) => read.push({ kind: 'heading', text }),
  p: (read, text) => read.push({ kind: 'text', text }),
  ul: (read) => read.push({ kind: 'list', items: [] }),
  li: (read, text) => read.at(-1)?.items?.push(text),
  dl: (read) => read.push({ kind: 'facts', rows: [] }),
  dt: (read, text) => read.at(-1)?.rows?.push([text]),
  dd: (read, text) => read.at(-1)?.rows?.at(-1)?.push(text),
  table: (read) => read.push({ kind: 'table', head: [], rows: [] }),
  tr: (read) => read.at(-1)?.rows?.push([]),
  th: (read, text) => read.at(-1)?.head?.push(text),
  td: (read, text) => read.at(-1)?.rows?.at(-1)?.push(text),
};

/** The parts of a page that {@link htmlOf} has made: whatever else is drawn of the document is drawn of that page alone. */
export function blocksOf(html: string): readonly Block[] {
  const read: Open[] = [];
  const body = html.slice(html.indexOf('<body>'));
  for (const [, tag = '', text = ''] of body.matchAll(/<(\w+)>([^<]*)/g)) reads[tag]?.(read, unescaped(text));
  // The row of the heads has no cells of its own.
  for (const block of read) if (block.kind === 'table') block.rows?.shift();
  return read as readonly Block[];
}
