import { sleep } from '../../src/embedded/process';
import type { Call, Gateway } from './gateway';
import { NoAnswer } from './gateway';
import type { Random } from './random';

/** Things that all clients change at once. */
export interface Shared {
  /** Products and variants whose stock is counted. */
  readonly stock: readonly string[];
  /** Products whose price everybody adds to. */
  readonly prices: readonly string[];
  /** Products whose description is a list that everybody appends to. */
  readonly lists: readonly string[];
}

export const FIRST_STOCK = 1_000_000;
const FIRST_PRICE = 10_000;
export const TAKEN_HANDLE = 'kaos-alinmis-ad';

/** What must be true in the end, from what was acknowledged. */
export class Model {
  /** Sum of deltas by item. */
  readonly stock = new Map<string, number>();
  readonly prices = new Map<string, { price: number; rev: number }>();
  readonly lists = new Map<string, { words: string[]; rev: number }>();
  readonly products = new Map<string, { title: string; price: number; brand: string | null; rev: number }>();
  /** Adjustments that were acknowledged. */
  adjustments = 0;
  /** Plaintexts by token; undefined when the first answer was lost. */
  readonly tokens = new Map<string, string | undefined>();
}

export async function setUp(gateway: Gateway, random: Random): Promise<Shared> {
  const create = async (payload: Record<string, unknown>): Promise<{ id: string; variants: { id: string }[] }> => {
    const call: Call = { by: 'developer', name: 'catalog.product.create', key: random.ulid(), payload };
    return (await gateway.call(call)).body.result;
  };
  const stock: string[] = [];
  for (let n = 1; n <= 4; n += 1)
    stock.push((await create({ title: `Ortak stok ${n}`, price: FIRST_PRICE, stock: FIRST_STOCK })).id);
  const variants = ['S', 'M', 'L'].map((title) => ({ title, stock: FIRST_STOCK }));
  const withVariants = await create({ title: 'Ortak stok, bedenli', price: FIRST_PRICE, variants });
  stock.push(...withVariants.variants.map(({ id }) => id));
  const prices: string[] = [];
  const lists: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    prices.push((await create({ title: `Ortak fiyat ${n}`, price: FIRST_PRICE })).id);
    lists.push((await create({ title: `Ortak liste ${n}`, price: FIRST_PRICE, description: 'kaos' })).id);
  }
  await create({ title: 'Adı alınmış', handle: TAKEN_HANDLE, price: FIRST_PRICE });
  return { stock, prices, lists };
}

export const modelOf = ({ stock, prices, lists }: Shared): Model => {
  const model = new Model();
  for (const id of stock) model.stock.set(id, 0);
  for (const id of prices) model.prices.set(id, { price: FIRST_PRICE, rev: 1 });
  for (const id of lists) model.lists.set(id, { words: ['kaos'], rev: 1 });
  return model;
};

const WEIGHTS = {
  adjust: 32,
  create: 15,
  addToPrice: 11,
  append: 8,
  update: 10,
  deferred: 4,
  refused: 5,
  mint: 2,
  replay: 11,
  abuse: 2,
} as const;

const WORDS = ['Keten', 'İpek', 'Yün', 'Çelik', 'Şişe', 'Ğ-kutu', 'Öğütücü', 'Işık', 'Bakır', 'Porselen'];
/** How a call travels: alone, twice at once, or by a client that hangs up at once and comes back only at the very end. */
const WAYS = { alone: 84, twin: 8, abandoned: 8 } as const;

interface Own {
  readonly id: string;
  rev: number;
}

/** One client: it does one thing after the other, and the seed says what. */
export class Client {
  /** Things done. */
  steps = 0;
  private readonly acts: Random;
  private readonly keys: Random;
  private readonly picks: Random;
  private readonly own: Own[] = [];
  private readonly answered: Call[] = [];
  private readonly abandoned: { readonly call: Call; readonly settle: (result: Result) => void }[] = [];
  private created = 0;
  private minted = 0;
  private appended = 0;

  constructor(
    private readonly name: string,
    private readonly gateway: Gateway,
    private readonly shared: Shared,
    private readonly model: Model,
    random: Random,
  ) {
    this.acts = random.fork(`acts of ${name}`);
    this.keys = random.fork(`keys of ${name}`);
    this.picks = random.fork(`picks of ${name}`);
  }

