import { setImmediate as soon } from 'node:timers/promises';
import { inTurns } from '../../src/kernel/in-turns';

describe('work in turns', () => {
  test('is done a few at a time, and answers in the order of the items', async () => {
    let [under, most] = [0, 0];
    const results = await inTurns([5, 1, 4, 2, 3, 0], 2, async (pauses, at) => {
      under += 1;
      most = Math.max(most, under);
      for (let pause = 0; pause < pauses; pause += 1) await soon();
      under -= 1;
      return `${at}: ${pauses}`;
    });
    expect(results).toEqual(['0: 5', '1: 1', '2: 4', '3: 2', '4: 3', '5: 0']);
    expect(most).toBe(2);
  });

  test('begins nothing behind a failure, and has ended what was under way when it tells of it', async () => {
    const [begun, ended]: [number[], number[]] = [[], []];
    const work = inTurns([0, 1, 2, 3, 4, 5], 3, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('away');
      for (let pause = 0; pause < 5; pause += 1) await soon();
      ended.push(item);
    });
    await expect(work).rejects.toThrow('away');
    expect([begun, ended]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
  });
});
