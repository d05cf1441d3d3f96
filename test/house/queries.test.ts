import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { leasesOver } from '../../src/kernel/bus/credential-lease';
import { Connection, isPrepared } from '../../src/kernel/database/connection';
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';

/** What one request asks of Postgres. */
interface Asked {
  readonly statements: string[];
  /** How often something is sent, and so waited for: what leaves together is one. */
  sendings: number;
}

/** A connection is set to the store that it serves when it served another one before, which is no part of a request. */
const SETS_STORE = "SELECT set_config('app.store_id', $1, false)";

const socket = Socket.prototype as unknown as { _writeGeneric(...input: unknown[]): void };
const { query, command } = Connection.prototype;
const { _writeGeneric: write } = socket;

/** A stalled machine makes a request try something again, so the least of so many calls counts. */
const CALLS = 3;

/**
 * Numbers of the hot paths, over HTTP with a token: a statement in a loop or one more wait is found here and not by the shops. They
 * may go down; one that goes up costs every call of its kind.
 */
describe('what a request asks of Postgres', () => {
  let site: Site;
  /** Everything that a request does runs in its own context; what runs beside it, e.g. the outbox, does not. */
  const current = new AsyncLocalStorage<Asked>();
  let counted: Asked | undefined;
  const enter = (): void => {
    if (counted) current.enterWith(counted);
  };
  const note = (text: string): void => {
    const asked = current.getStore();
    if (text === SETS_STORE && asked) asked.sendings -= 1;
    else asked?.statements.push(text.replaceAll(/\s+/g, ' ').trim());
  };

  beforeAll(async () => {
    site = await openSite({ watchesTrials: false });
    const { port } = new URL(site.world.config.databaseUrl as string);
    subscribe('http.server.request.start', enter);
    jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...input) {
      note(input[0]);
      return query.apply(this, input) as never;
    });
    jest.spyOn(Connection.prototype, 'command').mockImplementation(function (this: Connection, ...input) {
      note(input[0]);
      return command.apply(this, input);
    });
    jest.spyOn(socket, '_writeGeneric').mockImplementation(function (this: Socket, ...input) {
      const asked = current.getStore();
      if (asked && String(this.remotePort) === port) asked.sendings += 1;
      write.apply(this, input);
    });
  });
  afterAll(async () => {
    unsubscribe('http.server.request.start', enter);
    jest.restoreAllMocks();
    await site.close();
  });

  /**
   * @param call runs once before, which opens connections
   * @param isFirst its token was not asked for lately; else it was a moment before, by a clock that stands still meanwhile
   */
  async function askedBy(call: () => Promise<{ status: number; text: string }>, isFirst = false): Promise<Asked> {
    const found: Asked[] = [];
    const clock = isFirst ? undefined : jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let round = 0; round <= CALLS; round += 1) {
      if (isFirst) await leasesOver();
      const asked: Asked = { statements: [], sendings: 0 };
      counted = asked;
      const { status, text } = await call();
      counted = undefined;
      if (status >= 300) throw new Error(text);
      if (round > 0) found.push(asked);
    }
    clock?.mockRestore();
    return found.toSorted((left, right) => left.statements.length - right.statements.length)[0] as Asked;
  }

  const product = async (title: string, more = {}): Promise<string> =>
    (await site.world.done('catalog.product.create', { title, price: 12_990, stock: 50, ...more })).id;

  let last = 1_000;
  /** Another number each time. */
  const place = (): number => {
    last += 1;
    return last;
  };

  const sending = (token: string, name: string, payload: () => object) => () =>
    site.call('POST', '/v1/commands', {
      token,
      body: { command: name, storeId: site.world.storeId, payload: payload(), idempotencyKey: newUlid() },
    });

  test.each(['', '?limit=2'])('a read asks for the token and for everything else, at once: %s', async (page) => {
    const { token } = await site.mint('developer');
    const ids = await Promise.all(
      ['Cezve', 'Fincan', 'Tepsi'].map((title) => product(title, { variants: [{ title: 'S' }, { title: 'M' }] })),
    );
    const path = page === '' ? `/v1/catalog/products/${ids[0]}` : `/v1/catalog/products${page}`;
    const read = () => site.call('GET', path, { token });
    const [find, rows] = [expect.stringContaining('find_tokens'), expect.stringContaining('catalog_product')];
    expect(await askedBy(read, true)).toEqual({ statements: [find, rows], sendings: 1 });
    expect(await askedBy(read)).toEqual({ statements: [rows], sendings: 1 });
  });

  test('a change of a product, of its price and of its stock', async () => {
    const { token } = await site.mint('developer');
    const id = await product('Semaver');
    const update = sending(token, 'catalog.product.update', () => ({ productId: id, description: newUlid() }));
    expect(await askedBy(update, true)).toMatchObject(counts(8, 2));
    expect(await askedBy(update)).toMatchObject(counts(7, 2));
    const price = sending(token, 'catalog.price.set', () => ({ targetId: id, price: place() }));
    expect(await askedBy(price)).toMatchObject(counts(7, 2));
    const adjust = sending(token, 'catalog.stock.adjust', () => ({ targetId: id, delta: 1 }));
    expect(await askedBy(adjust)).toMatchObject(counts(7, 2));
  });

  test('a new product, however many variants it has', async () => {
    const { token } = await site.mint('developer');
    for (const variants of [2, 20]) {
      const create = sending(token, 'catalog.product.create', () => ({
        title: `Bardak ${place()}`,
        price: 4_990,
        variants: Array.from({ length: variants }, (_, index) => ({
          title: `V${index}`,
          barcode: newUlid(),
          stock: 3,
        })),
      }));
      const asked = await askedBy(create);
      expect(asked).toMatchObject(counts(11, 2));
      // Planned once on a connection, and not for every product.
      expect(asked.statements.filter((text) => !isPrepared(text))).toEqual([]);
    }
  });

  test('a recording, whatever its proposal holds beside it', async () => {
    const { token } = await site.mint('agent');
    const ids = await Promise.all(['Havlu', 'Bornoz', 'Paspas', 'Perde', 'Halı'].map((title) => product(title)));
    const record = sending(token, 'catalog.price.set', () => ({ targetId: ids.pop(), price: 1_500 }));
    await record();
    expect(await askedBy(record)).toMatchObject(counts(12, 6));
  });
});

const counts = (statements: number, sendings: number) => ({ statements: { length: statements }, sendings });
