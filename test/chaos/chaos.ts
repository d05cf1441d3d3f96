import { patient } from '../world/patience';
import { AGENTS, Agent, setUpAgents } from './agents';
import { checkEverything } from './checks';
import { Days } from './days';
import { checkDesigns } from './design-checks';
import { Designer, type Designs, setUpDesigns } from './designer';
import { difference, dumpOf } from './dump';
import { Findings } from './findings';
import { Gateway, type Kind } from './gateway';
import { Hostile } from './hostile';
import { type Act, Imports, planActs } from './imports';
import { Keyholder } from './keyholder';
import { Market, SELLERS, Seller } from './marketplace';
import { agreed } from './marketplace-checks';
import { Nemesis, type Strike, type Target } from './nemesis';
import { Onlooker } from './onlooker';
import { Outside } from './outside';
import { Product } from './product';
import { Random } from './random';
import { type NetworkFault, SecondMachine } from './second';
import { Sales, setUpTrade, TRADERS, Trader, type Wares } from './trade';
import { Client, type Model, modelOf, setUp } from './workload';

export interface ChaosOptions {
  readonly seed: number;
  readonly kills: number;
  /** Products of the marketplace. */
  readonly products: number;
  readonly say: (line: string) => void;
  /** Told what the product says. */
  readonly onLine?: (line: string) => void;
  /** Aborted: everything is stopped and removed. */
  readonly signal?: AbortSignal;
  /** Leaves data and log behind. */
  readonly keep?: boolean;
  /** Days that pass in minutes: then the marketplace alone is at work. */
  readonly days?: number;
}

export interface ChaosReport {
  readonly kills: Readonly<Record<Target, number>>;
  readonly freezes: number;
  readonly strikes: readonly Strike[];
  readonly networkFaults: Readonly<Record<NetworkFault, number>>;
  readonly hostile: Readonly<Record<string, number>>;
  /** Longest waits for one answer, in ms. */
  readonly waits: Readonly<Record<Kind, number>>;
  readonly proposals: number;
  /** Tokens that each machine let in, and refused once they were taken back. */
  readonly tokens: Keyholder['refused'];
  readonly sales: Sales;
  readonly market: Market;
  /** undefined: the marketplace alone was at work. */
  readonly designs?: Designs;
  /** Days that have passed; undefined: none did. */
  readonly days?: Days;
  readonly commands: number;
  readonly replays: number;
  readonly jobs: number;
  readonly creating: number;
  readonly failedStarts: readonly string[];
  readonly trouble: Readonly<Record<string, number>>;
  readonly findings: Findings;
  readonly rows: number;
  readonly seconds: number;
}

const CLIENTS = 5;
const PAUSE_MS = 250;
const READY_MS_MAX = patient(60_000);
/** Differences that are worth reading. */
const SHOWN = 5;

/** What was done, so that it can be done again in peace. */
interface Script {
  readonly steps: readonly number[];
  readonly proposals: readonly number[];
  readonly orders: readonly number[];
  readonly sellings: readonly number[];
  readonly designing: number;
  readonly acts: readonly Act[];
}

