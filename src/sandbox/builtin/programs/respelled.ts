import type { Command } from 'just-bash';
import { program, type Spelling, Stop, spelled } from './program';

/** Programs of the interpreter that take a value behind a space alone, and know no long name of it. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  paste: { letters: 'sd:', long: { serial: 's', delimiters: 'd' } },
  cut: {
    letters: 'snd:f:c:b:',
    long: { 'only-delimited': 's', delimiter: 'd', fields: 'f', characters: 'c', bytes: 'b' },
  },
};

/** Each option on its own, as they understand it: `-sd+`, `--fields=2`. */
export const respelled: readonly Command[] = Object.entries(SPELLINGS).map(([name, spelling]) =>
  program(name, async (args, ctx) => {
    const { options, operands } = spelled(args, spelling);
    const refused = options.find(([letter]) => (REFUSED[name] ?? '').includes(letter))?.[0];
    if (refused !== undefined) throw new Stop(`-${refused}: not supported in this sandbox`);
    const input = name === 'paste' && operands.length === 0 ? ['-'] : operands;
    return origin(ctx.origCommand)([
      ...options.flatMap(([letter, value]) => [`-${letter}`, ...(value === undefined ? [] : [value])]),
      ...input,
    ]);
  }),
);

/** The options that are refused, since they would mean something else to the program of the interpreter. */
const REFUSED: Readonly<Record<string, string>> = { cut: 'bn' };

type Origin = NonNullable<Parameters<Command['execute']>[1]['origCommand']>;
export function origin(command: Origin | undefined): Origin {
  if (!command) throw new Stop('not in this interpreter');
  return command;
}
