import { SharedRuns } from '../../src/proposal/review/shared-runs';

describe('runs that are shared', () => {
  /** Ends when it is let. */
  function gate() {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  test('a crowd costs two: the one under way may have read what changed before the others came', async () => {
    const runs = new SharedRuns<number, string>();
    const asked: number[][] = [];
    const first = gate();
    const run = async (guests: readonly number[]) => {
      asked.push([...guests]);
      if (asked.length === 1) await first.opened;
      return guests.map((guest) => `for ${guest}`);
    };
    const one = runs.join('a', 1, run);
    await new Promise(setImmediate);
    const rest = [2, 3, 4].map((guest) => runs.join('a', guest, run));
    const other = runs.join('b', 5, run);
    expect(await other).toBe('for 5');
    first.open();
    expect(await Promise.all([one, ...rest])).toEqual(['for 1', 'for 2', 'for 3', 'for 4']);
    expect(asked).toEqual([[1], [5], [2, 3, 4]]);
  });

  test('what fails fails for those who shared it, and for nobody after them', async () => {
    const runs = new SharedRuns<number, number>();
    const failing = async (): Promise<never> => {
      throw new Error('away');
    };
    const both = await Promise.allSettled([runs.join('a', 1, failing), runs.join('a', 2, failing)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await runs.join('a', 3, async (guests) => [...guests])).toBe(3);
  });

  test('who goes ahead waits for nobody, and is waited for', async () => {
    const runs = new SharedRuns<number, number>();
    const [under, ahead] = [gate(), gate()];
    const order: string[] = [];
    const one = runs.join('a', 1, async (guests) => {
      order.push('begins');
      await under.opened;
      return [...guests];
    });
    await new Promise(setImmediate);
    const deciding = runs.ahead('a', async () => {
      order.push('ahead');
      await ahead.opened;
    });
    const later = runs.join('a', 2, async (guests) => {
      order.push('later');
      return [...guests];
    });
    under.open();
    await one;
    await new Promise(setImmediate);
    expect(order).toEqual(['begins', 'ahead']);
    ahead.open();
    await deciding;
    expect([await later, order]).toEqual([2, ['begins', 'ahead', 'later']]);
  });
});
