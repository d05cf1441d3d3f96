import { InvalidArgumentError, Option } from 'commander';
import type { Separator } from './encoding';

/** So long a table waits for a limit of calls, or for a server that starts again; nobody is told of each time. */
export const patient = { retryMs: 10 * 60_000, isQuiet: true } as const;

const words: Readonly<Record<string, Separator>> = {
  semicolon: ';',
  comma: ',',
  tab: '\t',
  '\\t': '\t',
  bar: '|',
};

/** @param known which a table may have */
export const separatorOption = (known: readonly Separator[]): Option => {
  const signs = known.map((separator) => (separator === '\t' ? 'tab' : separator));
  const said = `${signs.slice(0, -1).join(' ')} or ${signs.at(-1)}`;
  return new Option('--separator <sign>', `between cells: ${said}`).argParser((text): Separator => {
    const separator = known.find((each) => each === (words[text] ?? text));
    if (separator === undefined) throw new InvalidArgumentError(`must be ${said}`);
    return separator;
  });
};
