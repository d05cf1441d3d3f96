import { product } from '../../src/catalog/product/aggregate';
import { namesOfRefused } from '../../src/kernel/bus/trace';
import { type Command, command } from '../../src/kernel/declaration/command';
import { contentSchema } from '../../src/kernel/declaration/content';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { idsNamed, idsOfKind, subject, subjectIn } from '../../src/kernel/declaration/subject';
import { Refusal } from '../../src/kernel/errors';
import { newId, newUlid } from '../../src/kernel/ids';
import { id, nullable, object, t } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';
import { createWorld, type World } from '../world/world';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Whichever door leads to them. */
const mutations = new Set([
  ...registry.commands,
  ...registry.routes.flatMap((route) => ('command' in route ? [route.command] : [])),
]);

describe('the subject of a call', () => {
  test.each([...mutations])('$id takes a rev in its payload only if it says whose', ({ payload, subject }) => {
    const { properties = {} } = payload as Node;
    if (properties.expectedRev) expect(subject).toBeDefined();
    const named = subject?.field
      ?.split('/')
      .reduce<Node | undefined>((node, name) => node?.properties?.[name], payload as Node);
    expect(named === undefined).toBe(subject?.field === undefined);
    if (subject) expect(registry.entities.map(({ word }) => word)).toContain(subject.entity);
  });

  test('is what the payload names in its field', () => {
    const productId = newId('prd');
    expect(subjectIn({ subject: product.by('productId') }, { productId })).toEqual([productId]);
    expect(subjectIn({ subject: product.by('params/prd') }, { params: { prd: productId } })).toEqual([productId]);
    expect(subjectIn({}, { productId })).toEqual([]);
    // A store has one of it, and no call names that.
    expect(subjectIn({ subject: subject('identity') }, { productId })).toEqual([]);
  });
});

describe('the identifiers of a payload', () => {
  const schema = object({
    title: t.String(),
    categoryId: nullable(id('cat')),
    items: t.Array(object({ productId: id('prd'), note: t.String() })),
  });
  const [categoryId, productId, other] = [newId('cat'), newId('prd'), newId('prd')];

  test('stand where the schema has one, and nowhere else', () => {
    const payload = { title: other, categoryId, items: [{ productId, note: other }], productIds: [other] };
    expect(idsNamed(schema, payload)).toEqual([categoryId, productId]);
  });

  test('are those of things: stored bytes are found by who asks for them', () => {
    const files = object({ logos: t.Array(contentSchema), cover: id('med', 'upl'), note: t.String() });
    const [stored, mediaId, uploadId] = [newId('obj'), newId('med'), newId('upl')];
    const payload = { logos: [{ object: stored, size: 1 }], cover: mediaId, note: uploadId };
    expect(idsNamed(files, payload)).toEqual([mediaId]);
    expect(idsOfKind('obj', files, payload)).toEqual([stored]);
    expect(idsOfKind('upl', files, payload)).toEqual([]);
    expect(idsOfKind('upl', files, { ...payload, cover: uploadId })).toEqual([uploadId]);
  });

  test('are looked for in payloads that do not fit their schema, too, and the log keeps not many', () => {
    for (const payload of [null, 'x', 7, [], { items: 'x' }, { items: [null, 'x'] }, { categoryId: { a: 1 } }])
      expect(idsNamed(schema, payload)).toEqual([]);
    expect(idsNamed(schema, { categoryId: productId })).toEqual([]);
    const items = Array.from({ length: 100 }, () => ({ productId: newId('prd') }));
    expect(idsNamed(schema, { items })).toHaveLength(100);
    expect(namesOfRefused({ payload: schema }, { items }, new Refusal('not_found'))).toHaveLength(20);
  });

  test('in the log begin with the subject of the call', () => {
    const mutation = { payload: schema, subject: product.by('items/0/productId') };
    expect(namesOfRefused(mutation, { categoryId, items: [{ productId }] }, new Refusal('not_found'))).toEqual([
      productId,
      categoryId,
    ]);
  });
});

describe('on the bus', () => {
  let world: World;
  let productId: string;
  beforeAll(async () => {
    world = await createWorld();
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 }));
  });
  afterAll(() => world.close());

  const execute = (mutation: Partial<Command>, expectedRev?: number) =>
    world.bus.execute({
      principal: world.owner,
      mutation: {
        ...command({
          id: 'test.subject',
          label: { tr: 'Dene', en: 'Try' },
          summary: 'Do nothing to a product.',
          policy: 'owner',
          scope: null,
          refuses: ['invalid_request'],
          payload: object({ productId: id('prd') }),
          result: t.Unknown(),
          example: { productId },
          run: async () => ({}),
        }),
        ...mutation,
      },
      payload: { productId },
      key: newUlid(),
      expectedRev,
    });
  const guarding = async ({ guardRev }: MutationContext) => guardRev(productId, 1);

  test('a run that forgets to guard its subject fails, and one that guards what it does not declare', async () => {
    await expect(execute({ subject: product.by('productId') })).rejects.toThrow('did not guard the rev of the product');
    await expect(execute({ run: guarding })).rejects.toThrow('declares no subject');
    const guarded = await execute({ subject: product.by('productId'), run: guarding }, 1);
    expect(guarded.status).toBe(200);
  });

  test('a rev that no subject answers is refused, and nothing runs', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return {};
    };
    expect(await execute({ run }, 1)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(runs).toBe(0);
  });

  test('a call is found by its subject, whether it changed anything, nothing, or was refused', async () => {
    const { id: prd } = await world.done('catalog.product.create', { title: 'Fincan', price: 1 });
    await world.done('catalog.product.update', { productId: prd, title: 'Kupa' });
    await world.done('catalog.product.update', { productId: prd, title: 'Kupa' });
    await world.run('catalog.product.update', { productId: prd, title: 'x', expectedRev: 7 });
    await world.run('extension.enable', { extension: 'trendyol' }, { as: world.owner });
    const found = async (entity: string) => {
      const { items } = await world.read('audit.list', { query: { entity } });
      return items.map(({ command, outcome }: { command: string; outcome: string }) => `${command} ${outcome}`);
    };
    expect(await found(prd)).toEqual([
      'catalog.product.update refused',
      'catalog.product.update done',
      'catalog.product.update done',
      'catalog.product.create done',
    ]);
    expect(await found('trendyol')).toEqual(['extension.enable refused']);
  });
});