/**
 * The same work twice: once while everything is killed and disturbed, once in peace. Every acknowledged change must be there
 * once, every call must be answered within its bound, and both must end in the same state.
 */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  if (options.days !== undefined) return passDays(options, options.days);
  const began = Date.now();
  const findings = new Findings();
  const { seed, kills, products, say } = options;
  const random = new Random(String(seed));
  const acts = planActs(Math.min(8, Math.max(2, Math.round(kills / 6))), products, random.fork('acts'));

  const disturbed = await onProduct(options, findings, true, async (product, outside) => {
    const second = new SecondMachine(product, random.fork('network'));
    const gateway = new Gateway(product, random.fork('retries'), findings, second);
    const { clients, agents, traders, sellers, ...known } = await cast(
      { product, outside, gateway, disturbed: true },
      findings,
      random,
    );
    const { designs, designer } = await design(gateway, random);
    const onlooker = new Onlooker(product, designs, findings, random.fork('onlooker'));
    const imports = new Imports(gateway, findings, random, outside, true);
    const nemesis = new Nemesis(product, gateway, imports, second, findings, random.fork('nemesis'), say);
    const hostile = new Hostile(product, gateway, findings, random.fork('hostile'));
    const keyholder = new Keyholder(product, second, gateway, findings, random.fork('keyholder'));
    await second.start();
    let over = false;
    const working = Promise.all([
      ...clients.map((client) => client.run(() => !over, PAUSE_MS)),
      ...agents.map((agent) => agent.run(() => !over)),
      ...traders.map((trader) => trader.run(() => !over)),
      ...sellers.map((seller) => seller.run(() => !over)),
      designer.run(() => !over, true),
      onlooker.run(() => !over),
      hostile.run(() => !over),
      keyholder.run(() => !over),
    ]);
    const importing = imports.run(acts, async (index) => {
      while (!over && nemesis.count < Math.floor((kills * index) / acts.length)) await pause(100);
    });
    importing.catch(() => {});
    working.catch(() => {});
    try {
      // Kills that came before anything was on sale would disturb nobody who sells.
      await Promise.race([known.market.opened, pause(READY_MS_MAX)]);
      await nemesis.run(kills, acts.length);
      over = true;
      say(`all up after the last kill; clients and jobs come to their end`);
      await Promise.all([working, importing]);
      second.calmDown();
      outside.calmDown();
      nemesis.measure();
      await imports.calmDown(products);
      await agreed({ ...known, product, gateway, outside, findings, random });
      await imports.importAgain(products);
      await checkEverything({ ...known, product, outside, gateway, imports, findings, products, random });
      await checkDesigns({ product, gateway, designs, findings }, onlooker);
    } finally {
      over = true;
      await second.stop();
    }
    const script: Script = {
      steps: stepsOf(clients),
      proposals: stepsOf(agents),
      orders: stepsOf(traders),
      sellings: stepsOf(sellers),
      designing: designer.steps,
      acts,
    };
    const dump = await dumpOf(product);
    return {
      script,
      dump,
      sales: known.sales,
      market: known.market,
      designs,
      nemesis,
      gateway,
      imports,
      second,
      hostile,
      keyholder,
      failedStarts: product.failedStarts,
    };
  });

  const { script, nemesis, gateway, imports, second, hostile, keyholder } = disturbed;
  say(
    `the same work in peace: ${script.steps.join(' + ')} acts of clients, ${script.proposals.join(' + ')} proposals, ${script.orders.join(' + ')} orders, ${script.sellings.join(' + ')} acts at the marketplace, ${script.designing} of the designer, ${imports.jobs.length - 1} jobs`,
  );
  const peaceful = await onProduct(options, findings, false, (product, outside) =>
    inPeace(product, outside, script, options, findings),
  );
  const apart = difference(disturbed.dump, peaceful);
  for (const row of apart.left.slice(0, SHOWN)) findings.mismatch(`only after the kills: ${row}`);
  for (const row of apart.right.slice(0, SHOWN)) findings.mismatch(`only in peace: ${row}`);
  const unshown = Math.max(0, apart.left.length - SHOWN) + Math.max(0, apart.right.length - SHOWN);
  if (unshown > 0) findings.mismatch(`and ${unshown} more rows that differ`);

  return {
    kills: nemesis.kills,
    freezes: nemesis.freezes,
    strikes: nemesis.strikes,
    networkFaults: second.faults,
    hostile: hostile.sent,
    waits: gateway.waits,
    proposals: script.proposals.reduce((sum, count) => sum + count, 0),
    tokens: keyholder.refused,
    sales: disturbed.sales,
    market: disturbed.market,
    designs: disturbed.designs,
    commands: gateway.acknowledged,
    replays: gateway.replaysChecked,
    jobs: imports.jobs.length,
    creating: imports.jobs.filter(({ progress }) => progress.created > 0).length,
    failedStarts: disturbed.failedStarts,
    trouble: gateway.trouble,
    findings,
    rows: peaceful.length,
    seconds: (Date.now() - began) / 1000,
  };
}

