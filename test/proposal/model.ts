/**
 * What proposals promise, as a few pure functions: every call is one step or two (who calls, then the call), an application is one
 * step for each item. Calls that race may fall between any two of them.
 */

export type Field = 'price' | 'title' | 'stock' | 'archive';

export interface Edit {
  readonly field: Field;
  readonly product: number;
  readonly value: number;
}

interface Product {
  readonly price: number;
  readonly title: number;
  readonly stock: number;
  readonly archive: 0 | 1;
}

/** What an edit does where it stands: the field before and after. */
type Seen = string;

export interface Item {
  readonly edit: Edit;
  readonly state: 'pending' | 'applied' | 'skipped' | 'stale' | 'refused' | 'dropped';
  readonly preview: Seen;
  /** What it would do now, when that is something else. */
  readonly current: Seen | null;
  readonly accepted: Seen | null;
}

export interface Proposal {
  readonly state: 'open' | 'submitted' | 'applying' | 'paused' | 'applied' | 'rejected' | 'withdrawn';
  readonly items: readonly Item[];
}

export interface State {
  readonly products: readonly Product[];
  /** Of each agent, in the order in which they were opened. */
  readonly proposals: readonly (readonly Proposal[])[];
  readonly revoked: readonly boolean[];
}

export type Call =
  | { readonly do: 'edit'; readonly edit: Edit }
  | { readonly do: 'record'; readonly agent: number; readonly edit: Edit }
  | { readonly do: 'submit'; readonly agent: number; readonly number: number }
  | { readonly do: 'withdraw'; readonly agent: number; readonly number: number; readonly byOwner: boolean }
  /** @property seen how many items the owner saw */
  | { readonly do: 'approve'; readonly agent: number; readonly number: number; readonly seen: number }
  | { readonly do: 'reject'; readonly agent: number; readonly number: number }
  | { readonly do: 'skip'; readonly agent: number; readonly number: number; readonly item: number }
  /** @property accept the item and the preview that the owner saw; without it the item is tried again */
  | {
      readonly do: 'resume';
      readonly agent: number;
      readonly number: number;
      readonly accept: { readonly item: number; readonly seen: Seen | null } | null;
    }
  | { readonly do: 'revoke'; readonly agent: number };

export type Answer = 'done' | 'proposed' | 'unauthenticated' | 'invalid_state' | 'preview_changed' | 'rev_conflict';

export const seen = (field: Field, before: unknown, after: unknown): Seen => `${field} ${before} ${after}`;

const byAgent = (call: Call): boolean =>
  call.do === 'record' || call.do === 'submit' || (call.do === 'withdraw' && !call.byOwner);

/** @returns undefined when the shop refuses the edit */
function apply(
  products: readonly Product[],
  { field, product: place, value }: Edit,
): { products: Product[]; seen: Seen } | undefined {
  const product = products[place] as Product;
  if (product.archive) return undefined;
  return { products: products.with(place, { ...product, [field]: value }), seen: seen(field, product[field], value) };
}

const done = ({ state }: Item): boolean => state === 'applied' || state === 'skipped';

/** A proposal that is over: what was not decided on is dropped. */
const over = (proposal: Proposal, state: 'rejected' | 'withdrawn'): Proposal => ({
  state,
  items: proposal.items.map((item) => (done(item) ? item : { ...item, state: 'dropped' })),
});

const proposalOf = (state: State, agent: number, number: number): Proposal =>
  (state.proposals[agent] as readonly Proposal[])[number] as Proposal;

function withProposal(state: State, agent: number, number: number, change: Partial<Proposal>): State {
  const own = state.proposals[agent] as readonly Proposal[];
  const proposal = { ...(own[number] as Proposal), ...change };
  return { ...state, proposals: state.proposals.with(agent, own.with(number, proposal)) };
}

function withItem(state: State, agent: number, number: number, place: number, change: Partial<Item>): State {
  const { items } = proposalOf(state, agent, number);
  return withProposal(state, agent, number, { items: items.with(place, { ...(items[place] as Item), ...change }) });
}

function record(state: State, agent: number, edit: Edit): [Answer, State] {
  if (state.revoked[agent]) return ['unauthenticated', state];
  const own = state.proposals[agent] as readonly Proposal[];
  const open = own.findIndex((proposal) => proposal.state === 'open');
  const earlier = open < 0 ? [] : (own[open] as Proposal).items;
  const onTop = earlier.reduce(
    (products, item) => apply(products, item.edit)?.products ?? products,
    [...state.products],
  );
  const applied = apply(onTop, edit);
  if (!applied) return ['invalid_state', state];
  const item: Item = { edit, state: 'pending', preview: applied.seen, current: null, accepted: null };
  if (open >= 0) return ['proposed', withProposal(state, agent, open, { items: [...earlier, item] })];
  return ['proposed', { ...state, proposals: state.proposals.with(agent, [...own, { state: 'open', items: [item] }]) }];
}

function answer(state: State, call: Call): [Answer, State] {
  if (call.do === 'edit') {
    const applied = apply(state.products, call.edit);
    return applied ? ['done', { ...state, products: applied.products }] : ['invalid_state', state];
  }
  if (call.do === 'record') return record(state, call.agent, call.edit);
  if (call.do === 'revoke') {
    const own = (state.proposals[call.agent] as readonly Proposal[]).map((proposal) =>
      proposal.state === 'open' ? over(proposal, 'withdrawn') : proposal,
    );
    return [
      'done',
      { ...state, revoked: state.revoked.with(call.agent, true), proposals: state.proposals.with(call.agent, own) },
    ];
  }
  return decide(state, call);
}

