// tier: all
import type { Principal } from '../../src/kernel/declaration/principal';
import { Refusal } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { tables } from '../../src/nouns';
import { openPlatform, type Platform } from '../../src/platform';
import { eventually } from '../world/eventually';
import { said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

interface Seen {
  readonly items: { readonly total: number };
  readonly list: readonly unknown[];
  readonly review: { readonly items: readonly unknown[]; readonly hash: string };
}

/** What an API is beside the first: a platform of its own on the same database, which shares no memory with the others. */
const OTHERS = 4;

describe('the review of a proposal, asked for at several APIs', () => {
  let agents: Agents;
  let agent: Principal;
  const others: Platform[] = [];
  beforeAll(async () => {
    agents = await worldWithAgents();
    agent = await mintAgent(agents.world);
    const { config } = agents.world;
    for (let other = 0; other < OTHERS; other += 1)
      others.push(
        await openPlatform({
          config,
          log: createLog('test', 'silent'),
          applicationName: 'tezgah-other',
          strict: true,
          tables,
        }),
      );
  });
  afterAll(async () => {
    await Promise.all(others.map((other) => other.close()));
    await agents.close();
  });

  const call = async (platform: Platform, id: string, prp: string, more: object) => {
    const route = platform.services.capabilities.routes.find((each) => each.id === id);
    if (!route) throw new Error(`no route ${id}`);
    return platform.dispatcher.route(route, agents.world.owner, { params: { prp }, query: {}, body: {}, ...more });
  };
  /** Who is told to come again after a moment does: how long a hundred items take is up to the machine. */
  const fresh = (platform: Platform, prp: string): Promise<Seen> =>
    eventually(async () => {
      try {
        return (await call(platform, 'proposals.get', prp, { query: { fresh: true } })).body as Seen;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'unavailable') return undefined;
        throw error;
      }
    });
  const review = async (platform: Platform, prp: string) => (await fresh(platform, prp)).review;
  async function submitted(name: string): Promise<string> {
    const { proposalId } = await agents.propose('catalog.product.create', { title: `${name} 0`, price: 5_000 }, agent);
    for (let many = 1; many < 100; many += 1)
      await agents.propose('catalog.product.create', { title: `${name} ${many}`, price: 5_000 }, agent);
    await agents.submit(proposalId, agent);
    return proposalId;
  }

  test('is answered to all of twenty, and again while they go on asking', async () => {
    const proposalId = await submitted('Tepsi');
    const all = [agents.world.platform, ...others];
    const asking = Array.from({ length: 20 }, async (_, one) => {
      const hashes: string[] = [];
      for (let time = 0; time < 2; time += 1)
        hashes.push((await review(all[(one + time) % all.length] as Platform, proposalId)).hash);
      return hashes;
    });
    const hashes = new Set((await Promise.all(asking)).flat());
    expect(hashes.size).toBe(1);
  });

  test('keeps no approval at the other from getting through', async () => {
    const proposalId = await submitted('Sahan');
    const { hash } = await review(others[0] as Platform, proposalId);
    let approved = false;
    const asking = Array.from({ length: 10 }, async (_, one) => {
      while (!approved) await review(others[one % OTHERS] as Platform, proposalId);
    });
    const sent = { body: { hash }, idempotencyKey: newUlid() };
    const approve = async () => {
      const answer = await said(call(agents.world.platform, 'proposals.apply', proposalId, sent));
      return answer === '503 unavailable' ? undefined : answer;
    };
    const answer = await eventually(approve).finally(() => {
      approved = true;
    });
    expect(answer).toBe('200');
    await Promise.all(asking);
  });

  test('and an agent that still records hold each other up for no time that counts; what is shown is of one moment', async () => {
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Leğen 0', price: 5_000 }, agent);
    let recording = true;
    const records = async () => {
      for (let many = 1; many <= 40; many += 1)
        await agents.propose('catalog.product.create', { title: `Leğen ${many}`, price: 5_000 }, agent);
      recording = false;
    };
    const seen: { total: number; listed: number; reviewed: number; hash: string }[] = [];
    const reviews = async () => {
      while (recording) {
        const { items, list, review } = await fresh(others[0] as Platform, proposalId);
        seen.push({ total: items.total, listed: list.length, reviewed: review.items.length, hash: review.hash });
      }
    };
    await Promise.all([records(), reviews()]);
    expect(seen.length).toBeGreaterThan(0);
    for (const { total, listed, reviewed } of seen) expect([listed, reviewed]).toEqual([total, total]);
    const older = seen.find(({ total }) => total < 41);
    await agents.submit(proposalId, agent);
    const apply = (hash: string) =>
      said(call(others[1] as Platform, 'proposals.apply', proposalId, { body: { hash }, idempotencyKey: newUlid() }));
    if (older) expect(await apply(older.hash)).toBe('409 preview_changed');
    expect(await apply((await review(others[0] as Platform, proposalId)).hash)).toBe('200');
  });
});
