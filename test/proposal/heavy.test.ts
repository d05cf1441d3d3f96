import type { Principal } from '../../src/kernel/declaration/principal';
import { PREVIEW_BYTES_MAX, REVIEW_BYTES_MAX, type ShownPreview, withinBounds } from '../../src/proposal/review/bounds';
import { slowTest } from '../world/slow-test';
import { said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

const weigh = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The longest description that a product may have, of letters that take two bytes. */
const longText = (ending: string): string => 'ş'.repeat(50_000 - ending.length) + ending;

describe('a review of heavy items', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  beforeEach(async () => {
    agent = await mintAgent(agents.world);
  });
  afterAll(() => agents.close());

  const read = (prp: string, query: object = {}) =>
    agents.world.read('proposals.get', {
      as: agents.world.owner,
      params: { prp },
      query: { fresh: true, limit: 1, ...query },
    });
  const describing = (productId: string, description: string) =>
    agents.world.done('catalog.product.update', { productId, description }, { as: agents.world.owner });

  test('says what it cuts, shows what differs, and answers all of an item that is asked for', async () => {
    const { id } = await agents.product('Şal');
    const { id: other } = await agents.product('Atkı');
    const text = longText('son');
    const { proposalId, itemId } = await agents.propose(
      'catalog.product.update',
      { productId: id, description: text },
      agent,
    );
    await agents.propose('catalog.product.update', { productId: other, description: 'kısa' }, agent);
    await agents.submit(proposalId, agent);
    const was = longText('ilk');
    await describing(id, was);
    await describing(other, 'başka');
    const { review } = await read(proposalId);
    const [{ preview, why }, light] = review.items;
    expect(why).toMatch(/^description is ş{160}… \(50000 characters\) now, nothing when proposed$/);
    const from = 49_997 - 60;
    const cut = { bytes: expect.any(Number), texts: 1, changes: 0, effects: 0 };
    const change = { field: 'description', cut: { from, before: 50_000, after: 50_000, asRecorded: false } };
    expect(preview).toMatchObject({
      cut,
      result: null,
      changes: [{ ...change, before: was.slice(from), after: text.slice(from) }],
    });
    expect(light.preview).not.toHaveProperty('cut');
    expect(weigh(preview)).toBeLessThan(PREVIEW_BYTES_MAX);

    const whole = await read(proposalId, { whole: itemId });
    expect(whole.review.hash).toBe(review.hash);
    expect(whole.review.items[0].preview).toMatchObject({
      hash: preview.hash,
      changes: [{ before: was, after: text }],
    });
    expect(whole.review.items[0].preview).not.toHaveProperty('cut');
    expect(weigh(whole.review.items[0].preview)).toBe(preview.cut.bytes);
    expect(await said(read(proposalId, { whole: agent.id.replace(/^\w+_/, 'pit_') }))).toBe('404 not_found');

    // Where the shop differs in what was cut away, the hash does, too.
    await describing(id, `x${was.slice(1)}`);
    const moved = (await read(proposalId)).review;
    expect(moved.hash).not.toBe(review.hash);
    expect(await said(agents.route('proposals.apply', proposalId, { hash: review.hash }))).toBe('409 preview_changed');
    expect(await said(agents.route('proposals.apply', proposalId, { hash: moved.hash }))).toBe('200');
    const paused = await agents.until(proposalId, 'paused');
    expect(paused.pause.message.length).toBeLessThan(500);
  });

  slowTest(
    'weighs no more with two hundred of the heaviest',
    async () => {
      const ids: string[] = [];
      for (let place = 0; place < 200; place += 1) ids.push((await agents.product(`Kazak ${place}`)).id);
      let proposalId = '';
      for (const productId of ids)
        ({ proposalId } = await agents.propose('catalog.product.update', { productId, description: 'kısa' }, agent));
      await agents.submit(proposalId, agent);
      for (const productId of ids) await describing(productId, longText('son'));
      const began = performance.now();
      const answer = await read(proposalId);
      const tookMs = performance.now() - began;
      if (process.env.VERBOSE) process.stdout.write(`heavy review: ${Math.round(tookMs)} ms, ${weigh(answer)} bytes\n`);
      const { items } = answer.review;
      expect(items).toHaveLength(200);
      expect(items.every(({ preview }: { preview: ShownPreview }) => preview.cut && preview.changes.length === 1)).toBe(
        true,
      );
      expect(weigh(items.map(({ preview }: { preview: ShownPreview }) => preview))).toBeLessThan(
        REVIEW_BYTES_MAX + 1000,
      );
      expect(weigh(answer)).toBeLessThan(2 * REVIEW_BYTES_MAX);
    },
    120_000,
  );
});