/** Lets days pass at the marketplace while everything is killed, and holds the end against what the marketplace says. */
async function passDays(options: ChaosOptions, wanted: number): Promise<ChaosReport> {
  const began = Date.now();
  const findings = new Findings();
  const { seed, kills, products, say } = options;
  const random = new Random(String(seed));
  const days = new Days(random.fork('days'));
  const work = async (product: Product, outside: Outside) => {
    await days.prepare(product);
    const second = new SecondMachine(product, random.fork('network'));
    const gateway = new Gateway(product, random.fork('retries'), findings, second);
    const {
      sellers,
      clients: _,
      agents: __,
      traders: ___,
      ...known
    } = await cast({ product, outside, gateway, disturbed: true, haveDays: true }, findings, random);
    const imports = new Imports(gateway, findings, random, outside, true);
    const nemesis = new Nemesis(product, gateway, imports, second, findings, random.fork('nemesis'), say);
    await second.start();
    let over = false;
    let passing: Promise<void> | undefined;
    try {
      const [act] = planActs(1, products, random.fork('acts'));
      if (act) await imports.run([{ ...act, faults: {} }], async () => {});
      const working = Promise.all(sellers.map((seller) => seller.run(() => !over)));
      working.catch(() => {});
      await Promise.race([known.market.opened, pause(READY_MS_MAX)]);
      const leaping = days.run({ product, second, outside, imports, products }, wanted, say).finally(() => {
        over = true;
      });
      passing = leaping.catch(() => {});
      // Kills are spread over the days.
      while (!over) {
        await nemesis.run(Math.ceil(days.passed(wanted) * kills), 1);
        await pause(PAUSE_MS);
      }
      await leaping;
      await nemesis.run(kills, 1);
      say('all up after the last kill; orders come to their end');
      await imports.calmDown(products);
      await working;
      second.calmDown();
      outside.calmDown();
      nemesis.measure();
      await agreed({ ...known, product, gateway, outside, findings, random });
      await imports.importAgain(products);
      await checkEverything({
        ...known,
        product,
        outside,
        gateway,
        imports,
        findings,
        products,
        random,
        haveDays: true,
      });
      await days.check(product, findings, wanted);
    } finally {
      over = true;
      days.stop();
      await second.stop();
      await passing;
    }
    return { ...known, nemesis, gateway, imports, second, failedStarts: product.failedStarts };
  };
  try {
    const { nemesis, gateway, imports, second, ...rest } = await onProduct(options, findings, true, work, days);
    return {
      kills: nemesis.kills,
      freezes: nemesis.freezes,
      strikes: nemesis.strikes,
      networkFaults: second.faults,
      hostile: {},
      waits: gateway.waits,
      proposals: 0,
      tokens: { first: 0, second: 0 },
      sales: rest.sales,
      market: rest.market,
      days,
      commands: gateway.acknowledged,
      replays: gateway.replaysChecked,
      jobs: imports.jobs.length,
      creating: imports.jobs.filter(({ progress }) => progress.created > 0).length,
      failedStarts: rest.failedStarts,
      trouble: gateway.trouble,
      findings,
      rows: 0,
      seconds: (Date.now() - began) / 1000,
    };
  } finally {
    days.remove();
  }
}

