import { liraText } from '../../kernel/money';

/**
 * Characters that turn the order of what stands beside them, or hide something in it: a title that holds one would change what its
 * neighbours say. Joiners stay, since words of some languages need them.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Characters that XML and HTML cannot hold, but line breaks and tabs. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/** Marks upon one letter. Unicode puts them in order pair by pair: the time for a long row of them grows with its square. */
const MARKS_MAX = 30;
const MARKS_BEYOND = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** Letters and their marks in one form, as far as a letter has no more marks than any language writes. */
export const composed = (text: string): string => text.replaceAll(MARKS_BEYOND, '$1').normalize('NFC');

/** Text of a shop as it is printed. Whatever prints it escapes markup. */
export const plain = (text: string): string =>
  composed(text.toWellFormed().replaceAll(TURNING, '').replaceAll(UNPRINTABLE, ''));

/** Writes an amount in lira as people read it: `1.299,90 TL`. */
export const money = (kurus: number): string => `${liraText(kurus)} TL`;

/** Between these a new line begins. */
const BLOCK = /^<\/?(?:p|div|br|h[1-6]|ul|ol|table|tr|section|article|blockquote|hr)\b/i;
const ITEM = /^<li\b/i;
/** Their contents are for no reader. */
const UNREAD = /<(script|style|template|iframe|object|noscript|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** A tag that is not closed goes to the end: whoever looked for its end from each beginning would read the rest again and again. */
const TAGS = /<[/!?a-z][^>]*(?:>|$)/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
};

/**
 * A description, which may be HTML of whoever wrote it, as paragraphs of text. Its markup is read for where lines begin and for nothing
 * else, and none of it is printed.
 */
export function paragraphsOf(html: string): readonly string[] {
  const text = html.replaceAll(UNREAD, ' ').replaceAll(/\r\n?/g, '\n').replaceAll(TAGS, lineOf);
  return decoded(text)
    .split('\n')
    .map((each) =>
      plain(each)
        .replaceAll(/[\t ]+/g, ' ')
        .trim(),
    )
    .filter((each) => each !== '' && each !== '•');
}

const lineOf = (tag: string): string => (ITEM.test(tag) ? '\n• ' : BLOCK.test(tag) ? '\n' : '');

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

/** The beginning of a text, cut at a word. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax - 1).replace(/\s+\S*$/, '')}…`;
}
