import { distance } from 'fastest-levenshtein';
import type { Route } from '../kernel/declaration/route';

/** A longer path is no slip of the pen, and to compare it costs time. */
const LENGTH_MAX = 200;
/** How much of a word is the same, at least, when it was meant. */
const ALIKE_MIN = 0.7;
/** The least length of a word that alone says which path was meant. */
const TELLING_LENGTH = 4;

/**
 * Finds the route that a path was perhaps meant to be, e.g. `GET /v1/catalog/products`: word by word nearly the same, or nearly the
 * end of that path. It says declared words alone, and nothing of the request.
 */
export function nearestRoute(method: string, path: string, routes: readonly Pick<Route, 'http'>[]): string | undefined {
  if (path.length > LENGTH_MAX) return undefined;
  const asked = wordsOf(path);
  const found = routes.flatMap(({ http }) => {
    const [verb, declared] = http.split(' ') as [string, string];
    const words = wordsOf(declared);
    const missing = words.length - asked.length;
    const differing = missing < 0 ? undefined : differingIn(asked, words.slice(missing));
    return differing === undefined ? [] : [{ http, rank: [missing + differing, verb === method ? 0 : 1] as const }];
  });
  return found.toSorted(({ rank: [left, verb] }, { rank: [right, other] }) => left - right || verb - other)[0]?.http;
}

/** Without what all paths begin with. */
const wordsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .replace(/^(\/api)?(\/v\d+)?(?=\/)/, '')
    .split('/')
    .filter(Boolean);

/** How much of all words differs; undefined: one of them is another word, or none says what was meant. */
function differingIn(asked: readonly string[], declared: readonly string[]): number | undefined {
  let differing = 0;
  let telling = false;
  for (const [place, word] of declared.entries()) {
    if (word.startsWith('{')) continue;
    const said = asked[place] as string;
    const unlike = distance(said, word) / Math.max(said.length, word.length);
    if (1 - unlike < ALIKE_MIN) return undefined;
    differing += unlike;
    telling ||= said.length >= TELLING_LENGTH;
  }
  return telling ? differing : undefined;
}
