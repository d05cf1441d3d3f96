import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import type { Platform } from '../../src/platform';
import { median } from './measure';
import { addProducts, mint, openStore } from './stores';

/** What recording and applying cost; times in ms. */
export interface ProposalResult {
  /** Price change by a developer token: the command that the item stands for. */
  readonly directMs: number;
  /** The same change recorded as the first item of a proposal. */
  readonly recordMs: number;
  /** The two hundredth item of a proposal against the first. */
  readonly long: readonly LongProposal[];
  readonly items: number;
  readonly itemsPerSecond: readonly number[];
}

/** What recording costs in a proposal that is full but for one item; ms. */
interface LongProposal {
  readonly what: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

const PAIRS = 150;
const WARM_UP = 30;
const ITEMS = 100;
const ITEMS_MAX = 200;
/** Items at either end of a long proposal whose median is taken. */
const AT_AN_END = 5;
const OWNER = 'own_bench';

interface Answer {
  readonly proposalId: string;
  readonly hash: string;
  readonly state: string;
  readonly decidedAt: string;
  readonly finishedAt: string;
  readonly items: { readonly applied: number };
}

/** Measured one call after the other, direct and recorded in turn, through the whole HTTP path. */
export async function measureProposals(origin: string, platform: Platform, rounds: number): Promise<ProposalResult> {
  const { storeId, token } = await openStore(platform, 'Öneri');
  const agent = await mint(platform, storeId, { kind: 'agent', label: 'Ölçüm' });
  const products = await addProducts(platform, storeId, ITEMS);
  const send = async (as: string, command: string, payload: object): Promise<Answer> => {
    const answer = await fetch(`${origin}/v1/commands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ command, storeId, payload, idempotencyKey: newUlid() }),
    });
    if (!answer.ok) throw new Error(`${command}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
    const since = performance.now();
    const value = await work();
    return { ms: performance.now() - since, value };
  };
  const direct: number[] = [];
  const recorded: number[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    const payload = { targetId: products[(pair + WARM_UP) % ITEMS], price: 2_000 + pair };
    const one = await timed(() => send(token, 'catalog.price.set', payload));
    const other = await timed(() => send(agent, 'catalog.price.set', { ...payload, price: payload.price + 1 }));
    await send(agent, 'proposal.withdraw', { proposalId: other.value.proposalId });
    if (pair < 0) continue;
    direct.push(one.ms);
    recorded.push(other.ms);
  }
  const propose = async (command: string, payload: object) => {
    const { ms, value } = await timed(() => send(agent, command, payload));
    return { ms, proposalId: value.proposalId };
  };
  const more = [...products, ...(await addProducts(platform, storeId, ITEMS_MAX - ITEMS))];
  const long: LongProposal[] = [];
  for (const [what, callOf] of longProposals(more))
    long.push({ what, ...(await measureLong(propose, callOf, rounds)) });
  const itemsPerSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    itemsPerSecond.push(await applyOnce(platform, storeId, products, (...args) => send(agent, ...args), round));
  return { directMs: median(direct), recordMs: median(recorded), long, items: ITEMS, itemsPerSecond };
}

type CallOf = (item: number) => readonly [command: string, payload: object];

/** Items that have nothing to do with each other, and such as build each on the one before. */
const longProposals = (products: readonly string[]): readonly (readonly [what: string, callOf: CallOf])[] => [
  ['prices of 200 products', (item) => ['catalog.price.set', { targetId: products[item], price: 7_000 + item }]],
  ['200 prices of one product', (item) => ['catalog.price.set', { targetId: products[0], price: 7_000 + item }]],
  ['200 new categories, each behind the last', (item) => ['catalog.category.create', { name: `Raf ${item}` }]],
];

async function measureLong(
  propose: (command: string, payload: object) => Promise<{ readonly ms: number; readonly proposalId: string }>,
  callOf: CallOf,
  rounds: number,
): Promise<Pick<LongProposal, 'firstMs' | 'lastMs'>> {
  const first: number[] = [];
  const last: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let time = 0; time < AT_AN_END; time += 1) {
      const { ms, proposalId } = await propose(...callOf(0));
      first.push(ms);
      await propose('proposal.withdraw', { proposalId });
    }
    let proposalId = '';
    for (let item = 0; item < ITEMS_MAX; item += 1) {
      const recorded = await propose(...callOf(item));
      ({ proposalId } = recorded);
      if (item >= ITEMS_MAX - AT_AN_END) last.push(recorded.ms);
    }
    await propose('proposal.withdraw', { proposalId });
  }
  return { firstMs: median(first), lastMs: median(last) };
}

/** @returns items a second, from the first to the last: this process starts no workflow itself, the worker's sweep does */
async function applyOnce(
  platform: Platform,
  storeId: string,
  products: readonly string[],
  send: (command: string, payload: object) => Promise<Answer>,
  round: number,
): Promise<number> {
  let proposalId = '';
  for (const targetId of products)
    ({ proposalId } = await send('catalog.price.set', { targetId, price: 5_000 + round }));
  await send('proposal.submit', { proposalId });
  const [submitted] = await platform.database
    .reader(storeId)
    .query<{ hash: string }>('SELECT hash FROM proposal WHERE store_id = $1 AND id = $2', [storeId, proposalId]);
  const approve = platform.services.capabilities.command('proposal.approve');
  if (!approve) throw new Error('there is no proposal.approve');
  await platform.bus.execute({
    principal: systemPrincipal(storeId, OWNER),
    mutation: approve,
    payload: { proposalId, hash: submitted?.hash },
    key: newUlid(),
  });
  for (;;) {
    const [row] = await platform.database.reader(storeId).query<{ state: string; seconds: number | null }>(
      `SELECT p.state, (SELECT extract(epoch FROM max(applied_at) - min(applied_at))::float8 FROM proposal_item
         WHERE store_id = $1 AND proposal_id = $2) AS seconds
       FROM proposal p WHERE p.store_id = $1 AND p.id = $2`,
      [storeId, proposalId],
    );
    if (row?.state === 'applied' && row.seconds !== null) return (products.length - 1) / row.seconds;
    if (row?.state === 'paused') throw new Error('the proposal paused');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
