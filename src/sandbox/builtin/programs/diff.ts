import { type ChangeObject, diffArrays } from 'diff';
import { textOf } from '../bash/lossless';
import { bytesIn, type Context, optionsOf, program, Stop } from './program';

interface Change {
  readonly left: { readonly from: number; readonly lines: readonly string[] };
  readonly right: { readonly from: number; readonly lines: readonly string[] };
}

/** Compares two files line by line: in the plain form, or with lines around (`-u`, `-U 1`). Folders are not compared. */
export const diff = program('diff', async (args, ctx) => {
  const long = {
    unified: 'u',
    brief: 'q',
    'report-identical-files': 's',
    'ignore-case': 'i',
    'ignore-all-space': 'w',
    'ignore-space-change': 'b',
    'ignore-trailing-space': 'Z',
    text: 'a',
  };
  const options = optionsOf(
    args.map((arg) => arg.replace(/^--unified=/, '-U')),
    { letters: 'uU:qsiwbZa', long },
  );
  const [first, second, ...more] = options.operands;
  if (first === undefined || second === undefined || more.length > 0) throw new Stop('two files are needed', 2);
  const [left, right] = await Promise.all([linesIn(ctx, first), linesIn(ctx, second)]);
  const like = (line: string): string => {
    const text = options.has('w')
      ? line.replace(/\s+/g, '')
      : options.has('b')
        ? line.replace(/\s+/g, ' ').trimEnd()
        : options.has('Z')
          ? line.trimEnd()
          : line;
    return options.has('i') ? text.toLowerCase() : text;
  };
  const changes = changesOf(diffArrays(left, right, { comparator: (one, other) => like(one) === like(other) }));
  if (changes.length === 0) return { out: options.has('s') ? `Files ${first} and ${second} are identical\n` : '' };
  if (options.has('q')) return { out: `Files ${first} and ${second} differ\n`, exitCode: 1 };
  if (!options.has('u') && !options.has('U')) return { out: changes.map(plain).join(''), exitCode: 1 };
  const head = await Promise.all([first, second].map((name) => headOf(ctx, name)));
  const around = Number(options.of('U') ?? 3);
  return { out: `--- ${head[0]}\n+++ ${head[1]}\n${unified(changes, left, around)}`, exitCode: 1 };
});

async function linesIn(ctx: Context, name: string): Promise<string[]> {
  const bytes = await bytesIn(ctx, name).catch((error: unknown) => {
    throw error instanceof Stop ? new Stop(error.message, 2) : error;
  });
  return textOf(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

async function headOf({ fs, cwd }: Context, name: string): Promise<string> {
  const stat = name === '-' ? undefined : await fs.stat(fs.resolvePath(cwd, name));
  return `${name}\t${(stat?.mtime ?? new Date()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')}`;
}

function changesOf(parts: readonly ChangeObject<string[]>[]): Change[] {
  const changes: Change[] = [];
  let [left, right] = [0, 0];
  let open: { left: Change['left']; right: Change['right'] } | undefined;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) open = undefined;
    else if (!open) {
      open = { left: { from: left, lines: [] }, right: { from: right, lines: [] } };
      changes.push(open);
    }
    if (open && removed) open.left = { ...open.left, lines: [...open.left.lines, ...value] };
    if (open && added) open.right = { ...open.right, lines: [...open.right.lines, ...value] };
    if (!added) left += value.length;
    if (!removed) right += value.length;
  }
  return changes;
}

const written = (mark: string, line: string): string =>
  line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`;

function plain({ left, right }: Change): string {
  const placeOf = ({ from, lines }: Change['left']): string =>
    lines.length > 1 ? `${from + 1},${from + lines.length}` : String(lines.length === 0 ? from : from + 1);
  const kind = left.lines.length === 0 ? 'a' : right.lines.length === 0 ? 'd' : 'c';
  const parts = [
    ...left.lines.map((line) => written('< ', line)),
    ...(kind === 'c' ? ['---\n'] : []),
    ...right.lines.map((line) => written('> ', line)),
  ];
  return `${placeOf(left)}${kind}${placeOf(right)}\n${parts.join('')}`;
}

function unified(changes: readonly Change[], left: readonly string[], around: number): string {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.left.from - (last.left.from + last.left.lines.length) <= 2 * around) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks.map((hunk) => hunkOf(hunk, left, around)).join('');
}

function hunkOf(hunk: readonly Change[], left: readonly string[], around: number): string {
  const [first, last] = [hunk[0] as Change, hunk.at(-1) as Change];
  const from = Math.max(0, first.left.from - around);
  const to = Math.min(left.length, last.left.from + last.left.lines.length + around);
  let [body, at, more] = ['', from, 0];
  for (const change of hunk) {
    body += left
      .slice(at, change.left.from)
      .map((line) => written(' ', line))
      .join('');
    body +=
      change.left.lines.map((line) => written('-', line)).join('') +
      change.right.lines.map((line) => written('+', line)).join('');
    at = change.left.from + change.left.lines.length;
    more += change.right.lines.length - change.left.lines.length;
  }
  body += left
    .slice(at, to)
    .map((line) => written(' ', line))
    .join('');
  const range = (start: number, count: number): string =>
    `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`;
  return `@@ -${range(from, to - from)} +${range(first.right.from - (first.left.from - from), to - from + more)} @@\n${body}`;
}
