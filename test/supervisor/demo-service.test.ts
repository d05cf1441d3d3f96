import { runTogether } from '../../src/demo/service';

const LIVES = ['-e', 'setInterval(() => {}, 1000)'];

test('a simulated marketplace that ends by itself is an error, and ends the others', async () => {
  const { ended } = runTogether([['-e', 'process.exit(0)'], LIVES]);
  await expect(ended).rejects.toThrow('has ended by itself (0)');
});

test('those that were told to end are none', async () => {
  const { ended, stop } = runTogether([LIVES, LIVES]);
  stop();
  await expect(ended).resolves.toBeUndefined();
});
