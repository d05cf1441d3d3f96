const MASK = '***';
/**
 * Tokens of this product, and what follows the words by which programs send a credential. Each takes time that is linear in the
 * text: a command is written by whoever runs it, and the API waits for this.
 */
const SECRETS = [
  [/\btzg_(?:agt|dev)_[0-9A-Za-z]+/g, MASK],
  [/\b(bearer|basic)(\s+)[^\s'"]+/gi, `$1$2${MASK}`],
] as const;
/** A feed shows what was run; the whole of a long command stands in no list. */
const SHOWN_MAX = 2_000;

/** The command or path as the feed keeps it. */
export function masked(subject: string): string {
  const clean = SECRETS.reduce((text, [secret, mask]) => text.replace(secret, mask), subject);
  return clean.length > SHOWN_MAX ? `${clean.slice(0, SHOWN_MAX)}…` : clean;
}
