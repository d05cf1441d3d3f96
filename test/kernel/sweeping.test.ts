import { OutboxDispatcher } from '../../src/kernel/work/outbox';

const NEVER_MS = 2 ** 30;

const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

test('a sweep that was started twice, by two workers of one platform, is stopped once', async () => {
  const before = timers();
  const outbox = new OutboxDispatcher({} as ConstructorParameters<typeof OutboxDispatcher>[0]);
  outbox.sweepEvery(NEVER_MS);
  outbox.sweepEvery(NEVER_MS);
  expect(timers()).toBe(before + 1);
  await outbox.stop();
  expect(timers()).toBe(before);
});
