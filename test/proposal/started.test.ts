import { command } from '../../src/kernel/declaration/command';
import type { Settling } from '../../src/kernel/declaration/settling';
import { Refusal } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import { id, nullable, object, t } from '../../src/kernel/schema/schema';
import { applyNextItem } from '../../src/proposal/apply';
import { proposalWork } from '../../src/proposal/work';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { registryWith } from '../world/world';
import { type Agents, mintAgent, worldWithAgents } from './agents';

const GOING = 0;
const DECLINED = 1;
const IN_VAIN = 2;
const PRICE = 12_900;
const productId = id('prd');
const appraisal = object({ productId, price: nullable(t.Integer()) });

/** Its work is at its end when somebody has given the product a price, which says how. */
const settles: Settling<{ productId: string; price: number | null }> = {
  async look(db, storeId, { productId }) {
    const rows = 'SELECT price FROM catalog_product WHERE store_id = $1 AND id = $2';
    const [{ price } = { price: GOING }] = await db.query<{ price: number }>(rows, [storeId, productId]);
    if (price === DECLINED) throw new Refusal('provider_refused', 'The appraiser does not answer.');
    const result = { productId, price };
    if (price === IN_VAIN) return { state: 'failed', result, why: 'The appraiser found nothing.' };
    return { state: price === GOING ? 'open' : 'done', result };
  },
};
const appraise = command({
  id: 'catalog.product.appraise',
  label: { tr: 'Değerlet', en: 'Appraise' },
  summary: 'Have a product appraised.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ productId }),
  result: appraisal,
  refuses: ['provider_refused'],
  example: { productId: 'prd_1' },
  settles,
  run: async ({ payload }) => ({ productId: payload.productId, price: null }),
});

