import { textOf } from '../bash/lossless';
import { program } from './program';
import { origin } from './respelled';

const LETTERS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', v: '\v' };

/** tr, with bytes written as numbers: `tr '\012' ' '`. */
export const tr = program('tr', (args, ctx) =>
  origin(ctx.origCommand)(args.map((arg) => (arg.startsWith('-') ? arg : written(arg)))),
);

const written = (set: string): string =>
  set.replace(/\\(?:([0-7]{1,3})|(.))/gs, (whole, octal?: string, letter?: string) => {
    if (octal === undefined) return LETTERS[letter as string] ?? whole;
    const byte = textOf(Uint8Array.of(Number.parseInt(octal, 8) & 0xff));
    return /[-\\[\]]/.test(byte) ? `\\${byte}` : byte;
  });
