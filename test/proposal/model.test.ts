// tier: all
import fc from 'fast-check';
import type { Reply } from '../../src/kernel/call/dispatch';
import type { Principal } from '../../src/kernel/declaration/principal';
import { Refusal } from '../../src/kernel/errors';
import { newId, newUlid } from '../../src/kernel/ids';
import { TokenCredentials } from '../../src/token/credentials';
import type { RunningWorker } from '../../src/worker';
import { runsOf } from '../world/runs';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import {
  type Answer,
  type Call,
  type Edit,
  endings,
  type Field,
  type Item,
  type Proposal,
  type State,
  seen,
} from './model';

const PRODUCTS = 2;
const AGENTS = 2;

interface Model {
  state: State;
}

/** How often each answer and each state was met: a model that meets nothing proves nothing. */
const met = new Map<string, number>();
const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);

describe('proposals against their model', () => {
  let world: World;
  let worker: RunningWorker;
  let credentials: TokenCredentials;
  beforeAll(async () => {
    world = await createWorld();
    worker = await startTestWorker(world);
    credentials = new TokenCredentials(world.database);
  });
  afterAll(async () => {
    await worker.stop();
    await credentials.close();
    await world.close();
  });

  /** The product: two agents with real tokens, two owners, and the shop. */
  class Real {
    private readonly hashes = new Map<string, { items: number; all: Set<string> }>();
    /** As everyone saw them before they made their calls. */
    private known: Row[][] = [];
    private turn = 0;

    constructor(
      readonly productIds: readonly string[],
      readonly tokens: readonly { readonly id: string; readonly token: string }[],
      private readonly owners: readonly Principal[],
    ) {}

    async call(call: Call): Promise<Answer> {
      const key = newUlid();
      this.turn += 1;
      const owner = this.owners[this.turn % this.owners.length] as Principal;
      for (;;) {
        const answer = await this.attempt(call, key, owner).catch((error) => {
          if (error instanceof Refusal) return { status: error.status, body: { code: error.code } };
          throw error;
        });
        const code = (answer.body as { code?: string }).code;
        // No worker has taken it up yet: decided and kept, and the same call answers.
        if (code === 'unavailable') continue;
        if (answer.status === 202) return 'proposed';
        return answer.status === 200 ? 'done' : (code as Answer);
      }
    }

    /** @param owner who makes it, if an owner does: the same key is nobody else's */
    private async attempt(call: Call, key: string, owner: Principal): Promise<Reply> {
      const run = (as: Principal, command: string, payload: unknown): Promise<Reply> =>
        world.run(command, payload, { as, key });
      if (call.do === 'edit') return run(owner, ...this.commandOf(call.edit));
      const token = this.tokens[call.agent] as { id: string; token: string };
      if (call.do === 'revoke') return run(owner, 'token.revoke', { tokenId: token.id });
      if (call.do === 'record') return run(await credentials.principal(token.token), ...this.commandOf(call.edit));
      const { id: proposalId, hash, items } = (this.known[call.agent] as Row[])[call.number] as Row;
      switch (call.do) {
        case 'submit':
          return run(await credentials.principal(token.token), 'proposal.submit', { proposalId });
        case 'withdraw':
          return run(call.byOwner ? owner : await credentials.principal(token.token), 'proposal.withdraw', {
            proposalId,
          });
        case 'approve':
          return run(owner, 'proposal.approve', {
            proposalId,
            hash: call.seen === items.length ? hash : 'of fewer items',
          });
        case 'reject':
          return run(owner, 'proposal.reject', { proposalId });
        case 'skip':
          return run(owner, 'proposal.item.skip', { proposalId, itemId: items[call.item]?.id });
        case 'resume': {
          const item = call.accept && items[call.accept.item];
          const found = item && { itemId: item.id, hash: item.currentPreview?.hash ?? 'none' };
          return this.resume(owner, proposalId, key, found ? { accept: [found] } : {});
        }
      }
    }

    private resume(owner: Principal, prp: string, idempotencyKey: string, body: unknown): Promise<Reply> {
      const route = world.platform.services.capabilities.routes.find(({ id }) => id === 'proposals.resume');
      return world.dispatcher.route(route as never, owner, { params: { prp }, query: {}, body, idempotencyKey });
    }

    private commandOf({ field, product, value }: Edit): [string, unknown] {
      const id = this.productIds[product] as string;
      if (field === 'price') return ['catalog.price.set', { targetId: id, price: value }];
      if (field === 'stock') return ['catalog.stock.set', { targetId: id, stock: value }];
      if (field === 'title') return ['catalog.product.update', { productId: id, title: `T${value}` }];
      return ['catalog.product.archive', { productId: id }];
    }

    private async proposals(agent: number): Promise<Row[]> {
      return world.database.reader(world.storeId).query<Row>(
        `SELECT p.id, p.state, p.hash, coalesce((SELECT json_agg(json_build_object('id', i.id, 'state', i.state, 'command', i.command,
             'payload', i.payload, 'preview', i.preview, 'currentPreview', i.current_preview, 'acceptedHash', i.accepted_hash) ORDER BY seq)
           FROM proposal_item i WHERE i.store_id = p.store_id AND i.proposal_id = p.id), '[]') AS items
         FROM proposal p WHERE store_id = $1 AND token_id = $2 ORDER BY id`,
        [world.storeId, this.tokens[agent]?.id],
      );
    }

    /** What there is once no application runs. */
    async state(): Promise<State> {
      for (;;) {
        const rows = await Promise.all(this.tokens.map((_, agent) => this.proposals(agent)));
        if (rows.flat().some(({ state }) => state === 'applying')) {
          await new Promise((resolve) => setTimeout(resolve, 15));
          continue;
        }
        this.known = rows;
        for (const row of rows.flat()) this.expectNewHash(row);
        const db = world.database.reader(world.storeId);
        const products = await db.query<{ id: string; price: number; title: string; stock: number; status: string }>(
          'SELECT id, price, title, stock, status FROM catalog_product WHERE store_id = $1 AND id = ANY($2) ORDER BY id',
          [world.storeId, this.productIds],
        );
        const revoked = await db.query<{ revoked: boolean }>(
          'SELECT revoked_at IS NOT NULL AS revoked FROM access_token WHERE store_id = $1 AND id = ANY($2) ORDER BY id',
          [world.storeId, this.tokens.map(({ id }) => id)],
        );
        return {
          products: products.map(({ price, title, stock, status }) => ({
            price,
            title: Number(title.slice(1)),
            stock,
            archive: status === 'archived' ? 1 : 0,
          })),
          proposals: rows.map((own) =>
            own.map((row) => ({ state: row.state, items: row.items.map((item) => this.itemOf(item)) })),
          ),
          revoked: revoked.map((row) => row.revoked),
        };
      }
    }

    /** Whoever approves names everything that was recorded. */
    private expectNewHash({ id, hash, items }: Row): void {
      const known = this.hashes.get(id) ?? { items: 0, all: new Set<string>() };
      if (items.length > known.items) expect(known.all.has(hash)).toBe(false);
      else expect([...known.all].at(-1)).toBe(hash);
      this.hashes.set(id, { items: items.length, all: known.all.add(hash) });
    }

    private itemOf({ state, command, payload, preview, currentPreview, acceptedHash }: ItemRow): Item {
      const { field, read } = FIELDS[command] as { field: Field; read(value: unknown): number };
      const product = this.productIds.indexOf(payload.targetId ?? payload.productId ?? '');
      const value = field === 'archive' ? 1 : read(payload[field]);
      const edit = { field, product, value };
      const shown = (given: Preview | null): string | null => {
        if (!given) return null;
        const change = given.changes.find((candidate) => candidate.field === (field === 'archive' ? 'status' : field));
        return seen(field, change ? read(change.before) : value, change ? read(change.after) : value);
      };
      return { edit, state, preview: shown(preview) as string, current: shown(currentPreview), accepted: acceptedHash };
    }

    /** Every change of a product begins where the one before it ended: none was lost, none was made up, none came twice. */
    async expectUnbrokenJournal({ products }: State): Promise<void> {
      for (const [place, id] of this.productIds.entries()) {
        const rows = await world.database
          .reader(world.storeId)
          .query<{ changes: { after: object; before: object | null }[] }>(
            `SELECT changes FROM audit_row WHERE store_id = $1 AND entity_id = $2 AND outcome = 'done' ORDER BY id`,
            [world.storeId, id],
          );
        let known: Record<string, unknown> = {};
        for (const { before, after } of rows.flatMap(({ changes }) => changes)) {
          const { rev: _, updatedAt: __, ...was } = (before ?? {}) as Record<string, unknown>;
          expect(known).toMatchObject(was);
          known = { ...known, ...after };
        }
        const { price, title, stock, archive } = products[place] as State['products'][number];
        expect(known).toMatchObject({ price, title: `T${title}`, stock, status: archive ? 'archived' : 'active' });
      }
    }
  }

  interface Preview {
    readonly hash: string;
    readonly changes: readonly { field: string; before: unknown; after: unknown }[];
  }
  interface ItemRow {
    readonly id: string;
    readonly state: Item['state'];
    readonly command: string;
    readonly payload: Record<string, string>;
    readonly preview: Preview;
    readonly currentPreview: Preview | null;
    readonly acceptedHash: string | null;
  }
  interface Row {
    readonly id: string;
    readonly state: Proposal['state'];
    readonly hash: string;
    readonly items: readonly ItemRow[];
  }

  const titleNumber = (value: unknown): number => Number(String(value).slice(1));
  const FIELDS: Record<string, { field: Field; read(value: unknown): number }> = {
    'catalog.price.set': { field: 'price', read: Number },
    'catalog.stock.set': { field: 'stock', read: Number },
    'catalog.product.update': { field: 'title', read: titleNumber },
    'catalog.product.archive': { field: 'archive', read: (value) => (value === 'archived' ? 1 : 0) },
  };

  async function begin(): Promise<{ model: Model; real: Real }> {
    const products = [];
    for (let place = 0; place < PRODUCTS; place += 1)
      products.push(await world.done('catalog.product.create', { title: 'T0', price: 0, stock: 0 }));
    const tokens = [];
    for (let agent = 0; agent < AGENTS; agent += 1) {
      const { body } = await world.run('token.mint', { kind: 'agent', label: 'Ajan' }, { as: world.owner });
      const { result, token } = body as { result: { id: string }; token: string };
      tokens.push({ id: result.id, token });
    }
    const owners = [world.owner, { ...world.owner, id: newId('own') }];
    const product = { price: 0, title: 0, stock: 0, archive: 0 } as const;
    const state: State = {
      products: Array.from({ length: PRODUCTS }, () => product),
      proposals: Array.from({ length: AGENTS }, () => []),
      revoked: Array.from({ length: AGENTS }, () => false),
    };
    return {
      model: { state },
      real: new Real(
        products.map(({ id }) => id),
        tokens,
        owners,
      ),
    };
  }

  /** A wish that becomes a call once it is known which proposals there are. */
  interface Wish {
    readonly do: Call['do'];
    readonly agent: number;
    readonly place: number;
    readonly edit: Edit;
    /** Prefer what the state allows. */
    readonly apt: boolean;
    readonly flag: boolean;
  }

  const APT: Record<string, readonly Proposal['state'][]> = {
    submit: ['open'],
    withdraw: ['open', 'submitted', 'paused'],
    approve: ['submitted'],
    reject: ['submitted'],
    skip: ['submitted', 'paused'],
    resume: ['paused'],
  };

  /** What moves a proposal on. */
  const ONWARD: Record<string, readonly Call['do'][]> = {
    open: ['submit'],
    submitted: ['approve', 'approve', 'skip'],
    paused: ['resume', 'resume', 'skip'],
  };

  function callOf({ do: wished, agent, place, edit, apt, flag }: Wish, { proposals }: State): Call | undefined {
    const all = proposals.flatMap((own, of) => own.map((proposal, number) => ({ agent: of, number, proposal })));
    if (wished === 'edit') {
      // Where a proposal looks: that is what makes it stale.
      const watched = all
        .filter(({ proposal }) => proposal.state === 'submitted' || proposal.state === 'paused')
        .flatMap(({ proposal }) => proposal.items.filter(({ state }) => state !== 'applied' && state !== 'skipped'));
      const at = watched[place % Math.max(1, watched.length)]?.edit;
      return { do: 'edit', edit: apt && at && at.field !== 'archive' ? { ...at, value: edit.value } : edit };
    }
    if (wished === 'record') return { do: 'record', agent, edit };
    if (wished === 'revoke') return { do: 'revoke', agent };
    const fitting = all.filter(({ proposal }) => APT[wished]?.includes(proposal.state));
    const moving = all.filter(({ proposal }) => ONWARD[proposal.state]);
    const choice = [fitting, moving].find((some) => apt && some.length > 0) ?? all;
    const chosen = choice[place % Math.max(1, choice.length)];
    if (!chosen) return undefined;
    const onward = choice === moving ? ONWARD[chosen.proposal.state] : undefined;
    const wish = onward?.[place % onward.length] ?? wished;
    const { proposal, ...target } = chosen;
    const held = proposal.items.findIndex(({ state }) => state === 'stale' || state === 'refused');
    const item = held >= 0 && apt ? held : place % proposal.items.length;
    switch (wish) {
      case 'submit':
        return { do: wish, ...target };
      case 'withdraw':
        return { do: wish, ...target, byOwner: flag };
      case 'approve':
        return { do: wish, ...target, seen: proposal.items.length - (apt ? 0 : 1) };
      case 'reject':
        return { do: wish, ...target };
      case 'skip':
        return { do: wish, ...target, item };
      case 'resume':
        return { do: wish, ...target, accept: flag ? { item, seen: proposal.items[item]?.current ?? null } : null };
    }
  }

  /** Calls that are made at once. What comes of them must be what comes of one order of their steps. */
  class AtOnce implements fc.AsyncCommand<Model, Real> {
    constructor(private readonly wishes: readonly Wish[]) {}

    check({ state }: Model): boolean {
      return this.wishes.every((wish) => callOf(wish, state) !== undefined);
    }

    async run(model: Model, real: Real): Promise<void> {
      const calls = this.wishes.map((wish) => callOf(wish, model.state) as Call);
      const possible = endings(model.state, calls);
      const answers = await Promise.all(calls.map((call) => real.call(call)));
      const state = await real.state();
      const fitting = possible.find((ending) => plain(ending) === plain({ answers, state }));
      if (!fitting)
        throw new Error(`${JSON.stringify({ calls, before: model.state, answers, state, possible }, null, 1)}`);
      for (const [index, call] of calls.entries()) count(`${call.do} ${answers[index]}`);
      for (const { state: name } of fitting.state.proposals.flat()) count(`proposal ${name}`);
      for (const { state: name, accepted } of fitting.state.proposals.flat(2).flatMap(({ items }) => items)) {
        count(`item ${name}${accepted ? ' accepted' : ''}`);
      }
      if (calls.length > 1) count(possible.length > 1 ? 'races with several endings' : 'races with one ending');
      model.state = fitting.state;
    }

    toString(): string {
      return JSON.stringify(this.wishes);
    }
  }

  /** The product keeps the hash of what was accepted, the model its words. */
  function plain({ answers, state }: { answers: readonly Answer[]; state: State }): string {
    const proposals = state.proposals.map((own) =>
      own.map((proposal) => ({
        ...proposal,
        items: proposal.items.map((item) => ({ ...item, accepted: item.accepted !== null })),
      })),
    );
    return JSON.stringify([answers, sorted({ ...state, proposals })]);
  }

  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, child]) => [key, sorted(child)]),
    );
  }

  const field = fc.oneof(
    { arbitrary: fc.constantFrom<Field>('price', 'title', 'stock'), weight: 12 },
    { arbitrary: fc.constant<Field>('archive'), weight: 1 },
  );
  const edit = fc
    .record({ field, product: fc.nat({ max: PRODUCTS - 1 }), value: fc.nat({ max: 3 }) })
    .map((drawn): Edit => (drawn.field === 'archive' ? { ...drawn, value: 1 } : drawn));
  const weights = {
    record: 8,
    submit: 4,
    approve: 5,
    edit: 5,
    resume: 4,
    skip: 2,
    withdraw: 1,
    reject: 1,
    revoke: 1,
  } as const;
  const wish = fc.record({
    do: fc.oneof(
      ...Object.entries(weights).map(([name, weight]) => ({ arbitrary: fc.constant(name as Call['do']), weight })),
    ),
    agent: fc.nat({ max: AGENTS - 1 }),
    place: fc.nat({ max: 5 }),
    edit,
    apt: fc.oneof({ arbitrary: fc.constant(true), weight: 6 }, { arbitrary: fc.constant(false), weight: 1 }),
    flag: fc.boolean(),
  });
  const alone = wish.map((drawn) => new AtOnce([drawn]));
  const racing = fc.array(wish, { minLength: 2, maxLength: 3 }).map((drawn) => new AtOnce(drawn));

  /** Where it gets interesting: a proposal of three that waits at its first item. */
  const price: Edit = { field: 'price', product: 0, value: 1 };
  const soon = { agent: 0, place: 0, apt: true, flag: true };
  const toPause: readonly Wish[] = [
    { ...soon, do: 'record', edit: price },
    { ...soon, do: 'record', edit: { ...price, value: 2 } },
    { ...soon, do: 'record', edit: { field: 'stock', product: 1, value: 3 } },
    { ...soon, do: 'submit', edit: price },
    { ...soon, do: 'edit', edit: { ...price, value: 3 } },
    { ...soon, do: 'approve', edit: price },
  ];

  test('whatever two owners, two agents and the shop do, one after the other or at once', async () => {
    const commands = fc.commands([alone, alone, racing], { size: 'large', maxCommands: 30 });
    const runs = fc.asyncProperty(fc.boolean(), commands, async (fromPause, drawn) => {
      const { model, real } = await begin();
      count('runs');
      for (const step of fromPause ? toPause : []) await new AtOnce([step]).run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), drawn);
      await real.expectUnbrokenJournal(model.state);
    });
    await fc.assert(runs, {
      numRuns: runsOf(80),
      endOnFailure: true,
    });
    if (process.env.VERBOSE)
      process.stdout.write(`${JSON.stringify(Object.fromEntries([...met].toSorted()), null, 1)}\n`);
    expect([...met.keys()]).toEqual(
      expect.arrayContaining([
        'item applied',
        'item applied accepted',
        'item skipped',
        'item stale',
        'races with several endings',
        'resume done',
      ]),
    );
  }, 240_000);
});
