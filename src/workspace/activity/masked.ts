/** Tokens of this product, and what follows the words by which programs send a credential. */
const SECRETS = [/\btzg_(?:agt|dev)_[0-9A-Za-z]+/g, /(?<=\b(?:bearer|basic)\s+)[^\s'"]+/gi];
const MASK = '***';
/** A feed shows what was run; the whole of a long command stands in no list. */
const SHOWN_MAX = 2_000;

/** The command or path as the feed keeps it. */
export function masked(subject: string): string {
  const clean = SECRETS.reduce((text, secret) => text.replace(secret, MASK), subject);
  return clean.length > SHOWN_MAX ? `${clean.slice(0, SHOWN_MAX)}…` : clean;
}