  /** @param pauseMs longest pause between two acts; 0 for none */
  async run(goOn: (steps: number) => boolean, pauseMs: number): Promise<void> {
    while (goOn(this.steps)) {
      this.steps += 1;
      try {
        await this.act();
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      if (pauseMs > 0) await sleep(this.picks.int(0, pauseMs));
    }
    for (const { call, settle } of this.abandoned.splice(0)) {
      const { status, body } = await this.gateway.call(call);
      if (status === 200) settle(body.result);
    }
  }

  private act(): Promise<void> {
    const { acts } = this;
    switch (acts.weighted(WEIGHTS)) {
      case 'adjust':
        return this.adjust();
      case 'create':
        return this.create();
      case 'addToPrice':
        return this.addToPrice(acts.pick(this.shared.prices), acts.int(1, 99));
      case 'append':
        return this.append(acts.pick(this.shared.lists));
      case 'update':
        return this.update();
      case 'deferred':
        return this.priceInSteps(acts.int(2, 5));
      case 'refused':
        return this.askTheImpossible();
      case 'mint':
        return this.mint();
      case 'replay':
        return this.replay();
      case 'abuse':
        return this.abuse();
    }
  }

  private async adjust(): Promise<void> {
    const targetId = this.acts.pick(this.shared.stock);
    const delta = this.acts.int(1, 9) * (this.acts.chance(0.4) ? -1 : 1);
    await this.send('catalog.stock.adjust', { targetId, delta, reason: `kaos ${this.name}` }, () => {
      this.model.stock.set(targetId, (this.model.stock.get(targetId) ?? 0) + delta);
      this.model.adjustments += 1;
    });
  }

  private async create(): Promise<void> {
    this.created += 1;
    const title = `${this.acts.pick(WORDS)} ${this.name}-${this.created}`;
    const price = this.acts.int(100, 99_999);
    const variants = this.acts.chance(0.3)
      ? ['S', 'M'].map((size) => ({ title: size, stock: this.acts.int(1, 50), barcode: `${title} ${size}` }))
      : undefined;
    const payload = { title, price, ...(variants ? { variants } : { stock: this.acts.int(1, 50), barcode: title }) };
    const way = this.acts.weighted(WAYS);
    await this.sendBy(way, 'catalog.product.create', payload, (result) => {
      this.model.products.set(result.id, { title, price, brand: null, rev: 1 });
      // What was abandoned has no place in the list: when its answer comes is not the seed's to say.
      if (way !== 'abandoned') this.own.push({ id: result.id, rev: 1 });
    });
  }

  /** Reads, adds, writes when nobody was faster: the sum of all is in the price at the end, unless an update was lost. */
  private async addToPrice(productId: string, amount: number): Promise<void> {
    for (;;) {
      const { price, rev } = await this.gateway.read(`/v1/catalog/products/${productId}`);
      const payload = { targetId: productId, expectedRev: rev, price: price + amount };
      const done = await this.guarded('catalog.price.set', payload);
      if (!done) continue;
      const known = this.model.prices.get(productId) as { price: number; rev: number };
      this.model.prices.set(productId, { price: known.price + amount, rev: known.rev + 1 });
      return;
    }
  }

  private async append(productId: string): Promise<void> {
    this.appended += 1;
    const word = `${this.name}-${this.appended}`;
    for (;;) {
      const { description, rev } = await this.gateway.read(`/v1/catalog/products/${productId}`);
      const payload = { productId, expectedRev: rev, description: `${description} ${word}` };
      const done = await this.guarded('catalog.product.update', payload);
      if (!done) continue;
      const list = this.model.lists.get(productId) as { words: string[]; rev: number };
      list.words.push(word);
      list.rev += 1;
      return;
    }
  }

  /** @returns false when somebody else was faster */
  private async guarded(name: string, payload: Record<string, unknown>): Promise<boolean> {
    const call: Call = { by: 'developer', name, key: this.keys.ulid(), payload, mayRefuse: ['rev_conflict'] };
    const { status } = await this.gateway.call(call);
    this.answered.push(call);
    return status === 200;
  }

  /** Nobody else changes what is ours: a rev that moved by more than one is an effect that happened twice. */
  private async update(): Promise<void> {
    const position = this.acts.next();
    const brand = `Marka ${this.acts.int(1, 1_000)}`;
    const own = this.own[Math.floor(position * this.own.length)];
    if (!own) return;
    const payload = { productId: own.id, expectedRev: own.rev, brand };
    await this.sendBy('alone', 'catalog.product.update', payload, ({ rev }) => {
      own.rev = rev;
      const known = this.model.products.get(own.id) as { brand: string; rev: number };
      // A brand that is there already is no change.
      if (known.brand !== brand) known.rev += 1;
      known.brand = brand;
    });
  }

  /** All but the last leave the bump to the last one. */
  private async priceInSteps(count: number): Promise<void> {
    const position = this.acts.next();
    const prices = Array.from({ length: count }, () => this.acts.int(100, 99_999));
    const own = this.own[Math.floor(position * this.own.length)];
    if (!own) return;
    for (const [index, price] of prices.entries()) {
      const payload = { targetId: own.id, expectedRev: own.rev, price };
      const settle = ({ rev }: Result) => {
        own.rev = rev;
        const known = this.model.products.get(own.id) as { price: number; rev: number };
        if (known.price !== price) known.rev += 1;
        known.price = price;
      };
      await this.sendBy('alone', 'catalog.price.set', payload, settle, { deferBump: index < count - 1 });
    }
  }

  private async askTheImpossible(): Promise<void> {
    const [name, payload, code] = this.acts.pick([
      ['catalog.product.create', { title: 'Olmaz', handle: TAKEN_HANDLE, price: 1 }, 'handle_taken'],
      ['catalog.stock.adjust', { targetId: this.shared.stock[0] as string, delta: -900_000_000 }, 'stock_out_of_range'],
      ['catalog.price.set', { targetId: `prd_${'0'.repeat(26)}`, price: 1 }, 'not_found'],
    ] as const);
    const call: Call = { by: 'developer', name, key: this.keys.ulid(), payload, mayRefuse: [code] };
    await this.gateway.call(call);
    this.answered.push(call);
  }

  private async mint(): Promise<void> {
    this.minted += 1;
    const payload = { kind: 'developer', label: `Kaos ${this.name}-${this.minted}`, scopes: ['catalog:read'] };
    const call: Call = { by: 'owner', name: 'token.mint', key: this.keys.ulid(), payload };
    const { status, body } = await this.gateway.call(call);
    if (status !== 200) return;
    this.model.tokens.set(body.result.id, body.token);
    this.answered.push(call);
  }

  private async replay(): Promise<void> {
    const call = this.answered[Math.floor(this.acts.next() * this.answered.length)];
    if (call) await this.gateway.replay(call);
  }

  private async abuse(): Promise<void> {
    const call = this.answered[Math.floor(this.acts.next() * this.answered.length)];
    if (!call || call.by === 'owner') return;
    const payload = { targetId: this.shared.stock[0] as string, delta: 1_000_000 };
    await this.gateway.abuse({ by: call.by, name: 'catalog.stock.adjust', key: call.key, payload });
  }

  private send(name: string, payload: Call['payload'], settle: (result: Result) => void): Promise<void> {
    return this.sendBy(this.acts.weighted(WAYS), name, payload, settle);
  }

  private async sendBy(
    way: keyof typeof WAYS,
    name: string,
    payload: Call['payload'],
    settle: (result: Result) => void,
    options: Pick<Call, 'deferBump'> = {},
  ): Promise<void> {
    const call: Call = { by: 'developer', name, key: this.keys.ulid(), payload, ...options };
    if (way === 'abandoned') {
      const answer = await this.gateway.once(call, this.picks.int(2, 40));
      if (answer?.status === 200) settle(answer.body.result);
      else if (!answer) this.abandoned.push({ call, settle });
      return;
    }
    const twin = way === 'twin' ? this.gateway.call(call) : undefined;
    twin?.catch(() => {});
    const { status, body } = await this.gateway.call(call);
    await twin;
    this.answered.push(call);
    if (status === 200) settle(body.result);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers a shape of its own
type Result = any;