describe('what a review leaves out of what is too heavy', () => {
  const change = (field: string, after: unknown) =>
    ({ entity: 'product', id: 'prd_1', field, before: null, after }) as ShownPreview['changes'][number];
  const preview = (changes: ShownPreview['changes'], effects: ShownPreview['effects'] = []): ShownPreview => ({
    changes,
    effects,
    bumpsGeneration: false,
    result: { said: 'so' },
    hash: 'h',
  });
  const one = (whole: ShownPreview) => withinBounds([{ itemId: 'a', preview: whole }])[0]?.preview;
  const variants = Array.from({ length: 20_000 }, (_, place) => ({ place, title: 'Beden' }));

  test('is the heaviest, so that small values beside it are seen; how much it is stands there', () => {
    const shown = one(preview([change('variants', variants), change('price', 1), change('title', 'Şal')]));
    expect(shown).toMatchObject({ changes: [{ field: 'price' }, { field: 'title' }], result: null, hash: 'h' });
    expect(shown?.cut).toMatchObject({ texts: 0, changes: 1, effects: 0 });
  });

  test('are effects too', () => {
    const effects = Array.from({ length: 5_000 }, (_, place) => ({
      operation: 'start',
      workflowId: `w${place}`,
      summary: 'x',
    }));
    const shown = one(preview([change('price', 1)], effects as unknown as ShownPreview['effects']));
    expect(shown?.changes).toHaveLength(1);
    expect((shown?.effects.length ?? 0) + (shown?.cut?.effects ?? 0)).toBe(5_000);
    expect(weigh(shown)).toBeLessThanOrEqual(PREVIEW_BYTES_MAX);
  });

  test('are changes before it is effects: what leaves the shop is seen last of all to be missing', () => {
    const changes = Array.from({ length: 400 }, (_, place) => ({
      entity: 'product',
      id: `prd_${place}`,
      field: 'title',
      before: 'a'.repeat(200),
      after: 'b'.repeat(200),
    }));
    const effects = Array.from({ length: 40 }, (_, place) => ({ kind: 'work', id: `cjb_${place}` }));
    const cut = one(preview(changes as never, effects as never));
    expect(cut?.effects).toHaveLength(40);
    expect(cut?.cut).toMatchObject({ effects: 0 });
    expect(cut?.cut?.changes).toBeGreaterThan(0);
  });

  test('is nothing of the light ones, whose room the heavy ones share', () => {
    const heavy = Array.from({ length: 20 }, () => preview([change('title', 'x'.repeat(100_000))]));
    const light = preview([change('price', 1)]);
    const items = [light, ...heavy].map((preview, place) => ({ itemId: `${place}`, preview }));
    const shown = withinBounds(items);
    expect(shown[0]?.preview).toBe(light);
    expect(weigh(shown.map(({ preview }) => preview))).toBeLessThan(REVIEW_BYTES_MAX + 100);
    expect(shown.slice(1).every(({ preview }) => preview.cut?.texts === 1)).toBe(true);
    expect(withinBounds(items, '7')[7]?.preview).toBe(heavy[6]);
  });

  test('is told of as it was recorded, or not, by whoever has it whole', () => {
    const said = (price: string) => `PRICE ${price} TL ${'x'.repeat(200_000)}end`;
    const was = preview([change('description', said('100'))]);
    const asRecorded = (is: ShownPreview, recorded = new Map([['a', was]])) =>
      withinBounds([{ itemId: 'a', preview: is }], undefined, recorded)[0]?.preview?.changes[0]?.cut?.asRecorded;
    expect(asRecorded(preview([change('description', said('100'))]))).toBe(true);
    expect(asRecorded(preview([change('description', said('999'))]))).toBe(false);
    expect(asRecorded(preview([change('title', said('100'))]))).toBe(false);
    expect(asRecorded(was, new Map())).toBeNull();
  });

  test('is never half a character', () => {
    for (const before of ['', 'x']) {
      const shown = one(preview([change('title', before + '👩'.repeat(100_000))]));
      expect(String(shown?.changes[0]?.after).isWellFormed()).toBe(true);
    }
  });
});
