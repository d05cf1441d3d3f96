import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { constants, Script } from 'node:vm';
import type * as JustBash from 'just-bash';
import { compiled } from '../../driver/compiled';
import { LosslessDecoder, LosslessEncoder, textOf } from './lossless';

/**
 * The interpreter, mended in two ways.
 *
 * It reads and writes text by its own encoders, which lose no byte: those of Node make U+FFFD of a Turkish letter in windows-1254. They
 * are given to it alone, since the program `tezgah` in the same process judges encodings by those of Node.
 *
 * Places in its text are replaced before it is compiled, where a thing cannot be reached from outside. They are found in the version that
 * package.json pins, each so many times: another version does not load until its places are looked at anew.
 */
interface Mend {
  readonly place: RegExp;
  readonly by: string;
  readonly times: number;
}

/** A shell, as far as it is mended from outside. */
export interface Interpreter {
  readonly ctx: {
    readonly state: {
      env: Map<string, string>;
      arrays?: Map<string, { readonly elements: Map<string, string> }>;
      /** Input of a command that has none of its own. */
      groupStdin: string | undefined;
      groupStdinSourceFd?: number;
      lastExitCode: number;
      /** The id of the shell; each pair of parentheses has another one. */
      readonly bashPid: number;
    };
  };
  runCommand(
    name: string,
    args: readonly string[],
    quoted: readonly boolean[],
    stdin: string,
    skipsFunctions?: boolean,
    byDefaultPath?: boolean,
    stdinSourceFd?: number,
    isStdinRedirected?: boolean,
  ): Promise<JustBash.ExecResult>;
  executeScript(script: JustBash.ScriptNode): Promise<JustBash.ExecResult>;
  executeStatement(statement: JustBash.StatementNode): Promise<JustBash.ExecResult>;
  executeSubshell(subshell: Subshell, stdin: string, isStdinOwned?: boolean): Promise<JustBash.ExecResult>;
}

export type Subshell = Extract<JustBash.CommandNode, { type: 'Subshell' }>;

/** The functions that the replaced places of the interpreter call. */
class Inner {
  Interpreter!: { readonly prototype: Interpreter };
  readonly textOf = (bytes: readonly number[]): string => textOf(Uint8Array.from(bytes));
  readonly textOfByte = (byte: number): string => textOf(Uint8Array.of(byte));

  /** The name of a method that texts have for the interpreter. */
  readonly order = Symbol('order');

  /** A number as awk writes it. @param flags between the `%` and the width */
  signed(number: string, flags: string, width: string): string {
    const sign = number.startsWith('-') ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
    const digits = number.replace(/^-/, '').replace(/e([+-])(\d)$/, 'e$10$2');
    const isFilled = flags.includes('0') && !flags.includes('-');
    return sign + (isFilled ? digits.padStart(Number(width) - sign.length, '0') : digits);
  }
}

