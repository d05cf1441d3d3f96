import path from 'node:path';
import { refuse } from '../../src/kernel/errors';
import type { Refusals } from '../../src/kernel/meaning';
import { declareProblems, meaningOf, problems } from '../../src/kernel/problems';
import '../../src/nouns';
import { root, sources, textOf } from './source';

const files = sources.filter((file) => /^src\/\w+\/refusals\.ts$/.test(file));
const codesOf = (file: string): string[] => {
  const { refusals } = require(path.join(root, file)) as { refusals: Refusals };
  return Object.keys(refusals);
};
const codes = files.flatMap(codesOf);

test('every code is declared once, by the kernel or by a noun that gives it to the product', () => {
  expect(files).toContain('src/kernel/refusals.ts');
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(problems().map(([code]) => code as string)).toEqual(expect.arrayContaining(codes));
  expect(problems()).toHaveLength(codes.length);
  expect(() => declareProblems([{ out_of_stock: meaningOf('out_of_stock') }])).toThrow(
    'two declare the code out_of_stock',
  );
});

test('every code is used by somebody', () => {
  const texts = sources.filter((file) => !files.includes(file)).map((file) => textOf(file));
  expect(codes.filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});

test('the compiler knows the codes of every noun, and none beside them', () => {
  expect(() => refuse('line_unknown')).toThrow('line_unknown: A named line does not belong to the order.');
  // @ts-expect-error nobody declares it
  expect(() => refuse('line_unknwon')).toThrow('the code line_unknwon has no meaning');
  // @ts-expect-error a conflict says what is there instead
  expect(() => refuse('stock_conflict')).toThrow('stock_conflict');
});
