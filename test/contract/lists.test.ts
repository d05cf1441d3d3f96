import type { Route } from '../../src/kernel/declaration/declare';
import { newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { connectTrendyol } from '../channel/marketplace';
import { mintAgent } from '../proposal/agents';
import { createWorld, type World } from '../world/world';
import { sample } from './sample';

interface Field {
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

const fieldsOf = ({ query }: Route): Record<string, Field> =>
  (query as { properties?: Record<string, Field> }).properties ?? {};

/** Its cursors are the marketplace's own words, and it has no filter. */
const elsewhere = new Set(['channel.remote.products']);
const lists = registry.routes.filter((route) => 'cursor' in fieldsOf(route) && !elsewhere.has(route.id));
const UNKNOWN = 'nosuch';

describe('every list', () => {
  let world: World;
  /** What a list must be asked with, so that it has two pages. */
  const asked: Record<string, { params?: Record<string, string>; query?: Record<string, unknown> }> = {};
  beforeAll(async () => {
    world = await createWorld();
    const owner = (command: string, payload: unknown) => world.done(command, payload, { as: world.owner });
    const twice = async (work: (nth: number) => Promise<unknown>): Promise<unknown[]> => [await work(1), await work(2)];
    const extension = 'trendyol';
    await connectTrendyol(world);
    const [product] = (await twice((nth) =>
      owner('catalog.product.create', { title: `Çay ${nth}`, price: 100, stock: 1 }),
    )) as { id: string }[];
    const targetId = product?.id as string;
    await twice((nth) => owner('catalog.category.create', { name: `İçecek ${nth}` }));
    await twice((nth) => owner('catalog.collection.create', { title: `Sofra ${nth}` }));
    await twice((nth) => owner('catalog.stock.set', { targetId, stock: 5 + nth }));
    await twice(async (nth) => {
      const body = { object: `obj_${newUlid()}`, digest: String(nth).repeat(64), size: nth, type: 'image/png' };
      const { id: uploadId } = await world.read('media.upload', { body });
      return owner('catalog.media.commit', { uploadId });
    });
    const other = await owner('catalog.product.create', { title: 'Kahve', price: 100 });
    for (const productId of [targetId, other.id])
      await owner('channel.listing.set', { extension, items: [{ productId }] });
    await twice(() => world.read('channel.catalog.pull', { params: { ext: extension }, body: { mode: 'preview' } }));
    await twice(async () => {
      const agent = await mintAgent(world);
      const [first] = await twice((nth) =>
        world.run('catalog.stock.set', { targetId, stock: 10 + nth }, { as: agent }),
      );
      asked['proposals.get'] = { params: { prp: (first as { body: { proposalId: string } }).body.proposalId } };
    });
    asked['catalog.stockMovements.list'] = { query: { targetId } };
    for (const id of ['channel.jobs.list', 'channel.listings.list']) asked[id] = { params: { ext: extension } };
  });
  afterAll(() => world.close());

  const ask = (route: Route, query: Record<string, unknown>) =>
    world.read(route.id, { params: asked[route.id]?.params ?? {}, query: { ...asked[route.id]?.query, ...query } });
  const refusedCursor = { code: 'invalid_request', options: { errors: [{ pointer: '/query/cursor' }] } };

  test.each(lists.map((route) => [route.id, route] as const))(
    '%s goes on where it was, and nowhere else',
    async (_, route) => {
      const { nextCursor: cursor } = await ask(route, { limit: 1 });
      expect(cursor).toEqual(expect.any(String));
      await expect(ask(route, { limit: 2, cursor })).resolves.toBeDefined();
      for (const [name, field] of Object.entries(fieldsOf(route))) {
        if (name === 'limit' || name === 'cursor') continue;
        const usual = asked[route.id]?.query?.[name] ?? field.default;
        const value = field.enum?.find((option) => option !== usual) ?? otherThan(usual, sample(field));
        await expect(ask(route, { ...needed[name], [name]: value, cursor })).rejects.toMatchObject(refusedCursor);
      }
      for (const list of lists.filter(({ id }) => id !== route.id))
        await expect(ask(list, { cursor })).rejects.toMatchObject(refusedCursor);
    },
  );

  /** What a field belongs to: without it, it is refused for itself. */
  const needed: Readonly<Record<string, object>> = { lowStock: { stock: 'low' } };

  const otherThan = (usual: unknown, value: unknown): unknown =>
    value === usual ? (typeof value === 'number' ? value + 1 : `${value}x`) : value;

  test('of a path that names no extension is not found, like everything else there', async () => {
    const routes = registry.routes.filter(({ http }) => http.includes('{ext}'));
    expect(routes.length).toBeGreaterThan(5);
    for (const route of routes) {
      const params = { ...(sample(route.params) as Record<string, string>), ext: UNKNOWN };
      const answer = world.dispatcher
        .route(route, world.owner, {
          params,
          query: sample(route.query) as object as never,
          body: sample(route.body ?? {}),
        })
        .then(({ status, body }) => [route.id, status, (body as { code?: string }).code])
        .catch((error) => [route.id, error.status, error.code]);
      expect(await answer).toEqual([route.id, 404, 'not_found']);
    }
  });

  test('and so is what a command does to one', async () => {
    const commands = registry.commands.filter(
      ({ payload }) => 'extension' in ((payload as { properties?: object }).properties ?? {}),
    );
    expect(commands.length).toBeGreaterThan(3);
    for (const { id, payload, example } of commands) {
      const named = { ...((example ?? sample(payload)) as object), extension: UNKNOWN };
      const { status, body } = await world.run(id, named, { as: world.owner });
      expect([id, status, (body as { code: string }).code]).toEqual([id, 422, 'extension_unknown']);
    }
  });
});
