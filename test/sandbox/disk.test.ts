import { Disks } from '../../src/sandbox/driver/disk';
import { limits } from '../../src/sandbox/driver/limits';

test('a change waits for the count that is due, and an answer does not', async () => {
  let tell: (over: boolean) => void = () => {};
  const disks = new Disks(() => new Promise<boolean>((resolve) => (tell = resolve)));
  const counted = disks.look('disk');
  const next = disks.isFull('disk');
  tell(true);
  expect([await counted, await next]).toEqual([true, true]);
  const again = disks.look('disk');
  const late = disks.isFull('disk');
  tell(false);
  expect([await again, await late]).toEqual([false, false]);
});

test('a full disk that has used up its commands takes a few more in the next span: nobody has to restart the program', async () => {
  let now = 0;
  const disks = new Disks(
    async () => true,
    () => now,
  );
  await disks.look('disk');
  const cleaned = (): boolean => {
    const done = disks.clean('disk');
    done?.();
    return done !== undefined;
  };
  for (let nth = 0; nth < limits.cleanings; nth += 1) expect(cleaned()).toBe(true);
  expect(cleaned()).toBe(false);
  // A count in between changes nothing.
  await disks.look('disk');
  now = limits.cleaningSpanMs - 1;
  expect(cleaned()).toBe(false);
  now = limits.cleaningSpanMs;
  expect(cleaned()).toBe(true);
});

test('a count that fails is told to those who wait for it, and the next one counts anew', async () => {
  let counts = 0;
  const disks = new Disks(async () => {
    counts += 1;
    if (counts === 1) throw new Error('the folder cannot be read');
    return true;
  });
  const [first, second] = [disks.look('disk'), disks.look('disk')];
  await expect(first).rejects.toThrow('cannot be read');
  expect(await second).toBe(true);
  expect(await disks.look('disk')).toBe(true);
  expect(counts).toBe(3);
});
