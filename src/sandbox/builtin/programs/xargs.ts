import { textOf } from '../bash/lossless';
import { type Context, optionsOf, program, quoted, Stop, stdinOf } from './program';

/** Runs a program with words of the input. Several at once (`-P`) run in turn. */
export const xargs = program('xargs', async (args, ctx) => {
  const long = {
    null: '0',
    'no-run-if-empty': 'r',
    verbose: 't',
    'max-args': 'n',
    'max-procs': 'P',
    'max-lines': 'L',
    replace: 'I',
    delimiter: 'd',
    'arg-file': 'a',
  };
  const options = optionsOf(args, { letters: '0rtn:P:I:d:L:', long, isLeading: true });
  const command = options.operands.length > 0 ? options.operands : ['echo'];
  const text = textOf(stdinOf(ctx));
  const mark = options.of('I');
  const runs = mark === undefined ? batches(text, options) : itemsOf(text, options, true).map((item) => [item]);
  let [stdout, stderr, exitCode] = ['', '', 0];
  for (const items of runs) {
    const words =
      mark === undefined
        ? [...command, ...items]
        : command.map((word) => word.replaceAll(mark, () => items[0] as string));
    if (options.has('t')) stderr += `${words.join(' ')}\n`;
    const ended = await run(ctx, words);
    stdout += ended.stdout;
    stderr += ended.stderr;
    if (ended.exitCode === 255) throw new Stop(`${command[0]}: exited with status 255; aborting`, 124, stdout);
    if (ended.exitCode !== 0) exitCode = ended.exitCode > 125 ? ended.exitCode : 123;
    if (exitCode > 125) break;
  }
  return { out: stdout, err: stderr, exitCode };
});

async function run({ exec, cwd, exportedEnv, signal }: Context, words: readonly string[]) {
  if (!exec) throw new Stop('starts nothing here');
  const [command = '', ...args] = words;
  return exec(quoted(command), { cwd, args, env: exportedEnv ?? {}, ...(signal ? { signal } : {}) });
}

type Options = ReturnType<typeof optionsOf>;

function batches(text: string, options: Options): string[][] {
  const size = Number(options.of('n') ?? options.of('L') ?? Number.POSITIVE_INFINITY);
  if (!(size >= 1)) throw new Stop('value for -n option should be >= 1');
  if (options.has('L')) {
    const lines = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => wordsOf(line));
    return Array.from({ length: Math.ceil(lines.length / size) }, (_, at) =>
      lines.slice(at * size, (at + 1) * size).flat(),
    );
  }
  const items = itemsOf(text, options, false);
  if (items.length === 0) return options.has('r') ? [] : [[]];
  const most = Math.min(size, items.length);
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
}

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r', '\\0': '\0', '\\\\': '\\' };

function itemsOf(text: string, options: Options, byLine: boolean): string[] {
  const stated = options.has('0') ? '\0' : options.of('d');
  if (stated !== undefined) {
    const items = text.split(ESCAPES[stated] ?? stated);
    return items.at(-1) === '' ? items.slice(0, -1) : items;
  }
  if (!byLine) return wordsOf(text);
  return text
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line !== '')
    .map(unquoted);
}

const WORD = /(?:'[^'\n]*'|"[^"\n]*"|\\[\s\S]|[^\s'"\\])+/g;
const unquoted = (word: string): string =>
  word.replace(/'([^'\n]*)'|"([^"\n]*)"|\\([\s\S])/g, (_, one = '', two = '', letter = '') => one + two + letter);

function wordsOf(text: string): string[] {
  const open = text.replace(/'[^'\n]*'|"[^"\n]*"|\\[\s\S]/g, '');
  const quote = /['"]/.exec(open)?.[0];
  if (quote)
    throw new Stop(
      `unmatched ${quote === "'" ? 'single' : 'double'} quote; by default quotes are special to xargs unless you use the -0 option`,
    );
  return (text.match(WORD) ?? []).map(unquoted);
}
