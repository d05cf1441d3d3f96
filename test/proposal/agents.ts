import type { Reply } from '../../src/kernel/call/dispatch';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

export interface Agents {
  readonly world: World;
  readonly agent: Principal;
  /** What an agent gets for a change: 202 and the item. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  propose(command: string, payload: unknown, as?: Principal): Promise<any>;
  submit(proposalId: string, as?: Principal): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  get(proposalId: string, as?: Principal): Promise<any>;
  approve(proposalId: string): Promise<Reply>;
  route(id: string, proposalId: string, body: unknown, key?: string): Promise<Reply>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  until(proposalId: string, ...states: string[]): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  product(title?: string, more?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  read(productId: string): Promise<any>;
  /** A new agent wants a new product to cost something else. */
  proposedPrice(price?: number): Promise<PriceProposal & { readonly agent: Principal }>;
  /** An application that has stopped at its first item, a price that has moved since; a second one waits. Needs a worker. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  pausedAtThePrice(): Promise<PriceProposal & { readonly other: string; readonly paused: any }>;
  startWorker(): Promise<RunningWorker>;
  close(): Promise<void>;
}

interface PriceProposal {
  /** The product whose price it is about. */
  readonly id: string;
  readonly proposalId: string;
  readonly itemId: string;
}

const UNTIL_MS = 40_000;

/** A store with a real agent token, whose principal is what the credential look-up would give. */
export async function worldWithAgents(options: Parameters<typeof createWorld>[0] = {}): Promise<Agents> {
  const world = await createWorld(options);
  const agent = await mintAgent(world);
  const workers: RunningWorker[] = [];
  const get = (proposalId: string, as = world.owner) =>
    world.read('proposals.get', { as, params: { prp: proposalId } });
  const route = (id: string, proposalId: string, body: unknown, key = newUlid()): Promise<Reply> => {
    const found = world.platform.services.capabilities.routes.find((candidate) => candidate.id === id);
    if (!found) throw new Error(`no route ${id}`);
    return world.dispatcher.route(found, world.owner, {
      params: { prp: proposalId },
      query: {},
      body,
      idempotencyKey: key,
    });
  };
  const agents: Agents = {
    world,
    agent,
    async propose(command, payload, as = agent) {
      const reply = await world.run(command, payload, { as });
      if (reply.status !== 202) throw new Error(`${command} was not proposed: ${JSON.stringify(reply)}`);
      return reply.body;
    },
    async submit(proposalId, as = agent) {
      await world.done('proposal.submit', { proposalId }, { as });
    },
    get,
    async approve(proposalId) {
      const { hash } = await get(proposalId);
      return route('proposals.apply', proposalId, { hash });
    },
    route,
    async until(proposalId, ...states) {
      const deadline = Date.now() + patient(UNTIL_MS);
      for (;;) {
        const proposal = await get(proposalId);
        if (states.includes(proposal.state)) return proposal;
        if (Date.now() > deadline) throw new Error(`the proposal is still ${proposal.state}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    product: (title = 'Cezve', more = {}) =>
      world.done('catalog.product.create', { title, price: 12_990, stock: 5, ...more }),
    read: (productId) => world.read('catalog.products.get', { params: { prd: productId } }),
    async proposedPrice(price = 14_990) {
      const proposer = await mintAgent(world);
      const { id } = await agents.product();
      const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price }, proposer);
      return { agent: proposer, id, proposalId, itemId };
    },
    async pausedAtThePrice() {
      const { id } = await agents.product();
      const { id: other } = await agents.product('Fincan');
      const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
      await agents.propose('catalog.price.set', { targetId: other, price: 777 });
      await agents.submit(proposalId);
      await world.done('catalog.price.set', { targetId: id, price: 13_990 });
      await agents.approve(proposalId);
      return { id, other, proposalId, itemId, paused: await agents.until(proposalId, 'paused') };
    },
    async startWorker() {
      const worker = await startTestWorker(world);
      workers.push(worker);
      return worker;
    },
    async close() {
      for (const worker of workers) await worker.stop();
      await world.close();
    },
  };
  return agents;
}

export async function mintAgent(world: World, extra: Record<string, unknown> = {}): Promise<Principal> {
  const token = await world.done('token.mint', { kind: 'agent', label: 'Fiyat ajanı', ...extra }, { as: world.owner });
  return {
    kind: token.kind,
    id: token.id,
    storeId: world.storeId,
    scopes: new Set(token.scopes),
    workspaceId: token.workspaceId,
    expiresAt: token.expiresAt,
    limits: token.limits,
  };
}
