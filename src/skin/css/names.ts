import * as csstree from 'css-tree';

/** Kinds of names of the kit that a style sheet refers to. */
export type UsedKind = 'element' | 'part' | 'axis' | 'value' | 'property';

/** A stretch of a text: offsets of characters, and where it begins. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** A name with the places where it stands. */
export interface Used {
  readonly kind: UsedKind;
  readonly name: string;
  /** Element of a part or an axis; axis of a value, as `element.axis`. Empty: the selector names none. */
  readonly of: string;
  readonly at: readonly Stretch[];
  /** Whether the style sheet sets it, of a custom property. */
  readonly isSet?: boolean;
}

interface FoundName {
  readonly kind: UsedKind;
  readonly name: string;
  readonly of: string;
  readonly at: Stretch[];
  isSet?: boolean;
}

const PLACES_MAX = 200;
const NAMES_MAX = 2_000;

/** Names of the kit in a tree that has positions and that the gate lets pass. */
export function namesIn(tree: csstree.CssNode): readonly Used[] {
  const names = new Map<string, FoundName>();
  const note = (kind: UsedKind, name: string, of: string, at: Stretch | undefined): FoundName | undefined => {
    const key = `${kind} ${of} ${name}`;
    const known = names.get(key) ?? { kind, name, of, at: [] };
    if (!names.has(key) && names.size < NAMES_MAX) names.set(key, known);
    if (at && known.at.length < PLACES_MAX) known.at.push(at);
    return known;
  };
  csstree.walk(tree, (node) => {
    if (node.type === 'Selector') noteSelector(node, note);
    if (node.type === 'Declaration' && node.property.startsWith('--')) {
      const property = note('property', node.property, '', stretchOf(node.loc, node.property.length));
      if (property) property.isSet = true;
    }
    if (node.type === 'Function' && node.name.toLowerCase() === 'var') {
      const [first] = node.children;
      if (first?.type === 'Identifier') note('property', first.name, '', stretchOf(first.loc));
    }
  });
  return [...names.values()];
}

type NoteName = (kind: UsedKind, name: string, of: string, at: Stretch | undefined) => unknown;

/** Parts and axes are those of the last element that the selector has named before. */
function noteSelector({ children }: csstree.Selector, note: NoteName): void {
  let element = '';
  const compound: csstree.AttributeSelector[] = [];
  const flush = (): void => {
    const named = compound.find(({ name: { name } }) => name === 'data-el');
    if (named) element = wordOf(named) ?? '';
    for (const each of compound) noteAttribute(each, element, note);
    compound.length = 0;
  };
  for (const node of children) {
    if (node.type === 'Combinator') flush();
    if (node.type === 'AttributeSelector') compound.push(node);
  }
  flush();
}

function noteAttribute(node: csstree.AttributeSelector, element: string, note: NoteName): void {
  const { name, loc, value } = node;
  const word = wordOf(node);
  const axis = /^data-axis-(.+)$/.exec(name.name)?.[1];
  if (axis !== undefined) note('axis', axis, element, stretchOf(name.loc));
  if (word === undefined) return;
  const at = wordStretch(value, loc);
  if (axis !== undefined) note('value', word, `${element}.${axis}`, at);
  else note(name.name === 'data-el' ? 'element' : 'part', word, name.name === 'data-el' ? '' : element, at);
}

const wordOf = ({ value }: csstree.AttributeSelector): string | undefined =>
  value === null ? undefined : value.type === 'String' ? value.value : value.name;

/** The stretch of the word alone, without its quotation marks. */
function wordStretch(value: csstree.AttributeSelector['value'], loc: csstree.CssLocation | null | undefined) {
  const at = stretchOf(value?.loc ?? loc);
  return at && value?.type === 'String' ? { ...at, start: at.start + 1, end: at.end - 1, column: at.column + 1 } : at;
}

/** @param length of the beginning that is meant @default the whole */
function stretchOf(loc: csstree.CssLocation | null | undefined, length?: number): Stretch | undefined {
  if (!loc) return undefined;
  const { start, end } = loc;
  return {
    start: start.offset,
    end: length === undefined ? end.offset : start.offset + length,
    line: start.line,
    column: start.column,
  };
}
