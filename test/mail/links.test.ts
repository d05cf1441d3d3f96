import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { points } from '../../src/store/readiness/points';

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Every source of the product that may write an address of the panel. */
const sources = ['src', 'activities'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(path.join(folder, file))),
);

/** Pages of the panel by the forms of their addresses, and the ways in, as `app.tsx` has them. */
const routes = [
  ...[...read('src/panel/pages.tsx').matchAll(/^ {2}'(\/[^']*)': page\(/gm)].map(([, route = '']) => route),
  ...[...read('src/panel/app.tsx').matchAll(/\bpage === '([^']+)'/g)].map(([, place = '']) => place),
].map((route) => new RegExp(`^${route.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`));

const isPage = (address: string): boolean => routes.some((route) => route.test(address.replace(/[?#].*/, '') || '/'));

test('each link in a mail leads to a page of the panel', () => {
  const linked = sources.flatMap((text) =>
    [...text.matchAll(/panelAddress\([\w.]+,\s*['`]([^'`]*)['`]\)/g)].map(([, page = '']) =>
      page.replace(/\$\{\w+\}/g, 'x'),
    ),
  );
  const calls = sources.flatMap((text) => text.match(/panelAddress\(/g) ?? []);
  // All calls state their page where it can be read.
  expect(linked).toHaveLength(calls.length);
  expect(linked).toContain('/settings/extensions');
  expect(linked.filter((page) => !isPage(page))).toEqual([]);
});

test('each step of readiness is mended on a page of the panel', () => {
  const pages = Object.values(points).map(({ mend }) => mend.page);
  expect(pages.filter((page) => !page.startsWith('/panel/') || !isPage(page.slice('/panel'.length)))).toEqual([]);
});
