import * as csstree from 'css-tree';
import type { CssCode } from './codes';
import { leavesPlace } from './placing';
import { atRules, attributes, elements, functions, layer, properties, pseudos, textual, values } from './words';

export type Note = (code: CssCode, name: string, at?: csstree.CssLocation | null) => void;

/** Functions that fetch what they name. */
const FETCHES: ReadonlySet<string> = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
  'element',
  'attr',
]);

/** Nodes of a style sheet that mean nothing by themselves, or are judged with what they stand in. */
const PLAIN: ReadonlySet<string> = new Set([
  'StyleSheet',
  'Rule',
  'Block',
  'SelectorList',
  'Selector',
  'Combinator',
  'NestingSelector',
  'Percentage',
  'AtrulePrelude',
  'MediaQueryList',
  'MediaQuery',
  'Condition',
  'Feature',
  'FeatureRange',
  'SupportsDeclaration',
  'Ratio',
  'LayerList',
  'Layer',
  'Identifier',
  'Value',
  'Number',
  'Dimension',
  'Hash',
  'Operator',
  'Parentheses',
  'Brackets',
  'Nth',
  'AnPlusB',
  'Comment',
  'WhiteSpace',
]);

type Judges = {
  readonly [T in csstree.CssNode['type']]?: (node: Extract<csstree.CssNode, { type: T }>, note: Note) => void;
};

const judges: Judges = {
  Raw: ({ value, loc }, note) => note('css_syntax', value.slice(0, 40), loc),
  Url: ({ loc }, note) => note('css_url', 'url', loc),
  Atrule({ name, block, loc }, note) {
    if (!atRules.has(name) || block === null) note('css_at_rule', name, loc);
  },
  Function({ name, loc }, note) {
    const lower = name.toLowerCase();
    if (FETCHES.has(lower)) note('css_url', lower, loc);
    else if (!functions.has(lower)) note('css_function', name, loc);
  },
  Declaration: judgeDeclaration,
  IdSelector: ({ name, loc }, note) => note('css_selector', `#${name}`, loc),
  ClassSelector: ({ name, loc }, note) => note('css_selector', `.${name}`, loc),
  TypeSelector({ name, loc }, note) {
    if (name !== '*' && !elements.has(name)) note('css_selector', name, loc);
  },
  PseudoClassSelector: judgePseudo,
  PseudoElementSelector: judgePseudo,
  AttributeSelector({ name: { name }, matcher, flags, loc }, note) {
    // Part of a value is asked letter by letter by who wants to read it.
    if (!attributes.test(name) || (matcher !== null && matcher !== '=') || flags !== null)
      note('css_selector', `[${name}]`, loc);
  },
  // A text is judged with the declaration that it stands in; elsewhere it says nothing.
  String: () => undefined,
};

/** Judges a node by lists: what none of them names is refused. */
export function judge(node: csstree.CssNode, note: Note): void {
  const by = judges[node.type] as ((node: csstree.CssNode, note: Note) => void) | undefined;
  if (by) by(node, note);
  else if (!PLAIN.has(node.type)) note('css_syntax', node.type, node.loc);
}

function judgePseudo({ name, loc }: csstree.PseudoClassSelector | csstree.PseudoElementSelector, note: Note): void {
  if (!pseudos.has(name)) note('css_selector', `:${name}`, loc);
}

function judgeDeclaration({ property, value, important, loc }: csstree.Declaration, note: Note): void {
  if (important) note('css_important', property, loc);
  const isCustom = /^--[a-z][a-z0-9-]{0,60}$/.test(property);
  if (!properties.has(property) && !isCustom) note('css_property', property, loc);
  const allowed = values[property];
  if (allowed && !allowed.has(csstree.generate(value).trim().toLowerCase())) note('css_property', property, loc);
  if ((properties.has(property) || isCustom) && leavesPlace(property, value)) note('css_place', property, loc);
  if (property === 'z-index' && !layer.test(csstree.generate(value).trim())) note('css_property', property, loc);
  // Text that nobody of the shop wrote, e.g. before the items of a list.
  if (!allowed && !textual.has(property) && csstree.find(value, ({ type }) => type === 'String'))
    note('css_property', property, loc);
}
