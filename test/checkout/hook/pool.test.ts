import type { Call, HookOutcome, Trip } from '../../../src/checkout/hook/messages';
import { HookPool } from '../../../src/checkout/hook/pool';
import { OwnTime, ownThread } from '../../../src/kernel/process/own-time';
import { hookThread } from '../../world/hook-thread';
import { noteOpen } from '../../world/open-things';

let pool: HookPool;
let close: () => Promise<void>;
beforeAll(() => {
  pool = new HookPool(hookThread(), 2);
  close = noteOpen(() => pool.close());
  return pool.ready;
});
afterAll(() => close());

const tripOf = (lines: unknown, codes: readonly string[], rest: unknown = {}, config: unknown = {}): Trip => ({
  lines: JSON.stringify(lines),
  calls: codes.map((code) => ({ code, rest: JSON.stringify(rest), config: JSON.stringify(config) })),
});
const run = async (code: string, rest: unknown = {}, config: unknown = {}) =>
  (await pool.run(tripOf([], [code], rest, config)))[0] as HookOutcome;
/** On a machine that has no time for it, it is asked again. */
async function outcomeOf(code: string) {
  let outcome = await run(code);
  while (outcome.kind === 'unasked') outcome = await run(code);
  return outcome;
}
const answerOf = async (code: string) => {
  const outcome = await outcomeOf(code);
  return outcome.kind === 'answered' ? JSON.parse(outcome.operations) : outcome;
};

test('a hook is given the cart and its configuration, and answers a list', async () => {
  const code = 'const twice = (n) => 2 * n; (cart, { more }) => [{ total: twice(cart.total) + more }]';
  expect(await run(code, { total: 20 }, { more: 2 })).toEqual({ kind: 'answered', operations: '[{"total":42}]' });
});

test('it has no clock, no chance, no way out, and no memory of the call before', async () => {
  const reaches = `() => [
    typeof Date, typeof Math.random, typeof fetch, typeof require, typeof process, typeof setTimeout, typeof console, typeof performance,
    typeof globalThis.constructor.constructor('return typeof process')() === 'string' && globalThis.constructor.constructor('return typeof process')(),
    typeof globalThis.left,
  ]`;
  await run('(globalThis.left = 1, Object.prototype.left = 1, () => [])');
  expect(await answerOf(reaches)).toEqual(Array(10).fill('undefined'));
});

test.each([
  ['throws', '() => { throw new Error("no\\n luck") }', /^Error: no luck$/],
  ['throws what is no error', '() => { throw null }', /^threw$/],
  ['throws what throws when it is looked at', '() => { throw { get message() { throw new Error("again") } } }', /./],
  ['is no JavaScript', '(((', /SyntaxError/],
  ['is no function', '42', /has to be a function/],
  ['answers nothing', '() => {}', /has to return a list/],
  ['answers what cannot be told', '() => { const a = []; a.push(a); return a; }', /circular/],
  ['answers too much', '() => ["x".repeat(20 * 1024)]', /more than 20480 bytes/],
  ['loops', '() => { for (;;); }', /longer than 50 ms/],
  ['loops while it is read', 'for (;;);', /longer than 50 ms/],
  ['loops in what its answer is asked', '() => [{ toJSON() { for (;;); } }]', /longer than 50 ms/],
  ['catches all and loops on', '() => { for (;;) try { for (;;); } catch {} }', /longer than 50 ms/],
  ['calls itself', 'const f = () => f() + 1; f', /stack|longer than 50 ms/i],
  [
    'wants all memory',
    '() => { const a = []; for (;;) a.push("x".repeat(1e6) + a.length); }',
    /memory|longer than 50 ms/,
  ],
  ['wants all memory at once', '() => [new Array(3e8) + ""]', /memory|longer than 50 ms/],
  ['matches without end', '() => [/^(a+)+$/.test("a".repeat(40) + "b")]', /longer than 50 ms/],
])('one that %s fails alone', async (_, code, message) => {
  const outcome = await outcomeOf(code);
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
  expect(await answerOf('() => [1]')).toEqual([1]);
});

test('what it does to prototypes reaches nobody', async () => {
  const code = `
    JSON.stringify = () => '[{"op":"forged"}]';
    JSON.parse = () => ({ forged: true });
    Object.defineProperty(Object.prototype, 'op', { get: () => 'forged', configurable: true });
    Array.prototype.toJSON = function () { return [this.length]; };
    (cart) => [cart.total, JSON.parse('{"__proto__":{"polluted":1}}')]`;
  expect(await run(code, { total: 7 })).toEqual({ kind: 'answered', operations: '[2]' });
  expect(({} as { op?: string; polluted?: number }).op).toBeUndefined();
  expect(await answerOf('() => [typeof ({}).op, [].toJSON === undefined]')).toEqual(['undefined', true]);
});

