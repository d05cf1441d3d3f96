const MASK = '***';
/**
 * Tokens of this product, and what follows the words by which programs send a credential. Each takes time that is linear in the
 * text: a command is written by whoever runs it, and the API waits for this.
 */
const SECRETS = [
  [/\btzg_(?:agt|dev)_[0-9A-Za-z]+/g, MASK],
  [/\btzg_box_[\w.-]+/g, MASK],
  [/\b(bearer|basic)(\s+)[^\s'"]+/gi, `$1$2${MASK}`],
] as const;
/** A feed shows what was run; the whole of a long command stands in no list. Its end counts as much as its beginning. */
const SHOWN_HALF = 1_000;
/** Characters that no screen shows, or that change the place or the order of others. Line ends and tabs show as such. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The command or path as the feed keeps it. */
export function masked(subject: string): string {
  const clean = SECRETS.reduce((text, [secret, mask]) => text.replace(secret, mask), subject);
  return shortened(clean).replace(UNSEEN, codePoint);
}

const codePoint = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

function shortened(text: string): string {
  const characters = Array.from(text);
  const left = characters.length - 2 * SHOWN_HALF;
  if (left <= 0) return text;
  const [head, tail] = [characters.slice(0, SHOWN_HALF), characters.slice(-SHOWN_HALF)];
  return `${head.join('')}\n[${left} characters are left out]\n${tail.join('')}`;
}
