import type { Command } from 'just-bash';
import { program } from './program';
import { origin } from './respelled';

/** grep, which takes every file for text (`-a`) here. */
export const grep: readonly Command[] = ['grep', 'egrep', 'fgrep'].map((name) =>
  program(name, (args, ctx) =>
    origin(ctx.origCommand)(args.filter((arg) => arg !== '-a' && arg !== '--text').map(withoutText)),
  ),
);

/** Letters that stand before one with a value. */
const withoutText = (arg: string): string => arg.replace(/^(-[^-efmABCa]*)a/, '$1');
