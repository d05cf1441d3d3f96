import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DocsPage } from './page';

/** In the order in which they are read. */
export const guideNames = [
  'first-call',
  'keys-and-replays',
  'paging',
  'limits',
  'errors',
  'agents',
  'workspaces',
  'designs',
  'files',
  'orders',
  'stock',
  'telephone',
  'coupons',
  'marketplaces',
  'updates',
  'storefront',
  'checkout',
] as const;

/** From `src/surfaces/docs`, and compiled from `dist/src/surfaces/docs`. */
const places = [path.join(__dirname, '../../../docs/guides'), path.join(__dirname, '../../../../docs/guides')];

/** The guides, read from `docs/guides`: a heading, and a first paragraph that says what each is about. */
export function guides(): DocsPage[] {
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error('docs/guides is missing beside the program.');
  return guideNames.map((name) => {
    const markdown = readFileSync(path.join(folder, `${name}.md`), 'utf8');
    const [heading = '', summary = ''] = markdown.split('\n\n');
    return { path: `/docs/guides/${name}`, title: heading.replace(/^# /, ''), summary, markdown };
  });
}

/** The table of contents of the guides. */
export function guideList(pages: readonly DocsPage[]): DocsPage {
  const lines = pages.map(({ path: to, title, summary }) => `- [${title}](${to}): ${summary}`);
  const summary = 'What to know before the first program, each on one page.';
  return {
    path: '/docs/guides',
    title: 'Guides',
    summary,
    markdown: `# Guides\n\n${summary}\n\n${lines.join('\n')}\n`,
  };
}
