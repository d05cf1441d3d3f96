import type { Command, ExecResult, ResolvedCommandContext } from 'just-bash';
import { bash } from '../bash/interpreter';
import { textOf } from '../bash/lossless';

export type Context = ResolvedCommandContext;
/** Output of a program: bytes or text. */
export interface ProgramOutput {
  readonly out?: Uint8Array | string;
  readonly err?: string;
  readonly exitCode?: number;
}

/** Ends a program with a sentence. */
export class Stop extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
    readonly out: Uint8Array | string = '',
  ) {
    super(message);
  }
}

/** A program of its own, or one in the place of that of the interpreter, which is `ctx.origCommand` then. */
export function program(
  name: string,
  run: (args: string[], ctx: Context) => Promise<ProgramOutput | ExecResult> | ProgramOutput,
): Command {
  return bash.defineCommand(name, async (args, ctx) => {
    try {
      const said = await run(args, ctx);
      return 'stdout' in said ? said : resultOf(said);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return resultOf({ out: error.out, err: `${name}: ${error.message}\n`, exitCode: error.exitCode });
    }
  });
}

const resultOf = ({ out = '', err = '', exitCode = 0 }: ProgramOutput): ExecResult => ({
  stdout: typeof out === 'string' ? out : textOf(out),
  stderr: err,
  exitCode,
});

export const stdinOf = (ctx: Context): Buffer => Buffer.from(bash.latin1FromBytes(ctx.stdin), 'latin1');

/** The bytes of a file; `-` is the input. */
export async function bytesIn(ctx: Context, name: string): Promise<Uint8Array> {
  if (name === '-' || name === '/dev/stdin') return stdinOf(ctx);
  if (name === '/dev/null') return Buffer.alloc(0);
  const path = ctx.fs.resolvePath(ctx.cwd, name);
  const stat = await ctx.fs.stat(path).catch(() => undefined);
  if (stat?.isDirectory) throw new Stop(`${name}: Is a directory`);
  if (!stat) throw new Stop(`${name}: No such file or directory`);
  return ctx.fs.readFileBuffer(path);
}

/** A word as the shell takes it whole. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export interface Options {
  has(letter: string): boolean;
  of(letter: string): string | undefined;
  readonly operands: readonly string[];
}

/** Options that a program takes: letters, those with a value behind a colon of their own (`du:`), and long names of them. */
export interface Spelling {
  readonly letters: string;
  readonly long?: Readonly<Record<string, string>>;
  /** Operands end the options, as of a program that runs another one. */
  readonly isLeading?: boolean;
}

/** Options as the kernel's programs write them: `-n2`, `-sd+`, `--suffix=x`. @returns them one by one, and the operands */
export function spelled(args: readonly string[], { letters, long = {}, isLeading = false }: Spelling) {
  const options: [letter: string, value: string | undefined][] = [];
  const operands: string[] = [];
  const rest = [...args];
  const takesValue = (letter: string): boolean => letters[letters.indexOf(letter) + 1] === ':';
  const next = (name: string): string => {
    const value = rest.shift();
    if (value === undefined) throw new Stop(`option requires an argument -- '${name}'`);
    return value;
  };
  const take = (cluster: string): void => {
    const [letter = '', ...more] = cluster;
    if (letter === ':' || !letters.includes(letter)) throw new Stop(`invalid option -- '${letter}'`);
    if (takesValue(letter)) options.push([letter, more.length > 0 ? more.join('') : next(letter)]);
    else {
      options.push([letter, undefined]);
      if (more.length > 0) take(more.join(''));
    }
  };
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const isOperand = arg === '-' || !arg.startsWith('-');
    if (arg === '--' || (isOperand && isLeading)) {
      operands.push(...(isOperand ? [arg] : []), ...rest);
      break;
    }
    if (isOperand) operands.push(arg);
    else if (!arg.startsWith('--')) take(arg.slice(1));
    else {
      const [name = '', ...value] = arg.slice(2).split('=');
      const letter = long[name];
      if (letter === undefined) throw new Stop(`unrecognized option '${arg}'`);
      if (!takesValue(letter)) options.push([letter, undefined]);
      else options.push([letter, value.length > 0 ? value.join('=') : next(name)]);
    }
  }
  return { options, operands };
}

/** The same, to be asked by letter. The last one of a letter counts. */
export function optionsOf(args: readonly string[], spelling: Spelling): Options {
  const { options, operands } = spelled(args, spelling);
  const values = new Map(options);
  return { has: (letter) => values.has(letter), of: (letter) => values.get(letter), operands };
}
