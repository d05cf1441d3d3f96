import { readdirSync } from 'node:fs';
import path from 'node:path';
import { areaOf, root, sources, textOf } from './source';

/*
 * A comment sends its reader to files that are there: by a path from its own folder, by a path from the root or the end of one, or by
 * the name of a file of its own noun.
 */

const files = ['src', 'workflows', 'activities', 'migrations', 'test', 'docs'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file),
  ),
);

/** Pages that the product keeps elsewhere: the facts of providers that the contract names. */
const elsewhere = new Set(['providers.md']);

const comments = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;
const fileName = /(?<![\w@/.{*<-])[\w./-]*\w\.(?:tsx?|mjs|cjs|md)\b/g;

/** Lists the names of files in the comments of a text. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(comments)].flatMap(([comment]) => [...comment.matchAll(fileName)].map(([name]) => name));

function isThere(name: string, from: string): boolean {
  if (elsewhere.has(name)) return true;
  if (name.startsWith('.')) return files.includes(path.posix.join(path.posix.dirname(from), name));
  if (name.includes('/')) return files.some((file) => `/${file}`.endsWith(`/${name}`));
  // Each noun has an index.ts.
  const isNear = (file: string): boolean => name === 'index.ts' || areaOf(file) === areaOf(from);
  return files.some((file) => path.posix.basename(file) === name && isNear(file));
}

test('a name is found in comments alone, and missed where no file of its noun has it', () => {
  const text = "/** See `page-part.ts`. */\nimport './plan.ts'; // as ../job/once.ts does\n";
  expect(namesIn(text)).toEqual(['page-part.ts', '../job/once.ts']);
  const from = 'src/channel/import/plan.ts';
  const there = ['page-part.ts', '../job/once.ts', 'src/catalog/spreadsheet/place.ts', 'spreadsheet/place.ts'];
  expect(there.filter((name) => !isThere(name, from))).toEqual([]);
  const missing = ['ask-once.ts', '../once.ts', 'src/channel/once.ts', 'place.ts'];
  expect(missing.filter((name) => isThere(name, from))).toEqual([]);
});

test('each file that a comment names is there', () => {
  const missing = sources.flatMap((file) =>
    namesIn(textOf(file))
      .filter((name) => !isThere(name, file))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('each decision that a comment names by its number is there', () => {
  const references = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bdocs\/decisions\/\d{4}/g)].map(([name]) => ({ file, name })),
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(({ name }) => !files.some((file) => file.startsWith(`${name}-`)))).toEqual([]);
});
