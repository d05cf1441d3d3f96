import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../../src/kernel/problems';
import { registry } from '../../src/registry';
import { root, sources, textOf } from './source';

/*
 * A doc comment and a text of the API begin with their subject: "Cancels an order whose transfer is overdue.", and not "That of an
 * order whose transfer has not come". A comment of four words or fewer says nothing that its name does not say, or leaves its subject
 * out ("In kuruş.", "Refuses."). Older comments stand in lists of counts by folder, whose sums may only shrink.
 */

interface Comment {
  readonly line: number;
  readonly text: string;
}

const fragment = /^(What|Of|That|Those|Who|Whom|Whose|Whoever|Which|Where)\b/;
const WORDS_MIN = 5;

/** Lists the doc comments of a file by their lines, without the marks of their lines. */
function docsOf(file: string): Comment[] {
  const source = textOf(file);
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((found) => ({
    line: source.slice(0, found.index).split('\n').length,
    text: (found[1] as string).replaceAll(/^\s*\*?\s*/gm, '').trim(),
  }));
}

/** Lists the comments of a file that stand on lines of their own behind `//`, each by its first line. */
function linesOf(file: string): Comment[] {
  const lines = textOf(file).split('\n');
  const textAt = (index: number): string | undefined => /^\s*\/\/ ?(.*)$/.exec(lines[index] ?? '')?.[1];
  return lines.flatMap((_, index) => {
    const text = textAt(index);
    return text === undefined || textAt(index - 1) !== undefined ? [] : [{ line: index + 1, text }];
  });
}

/** Tells whether the words before the first tag are few. A comment of tags alone has none and is not meant. */
function isShort(text: string): boolean {
  const words = text
    .replace(/(^|\s)@(param|returns|throws|default)\b[\s\S]*$/, '')
    .split(/\s+/)
    .filter(Boolean);
  return words.length > 0 && words.length < WORDS_MIN;
}

/** The folder whose comments are counted together: a noun, a room of the kernel, or a folder beside `src`. */
const folderOf = (file: string): string => /^(src\/kernel\/\w+(?=\/)|src\/[\w-]+(?=\/)|\w+)/.exec(file)?.[0] as string;

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

test.each([
  ['fragments', 'doc comments begin with a fragment', docsOf, (text: string) => fragment.test(text)],
  ['short-comments', `doc comments have fewer than ${WORDS_MIN} words`, docsOf, isShort],
  ['line-fragments', 'line comments begin with a fragment', linesOf, (text: string) => fragment.test(text)],
] as const)('%s: no more %s than before', (name, manner, commentsOf, isMeant) => {
  const list = path.join(root, `test/golden/${name}.json`);
  const found = sources
    .toSorted()
    .flatMap((file) => commentsOf(file).map(({ line, text }) => ({ file, line, text })))
    .filter(({ text }) => isMeant(text));
  const counts: Record<string, number> = {};
  for (const { file } of found) counts[folderOf(file)] = (counts[folderOf(file)] ?? 0) + 1;
  const before: Record<string, number> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : counts;
  const grown = Object.keys(counts).filter((folder) => (counts[folder] as number) > (before[folder] ?? 0));
  if (sumOf(counts) > sumOf(before)) {
    const where = found.filter(({ file }) => grown.includes(folderOf(file)));
    throw new Error(
      [
        `${sumOf(counts)} ${manner}, and ${sumOf(before)} did. Name the subject of the new ones, among:`,
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
