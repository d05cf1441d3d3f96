import { existsSync } from 'node:fs';
import path from 'node:path';

const Sequencer = require('./sequencer.cjs');
const durations: Readonly<Record<string, number>> = require('../durations.json');

const TESTS = path.resolve(__dirname, '..');

test('the longest file begins first, and nothing is left out', () => {
  const [longest, ...others] = Object.entries(durations)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => ({ path: path.join(TESTS, name) }));
  const unknown = { path: path.join(TESTS, 'new', 'new.test.ts') };
  const sorted: readonly { path: string }[] = new Sequencer({ globalConfig: {}, contexts: [] }).sort([
    ...others,
    unknown,
    longest,
  ]);
  expect(sorted[0]).toEqual(longest);
  expect(sorted).toHaveLength(others.length + 2);
  expect(sorted).toContainEqual(unknown);
});

test('every file whose duration is kept exists', () => {
  expect(Object.keys(durations).filter((name) => !existsSync(path.join(TESTS, name)))).toEqual([]);
});