describe('proposal.item.settle', () => {
  let agents: Agents;
  let simulator: TrendyolSimulator;
  beforeAll(async () => {
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 3 });
    agents = await worldWithAgents({
      capabilities: registryWith([appraise]),
      environment: { TEZGAH_TRENDYOL_URL: simulator.url },
    });
    await connectTrendyol(agents.world, { requestsPer10Seconds: 0 });
  });
  afterAll(async () => {
    await agents.close();
    await simulator.close();
  });

  const product = async (price: number): Promise<string> => (await agents.product('Cezve', { price })).id;
  const priced = (targetId: string, price: number) => agents.world.done('catalog.price.set', { targetId, price });
  const skip = (proposalId: string, itemId: string) =>
    agents.world.run('proposal.item.skip', { proposalId, itemId }, { as: agents.world.owner });
  const resume = async (proposalId: string): Promise<void> => {
    const key = newUlid();
    await eventually(async () => {
      const answer = await agents.route('proposals.resume', proposalId, {}, key).catch((error) => error);
      return answer.status === 200 ? answer : undefined;
    });
  };

  /** Two items are proposed and approved: an appraisal, and a change of something else. */
  async function approved() {
    const [subject, other] = [await product(GOING), await product(PRICE)];
    const as = await mintAgent(agents.world);
    const { proposalId, itemId } = await agents.propose(appraise.id, { productId: subject }, as);
    await agents.propose('catalog.stock.set', { targetId: other, stock: 77 }, as);
    await agents.submit(proposalId, as);
    // Without a worker it is decided, and answered 503.
    await agents.approve(proposalId).catch((error) => expect(error.code).toBe('unavailable'));
    return { proposalId, itemId, subject, other };
  }
  const untilStarted = (proposalId: string) =>
    eventually(async () => {
      const proposal = await agents.get(proposalId);
      return proposal.list[0].state === 'started' ? proposal : undefined;
    });
  const runsOf = async (name: string, proposalId: string) =>
    (await agents.world.read('audit.list', { query: { command: name } as never })).items.filter(
      ({ cause, outcome }: { cause: { proposalId?: string }; outcome: string }) =>
        cause?.proposalId === proposalId && outcome === 'done',
    );

  describe('an item whose command starts work', () => {
    let worker: Awaited<ReturnType<typeof startTestWorker>>;
    beforeAll(async () => {
      worker = await startTestWorker(agents.world);
    });
    afterAll(() => worker.stop());

    test('is applied when that has ended well, and what stands behind it waits for that', async () => {
      const { proposalId, itemId, subject, other } = await approved();
      const started = await untilStarted(proposalId);
      expect(started).toMatchObject({ state: 'applying', items: { applied: 0, pending: 2 } });
      expect(started.list).toMatchObject([
        { auditId: expect.stringMatching(/^aud_/), appliedAt: null, work: { state: 'open', problem: null } },
        { state: 'pending' },
      ]);
      expect(await agents.read(other)).toMatchObject({ stock: 5 });
      await priced(subject, PRICE);
      expect(await agents.until(proposalId, 'applied')).toMatchObject({
        items: { applied: 2, pending: 0 },
        list: [
          {
            state: 'applied',
            auditId: started.list[0].auditId,
            appliedAt: expect.any(String),
            work: { state: 'done', result: { price: PRICE } },
          },
          { state: 'applied', work: null },
        ],
      });
      expect(await agents.read(other)).toMatchObject({ stock: 77 });
      expect(await runsOf(appraise.id, proposalId)).toHaveLength(1);
      expect(await runsOf('proposal.item.settle', proposalId)).toMatchObject([
        { actor: { kind: 'system', id: `proposal/${proposalId}` }, entityId: itemId },
      ]);
    });

    test.each([
      ['is refused', DECLINED, { code: 'provider_refused' }, 'The appraiser does not answer.'],
      ['does not do what it was to do', IN_VAIN, { code: 'work_failed' }, 'The appraiser found nothing.'],
    ])(
      'pauses the proposal with the reason when that %s, and is tried again by resuming',
      async (_, end, problem, why) => {
        const { proposalId, itemId, subject, other } = await approved();
        await untilStarted(proposalId);
        await priced(subject, end);
        expect(await agents.until(proposalId, 'paused')).toMatchObject({
          pause: { itemId, seq: 1, reason: 'refused', message: `paused at item 1 of 2: ${why}` },
          list: [{ state: 'refused', problem, appliedAt: null }, { state: 'pending' }],
        });
        expect(await agents.read(other)).toMatchObject({ stock: 5 });
        await priced(subject, GOING);
        await resume(proposalId);
        await untilStarted(proposalId);
        await priced(subject, PRICE);
        await agents.until(proposalId, 'applied');
        // The second try is a call of its own.
        expect(await runsOf(appraise.id, proposalId)).toHaveLength(2);
        expect(await agents.read(other)).toMatchObject({ stock: 77 });
      },
    );

    test('can be skipped when that has failed', async () => {
      const { proposalId, itemId, subject, other } = await approved();
      await untilStarted(proposalId);
      await priced(subject, DECLINED);
      await agents.until(proposalId, 'paused');
      expect(await skip(proposalId, itemId)).toMatchObject({ status: 200 });
      expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 1, skipped: 1 } });
      expect(await agents.read(other)).toMatchObject({ stock: 77 });
      expect(await runsOf(appraise.id, proposalId)).toHaveLength(1);
    });

    test('is waited for again when the proposal was paused meanwhile, and is not skipped before its end is known', async () => {
      const { proposalId, itemId, subject } = await approved();
      await untilStarted(proposalId);
      const { world } = agents;
      await proposalWork.abandon(world.platform, world.storeId, proposalId, { code: 'not_kept', reason: 'x' } as never);
      expect(await agents.get(proposalId)).toMatchObject({
        state: 'paused',
        list: [{ state: 'started', problem: { code: 'internal' } }, {}],
      });
      expect(await skip(proposalId, itemId)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
      await resume(proposalId);
      await untilStarted(proposalId);
      await priced(subject, PRICE);
      expect(await agents.until(proposalId, 'applied')).toMatchObject({ list: [{ problem: null }, {}] });
      expect(await runsOf(appraise.id, proposalId)).toHaveLength(1);
    });

    test('lets its proposal be withdrawn', async () => {
      const { proposalId, itemId, subject, other } = await approved();
      const { list } = await untilStarted(proposalId);
      await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.world.owner });
      const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
      expect(await handle.result()).toBe('withdrawn');
      expect(await agents.read(other)).toMatchObject({ stock: 5 });
      // Its command was run, and nobody knows whether it will have been applied.
      expect(await agents.get(proposalId)).toMatchObject({
        items: { applied: 0, pending: 0, leftRunning: 1, dropped: 1 },
        list: [{ state: 'left_running', auditId: list[0].auditId, appliedAt: null }, { state: 'dropped' }],
      });
      // That work says itself how it ends.
      await priced(subject, DECLINED);
      expect((await agents.get(proposalId)).list[0]).toMatchObject({
        state: 'left_running',
        work: { state: 'failed', problem: { code: 'provider_refused' } },
      });
      const [row] = (await agents.world.read('audit.list', { query: { command: 'proposal.withdraw' } as never })).items;
      expect(row.changes).toContainEqual(
        expect.objectContaining({ id: itemId, before: { state: 'started' }, after: { state: 'left_running' } }),
      );
    });
  });

  test('an item that starts work is run once and waited for by the next worker when the one that ran it is gone', async () => {
    const first = await startTestWorker(agents.world);
    const { proposalId, subject } = await approved();
    await untilStarted(proposalId);
    await first.stop();
    await priced(subject, PRICE);
    const second = await startTestWorker(agents.world);
    try {
      expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 2 } });
      expect(await runsOf(appraise.id, proposalId)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });

  test('an item that starts work is run once however often its step is repeated', async () => {
    const { proposalId, subject } = await approved();
    const { bus, storeId, platform } = agents.world;
    const step = () =>
      applyNextItem({ bus, services: platform.services, report: () => {} }, { storeId, proposalId, attempt: 1 });
    expect([await step(), await step(), await step()].map(({ status }) => status)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    await priced(subject, PRICE);
    expect([await step(), await step(), await step(), await step()].map(({ status }) => status)).toEqual([
      'applied',
      'applied',
      'ended',
      'ended',
    ]);
    expect(await runsOf(appraise.id, proposalId)).toHaveLength(1);
  });

  test('an import is applied when the job has ended; a cancelled one is asked for anew, as a job of its own', async () => {
    const { world } = agents;
    const as = await mintAgent(world);
    const pull = { ext: 'trendyol' };
    const proposed = await world.read('channel.catalog.pull', { as, params: pull, body: { mode: 'import' } });
    const { proposalId } = proposed;
    await agents.submit(proposalId, as);
    await agents.approve(proposalId).catch((error) => expect(error.code).toBe('unavailable'));
    const { bus, storeId, platform } = world;
    await applyNextItem({ bus, services: platform.services, report: () => {} }, { storeId, proposalId, attempt: 1 });
    const jobs = async () => (await world.read('channel.jobs.list', { params: pull })).items;
    const [job] = await jobs();
    expect((await agents.get(proposalId)).list).toMatchObject([
      { work: { state: 'open', jobId: job.id, result: { state: 'queued' } } },
    ]);
    await world.read('channel.jobs.cancel', { as: world.owner, params: { ...pull, cjb: job.id } });
    const worker = await startTestWorker(world);
    try {
      expect(await agents.until(proposalId, 'paused')).toMatchObject({
        pause: { reason: 'refused', message: 'paused at item 1 of 1: The catalog import has been cancelled.' },
      });
      await resume(proposalId);
      await agents.until(proposalId, 'applied');
      const [second, first] = await jobs();
      expect([first, second]).toMatchObject([{ id: job.id, state: 'cancelled' }, { state: 'succeeded' }]);
      expect(await jobs()).toHaveLength(2);
    } finally {
      await worker.stop();
    }
  });
});
