import { nearestName } from '../../kernel/declaration/near-names';
import { type Compat, compatRow, nothing } from './words';

/** Names of the API that a text may hold. */
export interface ApiNames {
  readonly ids: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
  /** Paths of routes, e.g. `/v1/orders/{ord}`. */
  readonly paths: readonly string[];
}

const ID = /["'`]([a-z][A-Za-z]{1,40}(?:\.[a-z][A-Za-z]{1,40}){1,3})["'`]/g;
const SCOPE = /["'`]([a-z]{2,20}:[a-z]{2,20})["'`]/g;
const PATH = /["'`](\/v1\/[^"'`\s?#]{1,200})/g;
/** A part of a path that is filled in when it is called. */
const FILLED = /[{$:<]/;

const firstOf = (name: string, by: string): string => name.split(by)[0] ?? '';

/** Names of routes, commands and scopes in a text which this release does not have. A text may mean something else, so none breaks. */
export function textCompat(text: string, pointer: string, { ids, scopes, paths }: ApiNames): Compat {
  const into = nothing();
  const told = new Set<string>();
  const nouns = new Set([...ids].map((id) => firstOf(id, '.')));
  const areas = new Set([...scopes].map((scope) => firstOf(scope, ':')));
  const tell = (name: string, among: Iterable<string>): void => {
    if (told.has(name)) return;
    told.add(name);
    const to = nearestName(name, [...among]);
    into.warnings.push(compatRow(to ? 'near' : 'unknown', { kind: 'tree', name, pointer }, to ? { to } : {}));
  };
  for (const [, id = ''] of text.matchAll(ID)) if (nouns.has(firstOf(id, '.')) && !ids.has(id)) tell(id, ids);
  for (const [, scope = ''] of text.matchAll(SCOPE))
    if (areas.has(firstOf(scope, ':')) && !scopes.has(scope)) tell(scope, scopes);
  for (const [, path = ''] of text.matchAll(PATH)) if (!paths.some((known) => isPathOf(path, known))) tell(path, []);
  return into;
}

function isPathOf(path: string, known: string): boolean {
  const [parts, expected] = [path.replace(/\/$/, '').split('/'), known.split('/')];
  return (
    parts.length === expected.length &&
    parts.every((part, index) => part === expected[index] || FILLED.test(part) || expected[index]?.startsWith('{'))
  );
}
