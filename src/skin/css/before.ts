import * as csstree from 'css-tree';
import { type CssFault, fault } from './fault';

const DEPTH_MAX = 8;
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Looks at what a parser would forgive: characters, brackets, depth. */
export function beforeParsing(css: string): CssFault | undefined {
  if (/[\\<\p{Cc}]/u.test(css.replaceAll(/[\t\n\r]/g, ' ')) || !css.isWellFormed()) return meantBy(css);
  return unbalanced(css);
}

/** People write such a character in the syntax of a property or in a picture: they are told of that. */
function meantBy(css: string): CssFault {
  const told = /@property\b|\burl\(\s*["']?data:/i.exec(css);
  if (!told) return fault('css_escape', '');
  const before = css.slice(0, told.index).split('\n');
  const place = [before.length, (before.at(-1) ?? '').length + 1] as const;
  return told[0].startsWith('@') ? fault('css_at_rule', 'property', ...place) : fault('css_url', 'url', ...place);
}

/** By tokens: a bracket in a text is none. */
function unbalanced(css: string): CssFault | undefined {
  const open: string[] = [];
  let found: CssFault | undefined;
  csstree.tokenize(css, (type: number, start: number, end: number) => {
    found ??= unclosedToken(csstree.tokenNames[type] as string, css.slice(start, end), open);
  });
  return found ?? (open.length > 0 ? fault('css_unclosed', open.at(-1) as string) : undefined);
}

/** @param open brackets that wait to be closed, by what closes them */
function unclosedToken(name: string, text: string, open: string[]): CssFault | undefined {
  if (name === 'bad-string-token' || name === 'bad-url-token') return fault('css_unclosed', '');
  if (name === 'comment-token' && !(text.length >= 4 && text.endsWith('*/'))) return fault('css_unclosed', '/*');
  if (name === 'string-token' && (text.length < 2 || text.at(-1) !== text[0])) return fault('css_unclosed', '"');
  if (name === 'url-token') return fault('css_url', 'url');
  if (name === 'function-token' || CLOSES[text] !== undefined) {
    open.push(CLOSES[text.at(-1) as string] as string);
    return open.length > DEPTH_MAX ? fault('css_syntax', 'nested too deep') : undefined;
  }
  const closes = text === '}' || text === ')' || text === ']';
  return closes && open.pop() !== text ? fault('css_unclosed', text) : undefined;
}