function decide(state: State, call: Exclude<Call, { do: 'edit' | 'record' | 'revoke' }>): [Answer, State] {
  const { agent, number } = call;
  const proposal = proposalOf(state, agent, number);
  const moved = (to: Proposal['state']): [Answer, State] => ['done', withProposal(state, agent, number, { state: to })];
  const ended = (to: 'rejected' | 'withdrawn'): [Answer, State] => [
    'done',
    withProposal(state, agent, number, over(proposal, to)),
  ];
  const refused: [Answer, State] = ['invalid_state', state];
  const held = proposal.items.findIndex((item) => !done(item));
  switch (call.do) {
    case 'submit':
      return proposal.state === 'open' ? moved('submitted') : refused;
    case 'withdraw':
      return ['open', 'submitted', 'applying', 'paused'].includes(proposal.state) ? ended('withdrawn') : refused;
    case 'approve':
      if (proposal.state !== 'submitted') return refused;
      return call.seen === proposal.items.length ? moved('applying') : ['preview_changed', state];
    case 'reject':
      return proposal.state === 'submitted' ? ended('rejected') : refused;
    case 'skip': {
      if (!['submitted', 'paused'].includes(proposal.state)) return refused;
      if (done(proposal.items[call.item] as Item)) return refused;
      const skipped = withItem(state, agent, number, call.item, { state: 'skipped' });
      if (proposal.state === 'submitted') return ['done', skipped];
      return ['done', call.item === held ? withProposal(skipped, agent, number, { state: 'applying' }) : skipped];
    }
    case 'resume': {
      if (proposal.state !== 'paused') return refused;
      if (!call.accept) return moved('applying');
      const item = proposal.items[call.accept.item] as Item;
      if (done(item)) return refused;
      // Of the item that holds all up, what it would do by now may have been seen as well.
      const isHeld = proposal.items.findIndex((each) => !done(each)) === call.accept.item;
      const other = item.current === null || item.current !== call.accept.seen;
      const now = isHeld && other ? apply(state.products, item.edit)?.seen : undefined;
      const current = now === undefined || now === (item.accepted ?? item.preview) ? item.current : now;
      if (current === null) return refused;
      if (current !== call.accept.seen) return ['preview_changed', state];
      const accepted = withItem(state, agent, number, call.accept.item, { accepted: current, current });
      return ['done', withProposal(accepted, agent, number, { state: 'applying' })];
    }
  }
}

/** One item of a proposal that is being applied. */
function step(state: State, agent: number, number: number): State {
  const { items } = proposalOf(state, agent, number);
  const place = items.findIndex((item) => !done(item));
  if (place < 0) return withProposal(state, agent, number, { state: 'applied' });
  const item = items[place] as Item;
  const applied = apply(state.products, item.edit);
  const paused = (held: Partial<Item>): State =>
    withProposal(withItem(state, agent, number, place, held), agent, number, { state: 'paused' });
  if (!applied) return paused({ state: 'refused', current: null });
  if (applied.seen !== (item.accepted ?? item.preview)) return paused({ state: 'stale', current: applied.seen });
  return withItem({ ...state, products: applied.products }, agent, number, place, {
    state: 'applied',
    current: item.accepted,
  });
}

interface Node {
  readonly state: State;
  /** How far each call is: not begun, its caller known, or answered. */
  readonly calls: readonly (Answer | 'waiting' | 'known')[];
}

export interface Ending {
  readonly answers: readonly Answer[];
  readonly state: State;
}

/** Every way in which calls that are made at once, and the applications that run, may end once all is quiet. */
export function endings(start: State, calls: readonly Call[]): Ending[] {
  const found: Ending[] = [];
  const visited = new Set<string>();
  const todo: Node[] = [{ state: start, calls: calls.map((call) => (byAgent(call) ? 'waiting' : 'known')) }];
  for (let node = todo.pop(); node; node = todo.pop()) {
    const name = JSON.stringify(node);
    if (visited.has(name)) continue;
    visited.add(name);
    const next = successors(node, calls);
    if (next.length === 0) found.push({ answers: node.calls as Answer[], state: node.state });
    todo.push(...next);
  }
  return found;
}

function successors({ state, calls: at }: Node, calls: readonly Call[]): Node[] {
  const next: Node[] = [];
  calls.forEach((call, index) => {
    if (at[index] === 'waiting') {
      const revoked = state.revoked[(call as { agent: number }).agent];
      next.push({ state, calls: at.with(index, revoked ? 'unauthenticated' : 'known') });
    } else if (at[index] === 'known') {
      const [answered, after] = answer(state, call);
      next.push({ state: after, calls: at.with(index, answered) });
      // Of two writers of a product one may be told that it was second.
      const mayMeet = calls.length > 1 && call.do === 'edit' && call.edit.field !== 'stock';
      if (mayMeet) next.push({ state, calls: at.with(index, 'rev_conflict') });
    }
  });
  state.proposals.forEach((own, agent) => {
    own.forEach((proposal, number) => {
      if (proposal.state === 'applying') next.push({ state: step(state, agent, number), calls: at });
    });
  });
  return next;
}
