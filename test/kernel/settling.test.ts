import { type Settled, settled, type Waiter } from '../../src/kernel/declaration/settling';

const LONG_MS = 600_000;
const stays = new AbortController().signal;
let calls = 0;
/** Who has no place in common with anybody but that of the process, unless told otherwise. */
const someone = (as: Partial<Waiter> = {}): Waiter => {
  calls += 1;
  return { storeId: `sto_${calls}`, principalId: `tok_${calls}`, key: `key_${calls}`, ...as };
};

const after = (looks: number): (() => Promise<Settled<number>>) => {
  let looked = 0;
  return async () => {
    looked += 1;
    return { state: looked > looks ? 'done' : 'open', result: looked };
  };
};

test('whoever has patience is answered when the work has ended, and not before', async () => {
  expect(await settled(after(3), { ms: LONG_MS, gone: stays }, someone())).toEqual({
    state: 'done',
    result: 4,
    honoured: true,
  });
});

test('whoever has none is told how the work stands', async () => {
  expect(await settled(after(1), { ms: 0, gone: stays }, someone())).toMatchObject({ state: 'open', result: 1 });
});

test('nobody looks on for a caller who has gone', async () => {
  const gone = new AbortController();
  const never = after(Number.POSITIVE_INFINITY);
  const look = () => {
    gone.abort();
    return never();
  };
  expect(await settled(look, { ms: LONG_MS, gone: gone.signal }, someone())).toMatchObject({
    state: 'open',
    result: 1,
  });
});

test.each([
  ['in one process', 100, {}],
  ['of one store', 25, { storeId: 'sto_one' }],
  ['with one credential', 10, { storeId: 'sto_one', principalId: 'tok_one' }],
  ['for one call', 1, { storeId: 'sto_one', principalId: 'tok_one', key: 'key_one' }],
])(
  'of very many who wait %s, those beyond the bound are answered at once, and are told so',
  async (_, places, same) => {
    const never = after(Number.POSITIVE_INFINITY);
    const callers = Array.from({ length: places }, () => new AbortController());
    const waiting = callers.map(({ signal }) => settled(never, { ms: LONG_MS, gone: signal }, someone(same)));
    const another = (as: Partial<Waiter>) => settled(after(1), { ms: LONG_MS, gone: stays }, someone(as));
    expect(await another(same)).toEqual({ state: 'open', result: 1, honoured: false });
    if (places < 100) expect(await another({})).toEqual({ state: 'done', result: 2, honoured: true });
    for (const caller of callers) caller.abort();
    await Promise.all(waiting);
    expect(await another(same)).toEqual({ state: 'done', result: 2, honoured: true });
  },
);
