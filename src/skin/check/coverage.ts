import { type KitContract, kit } from '../../kit/kit';
import type { Stretch, Used } from '../css/names';
import type { Pack } from '../pack/pack';
import { type CheckRow, row } from './row';

export interface Coverage {
  readonly styled: readonly string[];
  readonly unstyled: readonly string[];
}

export const coverageOf = (used: readonly Used[]): Coverage => {
  const named = new Set(used.flatMap(({ kind, name }) => (kind === 'element' ? [name] : [])));
  const ids = kit.elements.map(({ id }) => id);
  return { styled: ids.filter((id) => named.has(id)), unstyled: ids.filter((id) => !named.has(id)) };
};

/** Elements that each shop needs have to be dressed; of the others the base of the kit is enough. */
export function coverageRows({ unstyled }: Coverage): { readonly errors: CheckRow[]; readonly warnings: CheckRow[] } {
  const isRequired = (id: string): boolean => kit.elements.some((each) => each.id === id && each.required);
  const [needed, others] = [unstyled.filter(isRequired), unstyled.filter((id) => !isRequired(id))];
  return {
    errors: needed.length > 0 ? [row('/css', 'coverage', { name: needed.join(', ') })] : [],
    warnings: others.length > 0 ? [row('/css', 'coverage_partial', { name: others.join(', ') })] : [],
  };
}

/** The standing of a name of a style sheet with a kit. */
export type Standing =
  | { readonly is: 'known' }
  | { readonly is: 'renamed'; readonly to: string; readonly since: string; readonly removedIn: string }
  | { readonly is: 'unknown' };

const KNOWN: Standing = { is: 'known' };

/** @param own names of custom properties that a package or a caller brings */
export function standingOf(used: Used, contract: KitContract, own: ReadonlySet<string>): Standing {
  if (isKnown(used, contract, own)) return KNOWN;
  const alias = Object.hasOwn(contract.aliases, aliasName(used)) ? contract.aliases[aliasName(used)] : undefined;
  return alias ? { is: 'renamed', ...alias } : { is: 'unknown' };
}

/** Aliases of elements and tokens stand under their own names, those of parts and axes under `element/name`. */
const aliasName = ({ kind, name, of }: Used): string => {
  if (kind === 'property') return name.replace(/^--tz-/, '');
  return kind === 'element' || of === '' ? name : `${of}/${name}`;
};

function isKnown(
  { kind, name, of, isSet }: Used,
  { elements, tokens }: KitContract,
  own: ReadonlySet<string>,
): boolean {
  if (kind === 'property')
    return (
      isSet === true ||
      !name.startsWith('--tz-') ||
      own.has(name.slice(5)) ||
      tokens.some((token) => `--tz-${token.name}` === name)
    );
  const [element = '', axis = ''] = kind === 'value' ? of.split('.') : [of];
  const within = elements.filter(({ id }) => element === '' || id === element);
  switch (kind) {
    case 'element':
      return elements.some(({ id }) => id === name);
    case 'part':
      // A part may be asked for below an element that stands further out.
      return within.some(({ parts }) => parts.includes(name)) || elements.some(({ parts }) => parts.includes(name));
    case 'axis':
      return within.some(({ axes }) => Object.hasOwn(axes, name));
    case 'value':
      return within.some(({ axes }) => Object.hasOwn(axes, axis) && axes[axis]?.includes(name));
  }
}

/** Names that the kit does not have, or has under another name. */
export function nameRows(
  used: readonly Used[],
  pack: Pack,
): { readonly errors: CheckRow[]; readonly warnings: CheckRow[] } {
  const own = new Set(pack.variables.map(({ name }) => name));
  const errors: CheckRow[] = [];
  const warnings: CheckRow[] = [];
  for (const each of used) {
    const standing = standingOf(each, kit, own);
    const [{ line, column } = { line: 1, column: 1 }] = each.at as readonly Stretch[];
    const name = each.of === '' ? each.name : `${each.of} ${each.name}`;
    if (standing.is === 'unknown') errors.push(row('/css', 'name_unknown', { name }, { line, column }));
    if (standing.is === 'renamed')
      warnings.push(row('/css', 'name_renamed', { name, to: standing.to }, { line, column }));
  }
  return { errors, warnings };
}

/** Finds the needs of a style sheet in itself: nobody states them. */
export function requiresOf(used: readonly Used[], contract: KitContract = kit) {
  const namesOf = (kind: Used['kind']): string[] =>
    [...new Set(used.flatMap((each) => (each.kind === kind ? [each.name] : [])))].toSorted();
  const [major, minor] = contract.version.split('.');
  return {
    kit: `^${major}.${minor}`,
    elements: namesOf('element'),
    tokens: namesOf('property').flatMap((name) => {
      const token = name.replace(/^--tz-/, '');
      return contract.tokens.some((each) => each.name === token) ? [token] : [];
    }),
  };
}
