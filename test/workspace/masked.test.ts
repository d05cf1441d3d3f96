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
