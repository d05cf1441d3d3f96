import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../src/kernel/declaration/command';
import type { Capability, Route } from '../../src/kernel/declaration/route';
import { grantable, type Scope, scopeNames } from '../../src/kernel/declaration/scopes';
import { acceptedBy, formOf, producedBy } from '../../src/kernel/declaration/traits';
import { newUlid } from '../../src/kernel/ids';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { registry } from '../../src/registry';
import type { Random } from '../chaos/random';
import type { Answer, CallOptions, Site } from '../surfaces/site';
import { Patience } from '../world/patience';
import { commandOf, exampleOf, type Input, mutations, reads, send, type Terms } from './call';
import { drawn, Known } from './random-values';

const LANES = 4;
/** A call that a part was too busy for is made again, as its answer asks for (`Retry-After`). */
const COME_BACK_MS = 2_000;
const NEVER_FREE_MS = 12_000;
const NEWEST = '?limit=50';

/** How often each kind of move is made. */
const MOVES = { read: 20, change: 30, propose: 22, decide: 18, order: 6, uncount: 6, undo: 2 } as const;

/** Ends what the others go on with, or takes away what they need: once in a while. */
const RARE =
  /^(extension\.(uninstall|disable)|secret|token|workspace|tokens|workspaces|catalog\.product\.archive|customer\.anonymize)/;

type Caller = 'owner' | 'developer' | 'agent' | 'another agent';

/** Where the walk goes. */
export interface LivedInShop {
  readonly site: Pick<Site, 'world' | 'call' | 'session' | 'mint' | 'rows'>;
  /** Lines of the product's log. */
  readonly log: readonly string[];
  /** Places an order of a shopper. @returns as it was placed, in JSON; nothing of one that was refused */
  place(
    productId: string,
    quantity: number,
    method: 'cod' | 'transfer',
  ): Promise<{ readonly placed?: string; readonly fault?: string }>;
}

/**
 * Calls of every capability in one shop that lives, with what earlier ones have answered: what each leaves behind is found by the next.
 * A fault of ours, and an answer other than the declared one, is a failure.
 */
export class Walk {
  readonly failures: object[] = [];
  private readonly known = new Known();
  private readonly answers = new Map<string, number>();
  private readonly callers = new Map<Caller, CallOptions>();
  private readonly sold: string[] = [];
  private calls = 0;

  constructor(
    private readonly random: Random,
    private readonly shop: LivedInShop,
  ) {}

  private get site(): LivedInShop['site'] {
    return this.shop.site;
  }

