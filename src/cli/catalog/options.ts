import { InvalidArgumentError, Option } from 'commander';
import { type Separator, separators } from './encoding';

/** So long a table waits for a limit of calls, or for a server that starts again; nobody is told of each time. */
export const patient = { retryMs: 10 * 60_000, isQuiet: true } as const;

const words: Readonly<Record<string, Separator>> = { semicolon: ';', comma: ',', tab: '\t', '\\t': '\t' };

export const separatorOption = (): Option =>
  new Option('--separator <sign>', 'between cells: ; , or tab').argParser((text): Separator => {
    const separator = words[text] ?? separators.find((known) => known === text);
    if (separator === undefined) throw new InvalidArgumentError('must be ; , or tab');
    return separator;
  });
