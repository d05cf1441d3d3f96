import { InvalidArgumentError, Option } from 'commander';
import type { Separator } from '../../catalog/spreadsheet/encoding';

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