  /** @param calls how many are made at least */
  async run(calls: number): Promise<void> {
    for (const list of ['/v1/catalog/products', '/v1/orders', '/v1/returns', '/v1/media', '/v1/catalog/categories'])
      this.known.note((await this.asked('GET', list + NEWEST)).text);
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const random = this.random.fork(String(lane));
      while (this.calls < calls) await this.move(random);
    });
    await Promise.all(lanes);
    await this.lookAtFailed();
  }

  summary(): string {
    const by = [...this.answers].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return by.map(([status, count]) => `${status}: ${count}`).join(', ');
  }

  private async move(random: Random): Promise<void> {
    switch (random.weighted(MOVES)) {
      case 'read':
        return this.some(random, reads, random.pick(['owner', 'owner', 'developer', 'agent']));
      case 'change':
        return this.some(random, mutations, random.pick(['owner', 'owner', 'developer']));
      case 'propose':
        return this.propose(random);
      case 'decide':
        return this.decide(random);
      case 'order':
        return this.order(random);
      case 'uncount':
        return this.uncount(random);
      case 'undo':
        return this.undo(random);
    }
  }

  private async some(random: Random, of: readonly Capability[], as: Caller): Promise<void> {
    const capability = random.pick(of);
    if (RARE.test(capability.id) && !random.chance(0.05)) return;
    const input = this.inputOf(random, capability);
    const isChange = mutations.includes(capability);
    await this.send(capability, input, as, {
      ...(isChange ? { key: newUlid() } : {}),
      ...(isChange && random.chance(0.15) ? { dryRun: true } : {}),
      ...(isChange && random.chance(0.05) ? { rev: random.int(1, 4) } : {}),
    });
  }

  /** Several in a row, by one agent: each is recorded on top of those that wait. */
  private async propose(random: Random): Promise<void> {
    const as = random.pick(['agent', 'agent', 'another agent'] as const);
    for (let left = random.int(1, 4); left > 0; left -= 1) await this.some(random, proposable, as);
  }

  private inputOf(random: Random, capability: Capability): Input {
    const example = exampleOf(capability);
    const value = (schema: unknown, stated: unknown) => drawn(schema ?? {}, stated, random, this.known);
    if (capability.kind === 'command') return { body: value(capability.payload, example.body) };
    const { params, query, body } = capability as Route & { body?: unknown };
    const isFile = acceptedBy(capability) !== undefined || formOf(capability) !== undefined;
    const asked = value(query, example.query) as Record<string, unknown>;
    return {
      params: value(params, example.params) as Record<string, string>,
      query: Object.fromEntries(Object.entries(asked).map(([name, each]) => [name, String(each)])),
      ...(body === undefined ? {} : { body: isFile ? example.body : value(body, example.body) }),
    };
  }

  /** Moves some proposal on as people do: what is open is submitted, what is submitted decided, what is paused looked at. */
  private async decide(random: Random): Promise<void> {
    const { body } = await this.asked('GET', `/v1/proposals${NEWEST}`);
    const list = (body?.items ?? []).filter(({ state }: { state: string }) =>
      ['open', 'submitted', 'paused'].includes(state),
    );
    if (list.length === 0) return;
    const { id, state } = random.pick<{ id: string; state: string }>(list);
    const proposal = (await this.asked('GET', `/v1/proposals/${id}`)).body;
    if (!proposal?.list || proposal.state !== state) return;
    const command = (name: string, payload: object, as: Caller = 'owner') =>
      this.send(registry.command(name) as Command, { body: { proposalId: id, ...payload } }, as, { key: newUlid() });
    if (state === 'open') {
      if (!random.chance(0.3)) return;
      for (const as of ['agent', 'another agent'] as const) await command('proposal.submit', { note: 'Bir bakın' }, as);
    } else if (state === 'submitted') {
      await this.asked('GET', `/v1/proposals/${id}?review=true`);
      if (random.chance(0.85)) await command('proposal.approve', { hash: proposal.hash });
      else await command('proposal.reject', { reason: 'Olmaz' });
    } else await this.resume(random, proposal, command);
  }

  private async resume(
    random: Random,
    // biome-ignore lint/suspicious/noExplicitAny: as it is answered
    proposal: any,
    command: (name: string, payload: object) => Promise<void>,
  ): Promise<void> {
    const { id, pause } = proposal;
    if (pause?.reason === 'failed') this.failures.push({ proposal: id, pause, log: this.lastErrors() });
    // biome-ignore lint/suspicious/noExplicitAny: as it is answered
    const held = proposal.list.find((item: any) => item.id === pause?.itemId);
    const route = registry.routes.find((each) => each.id === 'proposals.resume') as Route;
    const resumed = (body: object) => this.send(route, { params: { prp: id }, body }, 'owner', { key: newUlid() });
    if (!held) return resumed({});
    if (held.currentPreview && random.chance(0.5))
      return resumed({ accept: [{ itemId: held.id, hash: held.currentPreview.hash }] });
    if (random.chance(0.8)) return resumed({ skip: [held.id] });
    return command('proposal.withdraw', {});
  }

  /** A shopper places an order; a refusal is an answer. */
  private async order(random: Random): Promise<void> {
    const productId = this.known.pick(random, ['prd']);
    if (productId === undefined) return;
    const method = random.pick(['cod', 'transfer'] as const);
    const { placed, fault } = await this.shop.place(productId, random.int(1, 2), method);
    if (placed) {
      this.known.note(placed);
      this.sold.push(productId);
      if (random.chance(0.4)) await this.cancelLater(random, /\bord_\w{26}/.exec(placed)?.[0]);
    }
    if (fault !== undefined) this.failures.push({ order: productId, fault });
  }

  /** An agent proposes to cancel what has just been ordered. Until somebody decides, the shop goes on. */
  private async cancelLater(random: Random, orderId: string | undefined): Promise<void> {
    if (orderId === undefined) return;
    const body = { orderId, reason: 'customer' };
    await this.send(registry.command('order.cancel') as Command, { body }, 'agent', { key: newUlid() });
    if (random.chance(0.5)) await this.uncount(random);
  }

  /** Stock that is no longer counted, or again: what was recorded before moves nothing by now, or something. */
  private uncount(random: Random): Promise<void> {
    const ofOrder = this.sold.length > 0 && random.chance(0.6) ? random.pick(this.sold.slice(-6)) : undefined;
    const targetId = ofOrder ?? this.known.pick(random, ['prd', 'var']);
    const body = { targetId, stock: random.pick([null, null, 30]) };
    return this.send(registry.command('catalog.stock.set') as Command, { body }, 'owner', { key: newUlid() });
  }

  /** Takes back what somebody has just done, as its audit row says. */
  private async undo(random: Random): Promise<void> {
    const { body } = await this.asked('GET', '/v1/audit?limit=20');
    const rows = (body?.items ?? []).filter(({ inverse }: { inverse?: object }) => inverse);
    if (rows.length === 0) return;
    const { inverse } = random.pick<{ inverse: { command: string; payload: object } }>(rows);
    const command = registry.command(inverse.command);
    if (command) await this.send(command, { body: inverse.payload }, 'owner', { key: newUlid() });
  }

  private async send(capability: Capability, input: Input, as: Caller, terms: Terms): Promise<void> {
    const answer = await this.answered(as, (caller) => send(this.site, capability, input, { ...terms, ...caller }));
    const asked = { as, id: capability.id, input, dryRun: terms.dryRun };
    this.judge(asked, answer);
    if (answer.status >= 300 || terms.dryRun || answer.body?.proposed || producedBy(capability as Route)) return;
    const named = commandOf(capability);
    if (capability.id === 'commands.run') return;
    const { body } = answer;
    const told = capability.kind === 'command' ? body?.result : named ? withoutOnce(named, body) : body;
    const errors = schemaErrors(capability.result, told);
    if (errors.length > 0) this.failures.push({ ...asked, errors });
  }

  private async asked(method: string, path: string): Promise<Answer> {
    const answer = await this.answered('owner', (caller) => this.site.call(method, path, caller));
    this.judge({ as: 'owner', id: `${method} ${path}` }, answer);
    return answer;
  }

  private async answered(as: Caller, call: (caller: CallOptions) => Promise<Answer>): Promise<Answer> {
    this.calls += 1;
    const caller = this.callers.get(as) ?? (await this.enter(as));
    let answer = await call(caller);
    // A busy machine asks a client to come back; one that is never free is a fault.
    for (const patience = new Patience(NEVER_FREE_MS); answer.body?.code === 'unavailable' && !patience.isOver; ) {
      await sleep(COME_BACK_MS);
      answer = await call(caller);
    }
    // Somebody has ended the credential.
    if (answer.status === 401) this.callers.delete(as);
    return answer;
  }

  private async enter(as: Caller): Promise<CallOptions> {
    const scopesFor = (kind: 'agent' | 'developer'): Scope[] =>
      scopeNames.filter((scope) => grantable(scope, kind) && scope !== 'design:publish');
    const caller: CallOptions =
      as === 'owner'
        ? { session: await this.site.session() }
        : { token: (await this.site.mint(kindOf(as), scopesFor(kindOf(as)))).token };
    this.callers.set(as, caller);
    return caller;
  }

  private judge(told: object, { status, text, body }: Answer): void {
    const kind = status < 300 ? String(status) : `${status} ${body?.code}`;
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
    // A refusal may name what is not there.
    if (status < 300) this.known.note(text);
    // A refusal of its provider is no fault of ours: a secret or a setting may be another by now.
    if (status < 500 || body?.code === 'provider_refused') return;
    this.failures.push({ ...told, status, body, log: this.lastErrors(body?.requestId) });
  }

  /** Finds proposals that have failed for a reason of ours. */
  private async lookAtFailed(): Promise<void> {
    const failed = await this.site.rows(`SELECT id, pause FROM proposal WHERE pause ->> 'reason' = 'failed'`);
    for (const row of failed) this.failures.push({ ...row, log: this.lastErrors() });
  }

  private lastErrors(requestId?: string): unknown[] {
    const isTold = (line: string): boolean => line.includes(requestId ?? '"level":50');
    return this.shop.log.filter(isTold).slice(-2);
  }
}

const kindOf = (as: Caller): 'agent' | 'developer' => (as === 'developer' ? 'developer' : 'agent');

/** What agents propose: orders and stock are where what a call makes depends on what others have done. */
const proposed = mutations.filter(({ policy }) => policy === 'propose');
const proposable = [...proposed, ...proposed.filter(({ id }) => /^(orders?|returns|catalog\.stock)\./.test(id))];

/** What is told once stands in no schema of the result. */
function withoutOnce(command: Command | undefined, body: unknown): unknown {
  const once = { ...command?.answersOnce, requestId: undefined, replayed: undefined };
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !(name in once)));
}