const MENDS: readonly Mend[] = [
  // The class behind a shell is not exported.
  { place: /async executeScript\(/g, by: 'static{inner.Interpreter=this}$&', times: 1 },
  // A command in a variable is split into words like any other word: `c='echo a'; $c`.
  {
    place:
      /let (\w+)=await \w+\((this\.ctx),(\w+)\.name\),(\w+)=\[\],(\w+)=\[\],(?=.{0,900}?await (\w+)\(this\.ctx,\w+\);for\(let \w+ of \w+\.values\))/gs,
    by: 'let [$1="",...$4]=(await $6($2,$3.name)).values,$5=$4.map(()=>!0),',
    times: 1,
  },
  // A byte that is written as a number is that byte: `printf '\\376'`, `$'\\xfe'`, of `printf`, `echo`, `awk`, `find` and the shell.
  {
    place: /function \w+\((\w)\)\{(?=let \w="",\w=0;for\(;\w<\1\.length;\)\{let \w=\1\[\w\];if\(\w<128\))/g,
    by: '$&return inner.textOf($1);',
    times: 2,
  },
  { place: /String\.fromCharCode\((parseInt\(\w,(?:8|16)\))\)/g, by: 'inner.textOfByte($1)', times: 5 },
  {
    place: /(let (\w)=(?:Number\.)?parseInt\(\w,(?:8|16)\)(?:%256)?;\w(?:\+=|\.append\())String\.fromCharCode\(\2\)/g,
    by: '$1inner.textOfByte($2)',
    times: 4,
  },
  // awk rounds towards nought, and writes numbers with signs and noughts.
  { place: /(?<=\?0:)Math\.floor(?=\(\w+\(await \w\.evalExpr\(\w\[0\]\)\)\))/g, by: 'Math.trunc', times: 1 },
  { place: /Math\.floor(?=\(Number\(\w\)\))/g, by: 'Math.trunc', times: 5 },
  {
    place: /=(\w)\.toFixed\((\w)\);(?=if\((\w)\)\{let \w=parseInt\(\3,10\);(\w)\.includes\("-"\))/g,
    by: '=inner.signed($1.toFixed($2),$4,$3);',
    times: 1,
  },
  {
    place:
      /=(\w)\.toExponential\((\w)\);(?=if\(\w==="E"&&\(\w=\w\.toUpperCase\(\)\),(\w)\)\{let \w=parseInt\(\3,10\);(\w)\.includes\("-"\))/g,
    by: '=inner.signed($1.toExponential($2),$4,$3);',
    times: 1,
  },
  // No address is reached: the web client of Node, a third of the time to load, stays away.
  { place: /=globalThis\.Headers(?=,\w+=globalThis\.Proxy\})/g, by: '=void 0', times: 1 },
  // Text is put in order by its letters' numbers, as anywhere with the locale C.UTF-8. Two bytes of no character are not the same.
  { place: /\.localeCompare\(/g, by: '[inner.order](', times: 18 },
];

function mended(source: string): string {
  return MENDS.reduce((text, { place, by, times }) => {
    if (text.match(place)?.length !== times) throw new Error(`The interpreter does not have ${times} places ${place}.`);
    return text.replace(place, by);
  }, source);
}

const load = createRequire(__filename);
const file = load.resolve('just-bash');

const PREPARED = {
  text: compiled('sandbox/builtin/bash/prepared.cjs'),
  code: compiled('sandbox/builtin/bash/prepared.code'),
};

/** The names that the text of the interpreter takes: those of any module, and what it is mended with. */
const NAMES = ['module', 'exports', 'require', '__filename', '__dirname', 'TextDecoder', 'TextEncoder', 'inner'];

/** Text of the mended interpreter, as a function. To mend it takes a third of the time that a command has to start. */
function written(): string {
  return `(function (${NAMES.join(', ')}) {${mended(readFileSync(file, 'utf8'))}\n})`;
}

function compiledFrom(text: string, code?: Buffer): Script {
  return new Script(text, {
    filename: file,
    cachedData: code,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

function start(script: Script): { readonly bash: typeof JustBash; readonly inner: Inner } {
  const module = { exports: {} as typeof JustBash };
  const inner = new Inner();
  Object.defineProperty(String.prototype, inner.order, {
    value(this: string, other: string) {
      return this < other ? -1 : this > other ? 1 : 0;
    },
  });
  const place = [createRequire(file), file, path.dirname(file)];
  const all = [module, module.exports, ...place, LosslessDecoder, LosslessEncoder, inner];
  script.runInThisContext().apply(module.exports, all);
  return { bash: module.exports, inner };
}

/** Writes the interpreter as the build keeps it: mended text, and its compiled code with all that a first command compiles. */
export async function prepare(): Promise<void> {
  const text = written();
  const script = compiledFrom(text);
  await new (start(script).bash.Bash)().exec('true');
  writeFileSync(PREPARED.text, text);
  writeFileSync(PREPARED.code, script.createCachedData());
}

/** Both come from the build. Node compiles anew where the code is that of another version of it. */
function prepared(): Script | undefined {
  try {
    return compiledFrom(readFileSync(PREPARED.text, 'utf8'), readFileSync(PREPARED.code));
  } catch {
    return undefined;
  }
}

export const { bash, inner } = start(prepared() ?? compiledFrom(written()));
