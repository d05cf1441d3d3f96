import * as fc from 'fast-check';
import { harmless, hostile } from './hostile-css';

const corpus = [...harmless, ...harmless, ...harmless, ...hostile.map(([css]) => css)].filter(
  (css) => css.length < 2_000,
);
const pieces = [
  'url(',
  'src("x")',
  'image-set("x" 1x)',
  '@import "x";',
  '\\75',
  '/*',
  '*/',
  '"',
  "'",
  '{',
  '}',
  '(',
  ')',
  ';',
  ':',
  '!important',
  '<!--',
  '-->',
  '#x',
  '.x',
  '[a^="b"]',
  '--x:',
  'var(--x,',
  '&',
  '@media ',
  '@layer a',
  '@supports (',
  '\n',
  '\u0000',
  'content:"x"',
];

const piece = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...corpus), fc.string({ maxLength: 6 }));

/** A style sheet of the corpus with stretches put in, taken away and doubled. */
export const mutated = fc
  .tuple(
    fc.constantFrom(...corpus),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), piece), { maxLength: 4 }),
  )
  .map(([css, changes]) =>
    changes.reduce((text, [where, gone, put]) => {
      const at = Math.floor(where * text.length);
      return text.slice(0, at) + put + text.slice(at + gone);
    }, css),
  );