test('a cart or a configuration that is too large is shown to nobody, and told', async () => {
  const large = 'x'.repeat(128 * 1024);
  expect(await run('() => []', large)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('more than 131072 bytes'),
  });
  expect(await run('() => []', {}, large)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('more than 131072 bytes'),
  });
});

test('while hooks do their worst the loop of this process goes on, and good ones are blamed for nothing', async () => {
  const worst = [
    '() => { for (;;); }',
    '() => [new Array(3e8) + ""]',
    'const f = () => f() + 1; f',
    '() => { const a = []; for (;;) a.push("x".repeat(1e6) + a.length); }',
  ];
  // Of the time that this thread has run: how long it waits for a busy machine is no doing of the hooks.
  const time = new OwnTime(ownThread());
  let [before, longest] = [time.ranMs(), 0];
  const turn = (): void => {
    const now = time.ranMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const turns = setInterval(turn, 1);
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => run(nth % 5 === 4 ? '() => [1]' : (worst[nth % 4] as string))),
  );
  clearInterval(turns);
  time.close();
  const good = outcomes.filter((_, nth) => nth % 5 === 4);
  // One that had to wait for a thread too long was not asked; none of them is said to have failed.
  expect(good.filter(({ kind }) => kind === 'failed')).toEqual([]);
  expect(outcomes.filter((_, nth) => nth % 5 < 4).filter(({ kind }) => kind === 'answered')).toEqual([]);
  expect(await answerOf('() => [1]')).toEqual([1]);
  expect(longest).toBeLessThan(20);
});

/** On a machine that has no time for it, the trip is made again. */
async function travel(trip: Trip) {
  let outcomes = await pool.run(trip);
  while (outcomes.at(-1)?.kind === 'unasked') outcomes = await pool.run(trip);
  return outcomes;
}
const nothing = { kind: 'answered', operations: '[]' };
const lines = [{ title: 'Gül 🌹' }, { title: 'Cezve' }];

test('hooks of a trip are run one after another until one of them has something to say', async () => {
  const all = [
    '() => []',
    '(cart) => (cart.lines.length === 2 ? [] : [1])',
    '({ lines: [{ title }] }) => [title]',
    '() => [2]',
  ];
  expect(await travel(tripOf(lines, all))).toEqual([nothing, nothing, { kind: 'answered', operations: '["Gül 🌹"]' }]);
});

test('each of a trip finds the cart, and all else, as if none had run before it', async () => {
  const spoils = `
    (globalThis.left = 1, Object.prototype.left = 1, Array.prototype.map = () => ['forged'], (cart) => {
      globalThis.kept = cart;
      cart.lines[0].title = 'Forged';
      cart.lines.push({ title: 'More' });
      Object.freeze(cart.lines);
      const large = [];
      for (let nth = 0; nth < 2000; nth += 1) large.push('x'.repeat(100) + nth);
      return [];
    })`;
  const looks = `(cart) => [typeof globalThis.left, typeof globalThis.kept, typeof {}.left, cart.lines.map(({ title }) => title), cart.total]`;
  const [, , seen] = await travel(tripOf(lines, [spoils, spoils, looks], { total: 7 }));
  expect(seen).toMatchObject({ kind: 'answered' });
  expect(JSON.parse((seen as { operations: string }).operations)).toEqual([
    'undefined',
    'undefined',
    'undefined',
    ['Gül 🌹', 'Cezve'],
    7,
  ]);
});

test.each([
  ['is interrupted', '() => { for (;;); }', /longer than 50 ms/],
  ['is ended with its thread', '() => [new Array(3e8) + ""]', /memory|longer than 50 ms/],
  ['throws', '() => { throw new Error("no") }', /^Error: no$/],
])(
  'one that %s fails alone: those before it have said nothing, those behind it are not run',
  async (_, code, message) => {
    const outcomes = await travel(tripOf(lines, ['() => []', '() => []', code, '() => [1]']));
    expect(outcomes).toEqual([nothing, nothing, { kind: 'failed', message: expect.stringMatching(message) }]);
  },
);

test('carts of all lengths are laid out whole, whatever was laid out before', async () => {
  const whole = '({ lines }) => [lines.length, lines.reduce((sum, { title }) => sum + title.length, 0)]';
  for (const length of [0, 1, 100, 3, 100, 20]) {
    const cart = Array.from({ length }, (_, nth) => ({ title: 'ş'.repeat(200), nth }));
    const [, outcome] = await travel(tripOf(cart, ['() => []', whole]));
    expect(outcome).toEqual({ kind: 'answered', operations: JSON.stringify([length, length * 200]) });
  }
});

test('what is too large ends a trip before it', async () => {
  const { lines: none, calls } = tripOf([], ['() => []', '() => [1]']);
  const [first, second] = calls as [Call, Call];
  const large = { ...second, config: JSON.stringify('x'.repeat(128 * 1024)) };
  expect(await travel({ lines: none, calls: [first, large] })).toEqual([nothing]);
});
