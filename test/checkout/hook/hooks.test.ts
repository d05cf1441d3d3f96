import { Hooks } from '../../../src/checkout/hook/hooks';
import { limits } from '../../../src/checkout/hook/limits';
import type { HookOutcome } from '../../../src/checkout/hook/messages';
import { HookPool } from '../../../src/checkout/hook/pool';
import type { CartSnapshot } from '../../../src/checkout/hook/snapshot';
import { LINES_MAX } from '../../../src/checkout/session/limits';
import { type ActiveHook, blocksOnFailure } from '../../../src/extension/hook/active';
import { newId } from '../../../src/kernel/ids';
import type { DecisionPoint } from '../../../src/provider/manifest-document';
import { hookThread } from '../../world/hook-thread';
import { noteOpen } from '../../world/open-things';

const cart: CartSnapshot = {
  currency: 'TRY',
  lines: [],
  goodsTotal: 10_000,
  discountTotal: 0,
  destination: null,
  rates: [],
  rate: null,
  methods: [],
  method: null,
  total: 10_000,
};

let pool: HookPool;
let close: () => Promise<void>;
beforeAll(() => {
  pool = new HookPool(hookThread(), 1);
  close = noteOpen(() => pool.close());
  return pool.ready;
});
afterAll(() => close());

const hook = (extension: string, code: string, point: DecisionPoint, more: Partial<ActiveHook> = {}): ActiveHook => ({
  storeId: 'sto_1',
  extension,
  point,
  code,
  config: {},
  blocksOnFailure: blocksOnFailure({ point }),
  failures: 0,
  ...more,
});

/** Asks the hooks at a point. @param run what the pool does instead */
async function ask(hooks: readonly ActiveHook[], point: DecisionPoint, run?: () => Promise<HookOutcome[]>) {
  const told: string[] = [];
  const breaker = {
    async answered({ extension }: ActiveHook) {
      told.push(`${extension} answered`);
    },
    async failed({ extension }: ActiveHook, { inputHash, message }: { inputHash: string; message: string }) {
      told.push(`${extension} failed: ${message} (${inputHash.length})`);
    },
  };
  return new Hooks(run ? { run } : pool, breaker).decide(hooks, (ask) => {
    const applied: unknown[] = [];
    const blocked: string[] = [];
    ask(point, {
      snapshot: () => ({ ...cart, discountTotal: applied.length }),
      apply: (operations) => applied.push(...operations),
      blocked: ({ extension }) => blocked.push(`${extension} blocks`),
    });
    return { told: [...told, ...blocked], applied };
  });
}

const adjust = 'checkout.pricing.adjust';
const discount = `(cart) => [{ op: 'addDiscount', kurus: 100 + cart.discountTotal, label: 'Yaz' }]`;

test('hooks of a point are asked one after another, and each sees what those before it have decided', async () => {
  const hooks = [
    hook('a', discount, adjust),
    hook('b', '() => []', 'checkout.shipping.rates'),
    hook('c', discount, adjust),
  ];
  const { told, applied } = await ask(hooks, adjust);
  expect(told).toEqual(['a answered', 'c answered']);
  expect(applied).toMatchObject([{ kurus: 100 }, { kurus: 101 }]);
});

test('one that fails, or answers anything else than operations of its point, changes nothing and is counted', async () => {
  const many = '() => Array.from({ length: 51 }, () => ({ op: "addDiscount", kurus: 1, label: "x" }))';
  const half = '() => [{ op: "addDiscount", kurus: 1, label: "x" }, { op: "exclude", methodId: "cod" }]';
  const hooks = ['() => { throw new Error("no"); }', many, half, '() => ({})'].map((code) => hook('a', code, adjust));
  const { told, applied } = await ask([...hooks, hook('b', discount, adjust)], adjust);
  expect(applied).toHaveLength(1);
  expect(told[0]).toBe('a failed: Error: no (64)');
  expect(told.slice(1, 4)).toEqual(
    Array(3).fill(expect.stringMatching(/^a failed: answered what is no list of operations/)),
  );
  expect(told[4]).toBe('b answered');
});

const labelled = (label: string): string => `() => [{ op: 'addDiscount', kurus: 1, label: ${JSON.stringify(label)} }]`;
const thrown = (message: string): string => `() => { throw new Error(${JSON.stringify(message)}) }`;

test.each([
  ['a label with NUL', labelled('a\u0000b')],
  [
    'a label that is cut within a character',
    '(cart) => [{ op: "addDiscount", kurus: 1, label: "Yaz 🌞".slice(0, 5) }]',
  ],
  ['a label that turns what follows it', labelled('Yaz\u202e')],
  ['a label of two lines', labelled('Yaz\nKış')],
  ['a label that begins with a blank', labelled(' Yaz')],
  ['a name that nobody can store', '() => [{ op: "addDiscount", kurus: 1, label: "Yaz", "\\ud800": 1 }]'],
  ['an id that nobody can store', '() => [{ op: "addDiscount", kurus: 1, label: "Yaz", lineId: "\\u0000" }]'],
])('%s is the failure of its hook, told in what can be stored', async (_, code) => {
  const { told, applied } = await ask([hook('a', code, adjust)], adjust);
  expect(applied).toEqual([]);
  expect(told).toEqual([expect.stringMatching(/^a failed: answered what is no list of operations/)]);
});

