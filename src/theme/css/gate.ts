import * as csstree from 'css-tree';
import { atRules, attributes, elements, functions, properties, pseudos, values } from './words';

const cssCodes = [
  'css_url',
  'css_at_rule',
  'css_function',
  'css_selector',
  'css_property',
  'css_important',
  'css_escape',
  'css_unclosed',
  'css_too_large',
  'css_syntax',
] as const;
export type CssCode = (typeof cssCodes)[number];

export interface CssFault {
  readonly code: CssCode;
  /** The word that is refused. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** A style sheet as it is served, or its faults. */
export type Gated =
  | { readonly css: string; readonly faults: readonly [] }
  | { readonly css?: undefined; readonly faults: readonly CssFault[] };

const FAULTS_MAX = 20;
const DEPTH_MAX = 8;
/** Functions that fetch what they name. */
const FETCHES: ReadonlySet<string> = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  'element',
  'attr',
]);

/**
 * Lets a style sheet pass whose every word is known, and serves the gate's own writing of it: what a browser might read otherwise than the
 * parser is not in there.
 */
export function gated(css: string, bytesMax: number): Gated {
  const early = beforeParsing(css, bytesMax);
  if (early) return { faults: [early] };
  const faults: CssFault[] = [];
  const note = (code: CssCode, name: string, at?: csstree.CssLocation | null): void => {
    if (faults.length < FAULTS_MAX)
      faults.push({ code, name, line: at?.start.line ?? 1, column: at?.start.column ?? 1 });
  };
  const tree = csstree.parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ message }) => note('css_syntax', message),
  });
  csstree.walk(tree, (node) => judge(node, note));
  return faults.length > 0 ? { faults } : { css: csstree.generate(tree), faults: [] };
}

/** Looks at what a parser would forgive: characters, brackets, depth. */
function beforeParsing(css: string, bytesMax: number): CssFault | undefined {
  if (Buffer.byteLength(css) > bytesMax) return fault('css_too_large', '');
  if (/[\\<\p{Cc}]/u.test(css.replaceAll(/[\t\n\r]/g, ' ')) || !css.isWellFormed()) return fault('css_escape', '');
  return unbalanced(css);
}

const fault = (code: CssCode, name: string, line = 1, column = 1): CssFault => ({ code, name, line, column });

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** By tokens: a bracket in a text is none. */
function unbalanced(css: string): CssFault | undefined {
  const open: string[] = [];
  let found: CssFault | undefined;
  csstree.tokenize(css, (type: number, start: number, end: number) => {
    if (found) return;
    const text = css.slice(start, end);
    const name = csstree.tokenNames[type];
    if (name === 'bad-string-token' || name === 'bad-url-token') found = fault('css_unclosed', '');
    if (name === 'comment-token' && !text.endsWith('*/')) found = fault('css_unclosed', '');
    if (name === 'string-token' && (text.length < 2 || text.at(-1) !== text[0])) found = fault('css_unclosed', '');
    if (name === 'url-token') found = fault('css_url', 'url');
    const last = text.at(-1) ?? '';
    if (name === 'function-token' || CLOSES[text] !== undefined) {
      open.push(CLOSES[last] as string);
      if (open.length > DEPTH_MAX) found = fault('css_syntax', 'nested too deep');
    } else if (text === '}' || text === ')' || text === ']') {
      if (open.pop() !== text) found = fault('css_unclosed', text);
    }
  });
  return found ?? (open.length > 0 ? fault('css_unclosed', open.at(-1) as string) : undefined);
}

type Note = (code: CssCode, name: string, at?: csstree.CssLocation | null) => void;

function judge(node: csstree.CssNode, note: Note): void {
  const { loc } = node;
  switch (node.type) {
    case 'Raw':
      note('css_syntax', node.value.slice(0, 40), loc);
      return;
    case 'Url':
      note('css_url', 'url', loc);
      return;
    case 'Atrule':
      if (!atRules.has(node.name)) note('css_at_rule', node.name, loc);
      if (node.block === null) note('css_at_rule', node.name, loc);
      return;
    case 'Function': {
      const name = node.name.toLowerCase();
      if (FETCHES.has(name)) note('css_url', name, loc);
      else if (!functions.has(name)) note('css_function', node.name, loc);
      return;
    }
    case 'Declaration':
      judgeDeclaration(node, note);
      return;
    case 'IdSelector':
      note('css_selector', `#${node.name}`, loc);
      return;
    case 'ClassSelector':
      note('css_selector', `.${node.name}`, loc);
      return;
    case 'TypeSelector':
      if (node.name !== '*' && !elements.has(node.name)) note('css_selector', node.name, loc);
      return;
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      if (!pseudos.has(node.name)) note('css_selector', `:${node.name}`, loc);
      return;
    case 'AttributeSelector':
      // Part of a value is asked letter by letter by who wants to read it.
      if (!attributes.test(node.name.name) || (node.matcher !== null && node.matcher !== '=') || node.flags !== null)
        note('css_selector', `[${node.name.name}]`, loc);
      return;
    case 'CDO':
    case 'CDC':
      note('css_syntax', node.type, loc);
  }
}

function judgeDeclaration({ property, value, important, loc }: csstree.Declaration, note: Note): void {
  if (important) note('css_important', property, loc);
  const isCustom = property.startsWith('--');
  if (!properties.has(property) && !(isCustom && /^--[a-z][a-z0-9-]{0,60}$/.test(property)))
    note('css_property', property, loc);
  const allowed = values[property];
  if (allowed && !allowed.has(csstree.generate(value).trim().toLowerCase())) note('css_property', property, loc);
}
