import { distance } from 'fastest-levenshtein';

const SHOWN = 3;
/** A name may be as long as a body. */
const NAME_CHARS_MAX = 100;
/** The share of the words of both names that has to be in either: below that, names have a noun in common and no more. */
const LIKE_MIN = 0.5;
/** The share of a name that is the same, at least, when a slip of the pen made another one of it. */
const SAME_MIN = 0.7;

/** `catalog.stockMovements_list` is catalog, stock, movement, list: clients and models write ids in every way, and plurals for singulars. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, NAME_CHARS_MAX)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter(Boolean);

/** The names that a name was perhaps meant to be, nearest first: those that have most of its words, in whatever order. */
export function nearNames(asked: string, names: readonly string[]): string[] {
  const words = new Set(wordsOf(asked));
  const likeness = (name: string): number => {
    const own = new Set(wordsOf(name));
    const shared = [...own].filter((word) => words.has(word)).length;
    // The noun in front is what is left out most: what remains counts for more than what is missing.
    return (2 * shared) / (own.size + words.size);
  };
  return names
    .map((name) => ({ name, like: likeness(name) }))
    .filter(({ like }) => like >= LIKE_MIN)
    .sort((one, other) => other.like - one.like)
    .slice(0, SHOWN)
    .map(({ name }) => name);
}

/** The name that a name was perhaps meant to be: a slip of the pen away from it, or else with most of its words. */
export function nearestName(asked: string, names: readonly string[]): string | undefined {
  if (asked.length > NAME_CHARS_MAX) return undefined;
  const said = asked.toLowerCase();
  const slips = names
    .map((name) => ({ name, same: 1 - distance(said, name.toLowerCase()) / Math.max(said.length, name.length) }))
    .filter(({ same }) => same >= SAME_MIN)
    .sort((one, other) => other.same - one.same);
  return slips[0]?.name ?? nearNames(asked, names)[0];
}