async function inPeace(
  product: Product,
  outside: Outside,
  { steps, proposals, orders, sellings, designing, acts }: Script,
  { seed, products }: ChaosOptions,
  findings: Findings,
): Promise<string[]> {
  const random = new Random(String(seed));
  const gateway = new Gateway(product, random.fork('retries'), findings);
  const { clients, agents, traders, sellers, ...known } = await cast(
    { product, outside, gateway, disturbed: false },
    findings,
    random,
  );
  const { designs, designer } = await design(gateway, random);
  const imports = new Imports(gateway, findings, random, outside, false);
  await Promise.all([
    ...clients.map((client, index) => client.run((done) => done < (steps[index] ?? 0), 0)),
    ...agents.map((agent, index) => agent.run((done) => done < (proposals[index] ?? 0))),
    ...traders.map((trader, index) => trader.run((done) => done < (orders[index] ?? 0))),
    ...sellers.map((seller, index) => seller.run((done) => done < (sellings[index] ?? 0))),
    designer.run((done) => done < designing, false),
    imports.run(acts, async () => {}),
  ]);
  await agreed({ ...known, product, gateway, outside, findings, random });
  await imports.importAgain(products);
  await checkEverything({ ...known, product, outside, gateway, imports, findings, products, random });
  await checkDesigns(
    { product, gateway, designs, findings },
    new Onlooker(product, designs, findings, random.fork('onlooker')),
  );
  return dumpOf(product);
}

interface Stage {
  readonly product: Product;
  readonly outside: Outside;
  readonly gateway: Gateway;
  readonly disturbed: boolean;
  readonly haveDays?: boolean;
}

/** Everybody who works, and what they know of the shop. */
async function cast(
  { product, outside, gateway, disturbed, haveDays = false }: Stage,
  findings: Findings,
  random: Random,
): Promise<{
  clients: Client[];
  agents: Agent[];
  traders: Trader[];
  sellers: Seller[];
  model: Model;
  sales: Sales;
  wares: Wares;
  market: Market;
  since: Date;
}> {
  const since = new Date();
  const shared = await setUp(gateway, random.fork('set-up'));
  await gateway.login();
  const model = modelOf(shared);
  const reserved = await setUpAgents(gateway, model, random.fork('set-up of agents'));
  const clients = clientNames().map((name) => new Client(name, gateway, shared, model, random));
  const agents = AGENTS.map(
    (name) => new Agent(name, gateway, shared, reserved.get(name) ?? [], model, findings, random),
  );
  const wares = await setUpTrade(gateway, random.fork('set-up of trade'));
  const sales = new Sales();
  const traders = TRADERS.map((name) => new Trader(name, gateway, outside, wares, sales, product, random));
  const market = new Market(product, outside);
  // Both stores of the demo stand for the same shop at the marketplace, and one of them sells there.
  await product.sql((query) =>
    query('UPDATE extension SET enabled = false WHERE store_id = $1', [product.run?.otherStore?.storeId]),
  );
  const sellers = SELLERS.map(
    (name) => new Seller(name, gateway, outside, market, model, product, random, disturbed, haveDays),
  );
  return { clients, agents, traders, sellers, model, sales, wares, market, since };
}

async function design(gateway: Gateway, random: Random): Promise<{ designs: Designs; designer: Designer }> {
  const designs = await setUpDesigns(gateway, random.fork('set-up of the design'));
  return { designs, designer: new Designer(gateway, designs, random) };
}

const stepsOf = (workers: readonly { readonly steps: number }[]): number[] => workers.map(({ steps }) => steps);

/** Runs `work` on a product of its own, which is gone afterwards whatever happens. */
async function onProduct<T>(
  { products, say, signal, keep, onLine }: ChaosOptions,
  findings: Findings,
  disturbed: boolean,
  work: (product: Product, outside: Outside) => Promise<T>,
  days?: Days,
): Promise<T> {
  signal?.throwIfAborted();
  const outside = await Outside.start(disturbed, products, days?.now);
  const environment = { ...outside.environment, ...days?.environment };
  const product = new Product({ products, environment, ...(onLine ? { onLine } : {}) });
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  try {
    const since = Date.now();
    product.start();
    await Promise.race([product.ready(READY_MS_MAX), aborted]);
    say(`the product is ready after ${((Date.now() - since) / 1000).toFixed(1)} s`);
    return await Promise.race([work(product, outside), aborted]);
  } finally {
    await product.stop(findings);
    await outside.close();
    if (keep) say(`left behind: ${product.folder}`);
    else product.remove();
  }
}

const clientNames = (): string[] => Array.from({ length: CLIENTS }, (_, index) => `c${index + 1}`);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
