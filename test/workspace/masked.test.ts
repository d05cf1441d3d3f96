import type { SandboxFault, Stop } from '../../src/kernel/declaration/sandbox';
import { en } from '../../src/panel/text/en';
import { tr } from '../../src/panel/text/tr';
import { masked } from '../../src/workspace/activity/masked';

test.each([
  ['curl -H "Authorization: Bearer gizli" x', 'curl -H "Authorization: Bearer ***" x'],
  ["curl -H 'authorization: BASIC\t  gizli' x", "curl -H 'authorization: BASIC\t  ***' x"],
  ['echo tzg_agt_01J tzg_dev_x', 'echo *** ***'],
  ['bearer', 'bearer'],
])('%s is kept without its secret', (subject, kept) => expect(masked(subject)).toBe(kept));

// A quadratic one takes seconds for each of these, and a linear one a thousandth of them.
test.each([' '.repeat(32_000), `bearer${' '.repeat(32_000)}`, 'basic '.repeat(5_000), 'tzg_agt_'.repeat(4_000)])(
  'a long command holds nobody up',
  (subject) => {
    const since = process.cpuUsage();
    for (let time = 0; time < 30; time += 1) masked(subject);
    expect(process.cpuUsage(since).user).toBeLessThan(5_000_000);
  },
);

test('a long command keeps its head and its tail, and tells how much stands between', () => {
  const kept = masked(`echo begin${'ş'.repeat(5_000)}rm end`);
  expect(kept).toMatch(/^echo beginş+\n\[3016 characters are left out\]\nş+rm end$/);
  expect(masked('x'.repeat(2_000))).toBe('x'.repeat(2_000));
});

test('characters that nobody sees, or that turn the order of others, show as code points', () => {
  expect(masked('a\u202Eb\u001b[2J\r\u200bc\td\n')).toBe('a<U+202E>b<U+001B>[2J<U+000D><U+200B>c\td\n');
});

test('each way in which work in a workspace ends has words in the panel', () => {
  type Outcome = SandboxFault | Stop | 'done' | 'running' | 'files_lost' | 'invalid_state';
  const [turkish, english]: readonly Record<Outcome, string>[] = [tr.workspaces.outcomes, en.workspaces.outcomes];
  expect(Object.keys(turkish ?? {})).toEqual(Object.keys(english ?? {}));
});
