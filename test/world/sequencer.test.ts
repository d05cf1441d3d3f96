import { existsSync } from 'node:fs';
import path from 'node:path';

const Sequencer = require('./sequencer.cjs');

test('what is short and takes long begins first, and nothing is left out', async () => {
  const long: readonly string[] = Sequencer.LONG;
  expect(long.filter((name) => !existsSync(name))).toEqual([]);
  const others = ['command/envelope', 'simulator/trendyol'].map((name) =>
    path.resolve(__dirname, '..', `${name}.test.ts`),
  );
  const names = [...others, ...long.toReversed()];
  // As in a fresh clone: nobody knows how long each takes.
  const config = { id: 'fresh', cacheDirectory: path.join(process.env.TMPDIR as string, 'nothing') };
  const context = { config, hasteFS: { getSize: (name: string) => (long.includes(name) ? 1 : 1000) } };
  const tests = names.map((name) => ({ path: name, context }));
  const sorted: readonly { path: string }[] = await new Sequencer({ globalConfig: {}, contexts: [] }).sort(tests);
  expect(sorted.map((each) => each.path).slice(0, long.length)).toEqual(long);
  expect(sorted.map((each) => each.path).toSorted()).toEqual(names.toSorted());
});
