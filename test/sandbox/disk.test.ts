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
