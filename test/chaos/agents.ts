import { sleep } from '../../src/embedded/process';
import { Patience } from '../world/patience';
import type { Findings } from './findings';
import { type AgentName, type Call, type Gateway, NoAnswer } from './gateway';
import type { Random } from './random';
import type { Model, Shared } from './workload';

export const AGENTS: readonly AgentName[] = ['agent 1', 'agent 2'];
const PRODUCTS_EACH = 3;
const FIRST_PRICE = 10_000;
const APPLIED_MS_MAX = 120_000;

/** What only one agent's proposals change. */
export type Reserved = ReadonlyMap<AgentName, readonly string[]>;

/** Tokens and products of the agents. The owner must be logged in. */
export async function setUpAgents(gateway: Gateway, model: Model, random: Random): Promise<Reserved> {
  const reserved = new Map<AgentName, readonly string[]>();
  for (const name of AGENTS) {
    const payload = { kind: 'agent', label: name };
    const minted = await gateway.call({ by: 'owner', name: 'token.mint', key: random.ulid(), payload });
    gateway.agents.set(name, minted.body.token);
    const ids: string[] = [];
    for (let n = 1; n <= PRODUCTS_EACH; n += 1) {
      const product = { title: `Öneri ${name} ${n}`, price: FIRST_PRICE };
      const call: Call = { by: 'developer', name: 'catalog.product.create', key: random.ulid(), payload: product };
      const id: string = (await gateway.call(call)).body.result.id;
      ids.push(id);
      model.prices.set(id, { price: FIRST_PRICE, rev: 1 });
    }
    reserved.set(name, ids);
  }
  return reserved;
}

/**
 * Records proposals while others change the shop: those of its own products are approved and must be applied once, item by item;
 * those of products that everybody changes are withdrawn, and nothing of them may be left.
 */
export class Agent {
  steps = 0;
  private readonly acts: Random;
  private readonly keys: Random;

  constructor(
    private readonly name: AgentName,
    private readonly gateway: Gateway,
    private readonly shared: Shared,
    private readonly own: readonly string[],
    private readonly model: Model,
    private readonly findings: Findings,
    random: Random,
  ) {
    this.acts = random.fork(`acts of ${name}`);
    this.keys = random.fork(`keys of ${name}`);
  }

  async run(goOn: (steps: number) => boolean): Promise<void> {
    while (goOn(this.steps)) {
      this.steps += 1;
      try {
        await (this.acts.chance(0.5) ? this.proposeAndApply() : this.proposeAndWithdraw());
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
    }
  }

  private async proposeAndApply(): Promise<void> {
    const changes = Array.from({ length: this.acts.int(1, 4) }, () => ({
      targetId: this.acts.pick(this.own),
      price: this.acts.int(100, 99_999),
    }));
    const proposalId = await this.record(changes);
    await this.send(this.name, 'proposal.submit', { proposalId });
    const { hash } = await this.read(proposalId);
    await this.send('owner', 'proposal.approve', { proposalId, hash });
    await this.applied(proposalId);
    for (const { targetId, price } of changes) {
      const known = this.model.prices.get(targetId) as { price: number; rev: number };
      // The price that a product has already is no change.
      this.model.prices.set(targetId, { price, rev: known.rev + (known.price === price ? 0 : 1) });
    }
  }

  private async proposeAndWithdraw(): Promise<void> {
    const changes = Array.from({ length: this.acts.int(2, 5) }, () => ({
      targetId: this.acts.pick(this.shared.prices),
      price: this.acts.int(100, 99_999),
    }));
    await this.send(this.name, 'proposal.withdraw', { proposalId: await this.record(changes) });
  }

  private async record(changes: readonly Call['payload'][]): Promise<string> {
    const ids = new Set<string>();
    for (const change of changes) ids.add((await this.send(this.name, 'catalog.price.set', change)).proposalId);
    if (ids.size !== 1) this.findings.mismatch(`${this.name} recorded into ${ids.size} proposals at once`);
    return [...ids][0] as string;
  }

  /** An application that a fault made pause is resumed, as its owner would. */
  private async applied(proposalId: string): Promise<void> {
    const patience = new Patience(APPLIED_MS_MAX);
    for (;;) {
      const proposal = await this.read(proposalId);
      if (proposal.state === 'applied') return;
      if (proposal.state === 'paused' && proposal.pause?.reason !== 'failed')
        this.findings.mismatch(`${proposalId} paused although nobody met it: ${JSON.stringify(proposal.pause)}`);
      if (proposal.state === 'paused') {
        const path = `/v1/proposals/${proposalId}/devam`;
        await this.gateway.call({
          ...{ by: 'owner', name: 'proposals.resume', key: this.keys.ulid(), path, payload: {} },
          mayRefuse: ['invalid_state'],
        });
      }
      if (patience.isOver) {
        this.findings.lose(`${proposalId} was approved and is ${proposal.state} after ${APPLIED_MS_MAX / 1000} s`);
        throw new NoAnswer(proposalId);
      }
      await sleep(200);
    }
  }

  private read(proposalId: string): Promise<Result> {
    return this.gateway.read(`/v1/proposals/${proposalId}`, this.name);
  }

  private async send(by: Call['by'], name: string, payload: Call['payload']): Promise<Result> {
    const { body } = await this.gateway.call({ by, name, key: this.keys.ulid(), payload });
    return body.result ?? body;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers a shape of its own
type Result = any;
