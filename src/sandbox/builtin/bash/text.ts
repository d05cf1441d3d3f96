import type { ExecResult } from 'just-bash';
import { bash, type Interpreter, inner } from './interpreter';
import { bytesOf, textOf } from './lossless';

/**
 * Keeps text and bytes apart. Between programs go bytes, as strings of one character each; variables, descriptors and all that the shell
 * puts together is text. The interpreter lets the one pass for the other in four places. Every Turkish letter was two letters then, or the
 * first half of one.
 */
export function keepTextAndBytesApart(): void {
  const { Interpreter } = inner;
  const { runCommand } = Interpreter.prototype;
  Interpreter.prototype.runCommand = async function (name, args, quoted, stdin, ...more) {
    const { state } = this.ctx;
    const { groupStdin } = state;
    const isOfDescriptor = (more[2] ?? -1) >= 0;
    const isAroundOfDescriptor = !stdin && (state.groupStdinSourceFd ?? -1) >= 0;
    const run = (given: string) => runCommand.call(this, name, args, quoted, given, ...more);
    if (READS_LINES.has(name)) {
      // The content of a descriptor is text, and a program takes bytes.
      const isText = isOfDescriptor || isAroundOfDescriptor || args.some((arg) => /^-[a-zA-Z]*u/.test(arg));
      return isText ? run(stdin) : reading(this.ctx, args, stdin, run);
    }
    if (isAroundOfDescriptor && groupStdin !== undefined) state.groupStdin = byteString(groupStdin);
    const held = state.groupStdin;
    const result = await run(isOfDescriptor ? byteString(stdin) : stdin);
    if (isAroundOfDescriptor && state.groupStdin === held) state.groupStdin = groupStdin;
    // Output of a program may go anywhere, e.g. beside the text of another one.
    return textResult(result);
  };
  // It guesses from the letters of a whole output whether that is bytes, and takes no text for text that has Turkish letters alone.
  Object.assign(bash.Bash.prototype, { logResult: textResult });
}

const READS_LINES = new Set(['read', 'mapfile', 'readarray']);
const byteString = (text: string): string => bytesOf(text).toString('latin1');
const textOfBytes = (bytes: string): string => textOf(Buffer.from(bytes, 'latin1'));

/** A result whose output is text. */
function textResult<T extends ExecResult>({ stdoutEncoding, stdoutKind, ...result }: T): T {
  const isBytes = (stdoutKind ?? (stdoutEncoding === 'binary' ? 'bytes' : 'text')) === 'bytes';
  return { ...result, stdout: isBytes ? textOfBytes(result.stdout) : result.stdout, stdoutKind: 'text' } as T;
}

/** Reads lines of bytes, and assigns text. @param stdin empty: the input of the commands around it */
async function reading(
  { state }: Interpreter['ctx'],
  args: readonly string[],
  stdin: string,
  run: (stdin: string) => Promise<ExecResult>,
): Promise<ExecResult> {
  if (args.some(COUNTS_LETTERS) || OUTSIDE_ASCII.test(state.env.get('IFS') ?? '')) {
    if (stdin) return run(textOfBytes(stdin));
    const text = state.groupStdin === undefined ? undefined : textOfBytes(state.groupStdin);
    if (text !== undefined) state.groupStdin = text;
    const result = await run('');
    if (text !== undefined && state.groupStdin !== undefined) state.groupStdin = byteString(state.groupStdin);
    return result;
  }
  const names = [...new Set([...args, 'REPLY', 'MAPFILE'])];
  const placesOf = () =>
    names.flatMap((name) => {
      const elements = state.arrays?.get(name)?.elements ?? new Map<string, string>();
      const ofArray = [...elements.keys()].map((key) => ({ map: elements, key, place: `${name}[${key}]` }));
      return [{ map: state.env, key: name, place: name }, ...ofArray];
    });
  const before = new Map(placesOf().map(({ map, key, place }) => [place, map.get(key)]));
  const result = await run(stdin);
  for (const { map, key, place } of placesOf()) {
    const value = map.get(key);
    if (value !== undefined && value !== before.get(place)) map.set(key, textOfBytes(value));
  }
  return result;
}

const OUTSIDE_ASCII = /[^\0-\x7f]/;
const COUNTS_LETTERS = (arg: string): boolean => /^-[a-zA-Z]*[nN]/.test(arg) || OUTSIDE_ASCII.test(arg);
