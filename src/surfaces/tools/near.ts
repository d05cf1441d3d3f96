const SHOWN = 3;
/** A name may be as long as a body. */
const NAME_CHARS_MAX = 100;
/** Of the words of both names, so many have to be in either: below that, names have a noun in common and no more. */
const LIKE_MIN = 0.5;

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
