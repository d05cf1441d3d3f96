import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../../src/kernel/problems';
import { registry } from '../../src/registry';
import { root, sources, textOf } from './source';

/*
 * A doc comment and a text of the API begin with their subject: "Cancels an order whose transfer is overdue.", and not "That of an
 * order whose transfer has not come". Older comments stand in a list of counts by folder, whose sum may only shrink.
 */

const fragment = /^(What|Of|That|Those|Who|Whom|Whose|Whoever|Which|Where)\b/;
const list = path.join(root, 'test/golden/fragments.json');

/** Each doc comment of a file by its line. */
function commentsOf(file: string): { readonly line: number; readonly text: string }[] {
  const source = textOf(file);
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((found) => ({
    line: source.slice(0, found.index).split('\n').length,
    text: (found[1] as string).replaceAll(/^\s*\*?\s*/gm, '').trim(),
  }));
}

/** The folder whose comments are counted together: a noun, a room of the kernel, or a folder beside `src`. */
const folderOf = (file: string): string => /^(src\/kernel\/\w+(?=\/)|src\/[\w-]+(?=\/)|\w+)/.exec(file)?.[0] as string;

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

test('fewer doc comments begin with a fragment than before', () => {
  const found = sources
    .toSorted()
    .flatMap((file) => commentsOf(file).map(({ line, text }) => ({ file, line, text })))
    .filter(({ text }) => fragment.test(text));
  const counts: Record<string, number> = {};
  for (const { file } of found) counts[folderOf(file)] = (counts[folderOf(file)] ?? 0) + 1;
  const before: Record<string, number> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : counts;
  const grown = Object.keys(counts).filter((folder) => (counts[folder] as number) > (before[folder] ?? 0));
  if (sumOf(counts) > sumOf(before)) {
    const where = found.filter(({ file }) => grown.includes(folderOf(file)));
    throw new Error(
      [
        `${sumOf(counts)} doc comments begin with a fragment, and ${sumOf(before)} did. Name the subject of the new ones, among:`,
        ...where.map(({ file, line, text }) => `${file}:${line} ${text.split('\n')[0]}`),
      ].join('\n'),
    );
  }
  if (process.env.UPDATE_GOLDEN === '1') {
    const ordered = Object.fromEntries(Object.entries(counts).toSorted(([left], [right]) => (left < right ? -1 : 1)));
    writeFileSync(list, `${JSON.stringify(ordered, null, 2)}\n`);
  }
  expect(counts).toEqual(JSON.parse(readFileSync(list, 'utf8')));
});

test('no summary, title, cause or remedy of the API begins with a fragment', () => {
  const calls = [...registry.routes, ...registry.accountRoutes, ...registry.commands, ...registry.runtimeCommands];
  const texts = [
    ...calls.map(({ id, summary }) => ({ of: id, text: summary })),
    ...problems().flatMap(([code, { title, cause, remedy }]) => [
      { of: code, text: title },
      { of: code, text: cause },
      { of: code, text: remedy },
    ]),
  ];
  expect(texts.filter(({ text }) => fragment.test(text))).toEqual([]);
});
