import { said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };
const NAME = 'Ayışığı';

describe('channel.remote.brands', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 0 });
  });
  afterEach(async () => {
    shop.simulator.faults.clear();
    // A marketplace that throttles is left alone for a while.
    await shop.world.sql('DELETE FROM channel_budget_pause');
  });
  afterAll(() => shop.close());

  const ask = (name: string, query: object = {}) =>
    shop.world.read('channel.remote.brands', { params, query: { name, ...query }, as: shop.world.developer });

  test('finds a brand by its name, letter case included, with the id that products name', async () => {
    expect(await ask(NAME)).toEqual({ items: [{ brandId: expect.stringMatching(/^\d+$/), name: NAME }] });
    expect(await ask(NAME.normalize('NFD'))).toEqual(await ask(NAME));
    for (const other of ['ayışığı', 'Ayışığ', 'Yok Böyle Bir Marka']) expect(await ask(other)).toEqual({ items: [] });
  });

  test('needs a name', async () => {
    for (const wrong of ['', '  ', 'x'.repeat(101)])
      expect([wrong, await said(ask(wrong))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(shop.world.read('channel.remote.brands', { params }))).toBe('400 invalid_request');
    expect(await said(ask(NAME, { limit: 5 }))).toBe('400 invalid_request');
  });

  test('takes nothing from the marketplace as it comes', async () => {
    const answers: [given: unknown, answer: unknown][] = [
      [[{ id: 7, name: 'Ay\0ışığı', luxe: true }], { items: [{ brandId: '7', name: NAME }] }],
      [[{ id: '7', name: NAME }], '502 provider_answer_invalid'],
      [{ brands: [] }, '502 provider_answer_invalid'],
      [[{ id: 1.5, name: NAME }], '502 provider_answer_invalid'],
    ];
    const fetched = jest.spyOn(globalThis, 'fetch');
    try {
      for (const [given, answer] of answers) {
        fetched.mockResolvedValueOnce(new Response(JSON.stringify(given)));
        const asked = ask(NAME);
        expect(typeof answer === 'string' ? await said(asked) : await asked).toEqual(answer);
      }
    } finally {
      fetched.mockRestore();
    }
  });

  test.each([
    ['away', { down: true }, '503 unavailable'],
    ['failing', { serverError: { rate: 1, status: 502 } }, '503 unavailable'],
    ['throttling', { throttleStorm: { rate: 1 } }, '429 throttled'],
    ['refusing', { hostileRefusal: { rate: 1 } }, '502 provider_refused'],
  ] as const)('a marketplace that is %s is told as such', async (_, faults, answer) => {
    shop.simulator.faults.set(faults);
    expect(await said(ask(NAME))).toBe(answer);
  });
});