test.each([
  ['x\u0000y', 'Error: x y'],
  ['x\ud800y', 'Error: x\ufffdy'],
  ['bir\u202e\n\u0007iki', 'Error: bir iki'],
  ['🌞'.repeat(300), `Error: ${'🌞'.repeat(193)}`],
])('what a hook throws is told as a line (%j)', async (message, line) => {
  expect((await ask([hook('a', thrown(message), adjust)], adjust)).told).toEqual([`a failed: ${line} (64)`]);
});

test('a configuration that is too large is the failure of its hook, and no cart is', async () => {
  const config = { words: 'x'.repeat(limits.configBytes) };
  const { told } = await ask([hook('a', '() => []', 'checkout.order.validate', { config })], 'checkout.order.validate');
  expect(told).toEqual([expect.stringMatching(/^a failed: has a configuration of more than 131072 bytes/), 'a blocks']);
  const wide = (count: number): string => '🌞'.repeat(count);
  const amount = 10_000_000_000_000;
  const most: CartSnapshot = {
    currency: 'TRY',
    lines: Array.from({ length: LINES_MAX }, () => ({
      id: `l${LINES_MAX}`,
      productId: newId('prd'),
      variantId: newId('var'),
      categoryId: newId('cat'),
      title: wide(200),
      quantity: 99,
      unitPrice: amount,
      discount: amount,
      requiresShipping: false,
      digital: false,
    })),
    goodsTotal: amount,
    discountTotal: amount,
    destination: { province: wide(20), district: wide(60) },
    rates: Array.from({ length: 50 }, () => ({
      id: 'x'.repeat(32),
      labelTR: wide(60),
      kurus: amount,
      etaDays: [60, 60],
    })),
    rate: 'x'.repeat(32),
    methods: Array.from({ length: 3 }, () => ({ id: 'x'.repeat(32), maxTaksit: 12 })),
    method: 'x'.repeat(32),
    total: 2 * amount,
  };
  expect(Buffer.byteLength(JSON.stringify(most))).toBeLessThanOrEqual(limits.snapshotBytes);
});

test.each([
  ['checkout.cart.validate', undefined, false],
  ['checkout.cart.validate', true, true],
  ['checkout.order.validate', undefined, true],
  ['checkout.order.validate', false, false],
  [adjust, undefined, false],
] as const)('a crash at %s, where the manifest says %s, blocks: %s', async (point, blockOnFailure, blocks) => {
  const stated = blockOnFailure === undefined ? { point } : { point, blockOnFailure };
  const crashing = hook('a', '() => { throw 1; }', point, { blocksOnFailure: blocksOnFailure(stated) });
  const { told } = await ask([crashing], point);
  expect(told.includes('a blocks')).toBe(blocks);
});

test('one that was not asked is not blamed, and where its word is needed the step is refused', async () => {
  const run = async (): Promise<HookOutcome[]> => [{ kind: 'unasked' }];
  expect((await ask([hook('a', discount, adjust)], adjust, run)).told).toEqual([]);
  const needed = hook('a', '() => []', 'checkout.order.validate');
  expect((await ask([needed], 'checkout.order.validate', run)).told).toEqual(['a blocks']);
});

const validate = 'checkout.cart.validate';

/** Decides at two points, and counts the trips. */
async function counted(hooks: readonly ActiveHook[]) {
  let trips = 0;
  const run: HookPool['run'] = (trip) => {
    trips += 1;
    return pool.run(trip);
  };
  const heard: string[] = [];
  const breaker = {
    answered: async ({ extension }: ActiveHook) => void heard.push(extension),
    failed: async ({ extension }: ActiveHook) => void heard.push(`${extension} failed`),
  };
  const seen = await new Hooks({ run }, breaker).decide(hooks, (decide) => {
    let off = 0;
    const seen: number[] = [];
    decide(validate, { snapshot: () => cart, apply: () => {}, blocked: () => {} });
    decide(adjust, {
      snapshot: () => ({ ...cart, discountTotal: off }),
      apply(operations) {
        for (const { kurus } of operations) {
          off += kurus;
          seen.push(kurus);
        }
      },
    });
    return seen;
  });
  return { trips, seen, heard };
}

test('hooks that have nothing to say are all asked at once, whichever point they are of', async () => {
  const hooks = [hook('a', '() => []', validate), hook('a', '() => []', adjust), hook('b', '() => []', adjust)];
  expect(await counted(hooks)).toEqual({ trips: 1, seen: [], heard: ['a', 'a', 'b'] });
});

test('one that has something to say, or fails, is heard once, and those behind it see what it has decided', async () => {
  const hooks = [
    hook('a', '() => []', validate),
    hook('b', discount, adjust),
    hook('c', '() => { throw 1 }', adjust),
    hook('d', discount, adjust),
    hook('e', '() => []', adjust),
  ];
  expect(await counted(hooks)).toEqual({ trips: 4, seen: [100, 200], heard: ['a', 'b', 'c failed', 'd', 'e'] });
});
