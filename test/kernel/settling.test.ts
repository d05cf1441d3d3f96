import { type Settled, settled } from '../../src/kernel/settling';

const LONG_MS = 600_000;
const stays = new AbortController().signal;

const after = (looks: number): (() => Promise<Settled<number>>) => {
  let looked = 0;
  return async () => {
    looked += 1;
    return { ended: looked > looks, result: looked };
  };
};

test('whoever has patience is answered when the work has ended, and not before', async () => {
  expect(await settled(after(3), { ms: LONG_MS, gone: stays })).toEqual({ ended: true, result: 4 });
});

test('whoever has none is told how the work stands', async () => {
  expect(await settled(after(1), { ms: 0, gone: stays })).toEqual({ ended: false, result: 1 });
});

test('nobody looks on for a caller who has gone', async () => {
  const gone = new AbortController();
  const never = after(Number.POSITIVE_INFINITY);
  const look = () => {
    gone.abort();
    return never();
  };
  expect(await settled(look, { ms: LONG_MS, gone: gone.signal })).toEqual({ ended: false, result: 1 });
});

test('of very many who wait in one process, those beyond the bound are answered at once', async () => {
  const never = after(Number.POSITIVE_INFINITY);
  const callers = Array.from({ length: 100 }, () => new AbortController());
  const waiting = callers.map(({ signal }) => settled(never, { ms: LONG_MS, gone: signal }));
  expect(await settled(after(1), { ms: LONG_MS, gone: stays })).toEqual({ ended: false, result: 1 });
  for (const caller of callers) caller.abort();
  await Promise.all(waiting);
  expect(await settled(after(1), { ms: LONG_MS, gone: stays })).toEqual({ ended: true, result: 2 });
});
