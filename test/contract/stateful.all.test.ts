// tier: all
import { Refusal } from '../../src/kernel/errors';
import { Random } from '../chaos/random';
import { orderOf } from '../order/session';
import { keptLog } from '../world/kept-log';
import { openLivedInShop } from './given';
import { type LivedInShop, Walk } from './walk';

const CALLS = Number(process.env.CALLS ?? 3_000);
const SEED = process.env.SEED ?? String(Date.now());

jest.setTimeout(900_000);

test('no sequence of calls comes to a fault of ours', async () => {
  const { log, lines } = keptLog('warn');
  const { site, close } = await openLivedInShop(log);
  // SEED=<number> makes the same calls once more.
  process.stdout.write(`stateful: seed ${SEED}\n`);
  const place: LivedInShop['place'] = (productId, quantity, method) =>
    orderOf(site.world, [{ productId, quantity }], { terms: { method } }).then(
      (placed) => ({ placed: JSON.stringify(placed) }),
      (error: Error) => (isRefusal(error) ? {} : { fault: String(error.stack) }),
    );
  try {
    const walk = new Walk(new Random(SEED), { site, log: lines, place });
    await walk.run(CALLS);
    process.stdout.write(`stateful: ${walk.summary()}\n`);
    expect({ seed: SEED, failures: walk.failures }).toEqual({ seed: SEED, failures: [] });
  } finally {
    await close();
  }
});

/** Thrown, or told by who runs commands for tests. */
const isRefusal = (error: Error): boolean =>
  (error instanceof Refusal && error.status < 500) || /"status":4\d\d/.test(error.message);
