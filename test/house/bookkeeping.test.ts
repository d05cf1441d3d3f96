import { sources, textOf } from './source';

test('what a read may write is what it spends of a budget, and nothing else', () => {
  const asking = sources.filter((file) => /\bbookkeeping\(/.test(textOf(file)));
  expect(asking.toSorted()).toEqual(['src/channel/provider/connect.ts', 'src/kernel/declare.ts']);
});
