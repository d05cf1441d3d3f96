import { distance } from 'fastest-levenshtein';
import type { Route } from '../kernel/declaration/declare';

/** A longer path is no slip of the pen, and to compare it costs time. */
const LENGTH_MAX = 200;
/** So many characters may differ. */
const DISTANCE_MAX = 3;

/**
 * What a path that leads nowhere was perhaps meant to be, e.g. `GET /v1/catalog/products`: all but a few characters are the same, or
 * it is the end of that path. It says what is declared, and nothing of what was asked.
 */
export function nearestRoute(method: string, path: string, routes: readonly Pick<Route, 'http'>[]): string | undefined {
  if (path.length > LENGTH_MAX) return undefined;
  const asked = path.replace(/\/+$/, '').toLowerCase();
  const tail = asked.replace(/^(\/api)?(\/v\d+)?(?=\/)/, '');
  const found = routes.flatMap(({ http }) => {
    const [verb, declared] = http.split(' ') as [string, string];
    const like = filled(declared, asked).toLowerCase();
    const isEnd = tail.length > DISTANCE_MAX && like.endsWith(tail);
    const differing = isEnd ? DISTANCE_MAX : distance(asked, like);
    return differing <= DISTANCE_MAX ? [{ http, rank: 2 * differing + (verb === method ? 0 : 1) }] : [];
  });
  return found.toSorted((left, right) => left.rank - right.rank)[0]?.http;
}

/** A declared path with what was asked in the places of its parameters. */
function filled(declared: string, asked: string): string {
  const said = asked.split('/');
  const parts = declared.split('/');
  if (parts.length !== said.length) return declared;
  return parts.map((part, index) => (part.startsWith('{') ? said[index] : part)).join('/');
}
