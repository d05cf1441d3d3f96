import { LOWER_PERCENT_MAX, RAISE_PERCENT_MAX } from '../../bulk/limits';
import { folded } from '../../kernel/folded';
import { count } from '../text/format';
import type { Texts } from '../text/tr';

/** The name of a change of prices. @param percent below 0: prices become lower */
export const priceChangeName = (percent: number, texts: Texts): string => {
  const size = count(Math.abs(percent), texts);
  return percent < 0 ? texts.search.lower(size) : texts.search.raise(size);
};

const RAISE = /\b(zam|artir|yukselt|raise|increase)/;
const LOWER = /\b(indirim|indir|dusur|lower|discount|cut|reduce)/;
const NUMBER = /(?<![\d.,])\d{1,3}([.,]\d{1,2})?(?![\d.,])/;

/** Reads a change of prices as people type it, e.g. `%5 zam` or `10 % indirim`. @returns percent, below 0 for a lower price; null: it is none */
export function priceChangeIn(text: string): number | null {
  const plain = folded(text);
  const [number] = NUMBER.exec(plain) ?? [];
  const percent = Number(number?.replace(',', '.'));
  if (!(percent > 0)) return null;
  if (LOWER.test(plain)) return percent <= LOWER_PERCENT_MAX ? -percent : null;
  return RAISE.test(plain) ? percent : null;
}

/** Reads a percentage as people type it, e.g. `5`, `7,5` or `%12`. @returns null: it is none */
export function percentIn(text: string): number | null {
  const plain = text.replaceAll(/[%\s]/g, '').replace(',', '.');
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

/** The most percent of one change: nothing is given away, and no slip of a key makes a price a hundred times as high. */
export const percentMost = (direction: 'raise' | 'lower'): number =>
  direction === 'raise' ? RAISE_PERCENT_MAX : LOWER_PERCENT_MAX;
