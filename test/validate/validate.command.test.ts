import { contentsOf, type OwnerSession, openSite, type Site } from '../surfaces/site';

describe('validate.command', () => {
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite();
    session = await site.login();
  });
  afterAll(() => site.close());

  const validate = async (command: string, payload: unknown) =>
    site.call('POST', '/v1/validate/command', { session, body: { command, payload } });
  const dryRun = async (command: string, payload: unknown) =>
    site.call('POST', '/v1/commands', {
      session,
      body: { command, storeId: site.world.storeId, payload, dryRun: true },
    });

  const product = 'prd_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  test.each([
    ['catalog.price.set', { targetId: product, price: 1 }],
    ['catalog.price.set', { targetId: product, price: -1 }],
    ['catalog.price.set', { targetId: 'x', price: '1', cost: 2 }],
    ['catalog.price.set', {}],
    ['catalog.product.create', { title: ' ', price: 1 }],
    ['catalog.product.create', { title: 'Çay', price: 1, variants: [{ title: 'S' }, {}] }],
    ['catalog.product.update', { productId: product }],
    [
      'catalog.collection.setProducts',
      { collectionId: 'col_01ARZ3NDEKTSV4RRFFQ69G5FAV', productIds: [product, product] },
    ],
    ['secret.set', { extension: 'trendyol', key: 'password', value: 'x' }],
    ['catalog.product.destroy', {}],
  ])('says of %s %j what running it would say of its form', async (command, payload) => {
    const { status, body } = await validate(command, payload);
    expect(status).toBe(200);
    const tried = await dryRun(command, payload);
    const wrongForm = tried.body.code === 'invalid_request';
    expect(body.valid).toBe(!wrongForm);
    if (command !== 'catalog.product.destroy') expect(body.errors).toEqual(wrongForm ? tried.body.errors : []);
    else
      expect(body.errors).toEqual([
        { pointer: '/command', message: expect.stringContaining('catalog.product.destroy') },
      ]);
  });

  test('a command that is misspelt is answered with the nearest one', async () => {
    const { errors } = (await validate('catalog.product.crate', {})).body;
    expect(errors).toEqual([
      { pointer: '/command', message: expect.stringContaining('did you mean catalog.product.create?') },
    ]);
  });

  test('looks at the form alone: a product that is not there is no fault of it, and nothing is written', async () => {
    const before = await contentsOf(site);
    expect((await validate('catalog.price.set', { targetId: product, price: 1 })).body).toEqual({
      valid: true,
      errors: [],
    });
    expect(await contentsOf(site)).toEqual(before);
  });

  test('an agent may ask about commands that only the owner runs, nobody without a credential', async () => {
    const { token } = await site.mint('agent', ['catalog:read']);
    const body = { command: 'token.mint', payload: { kind: 'owner' } };
    const asked = await site.call('POST', '/v1/validate/command', { token, body });
    expect(asked.body).toMatchObject({ valid: false, errors: [{ pointer: '/payload/kind' }] });
    expect((await site.call('POST', '/v1/validate/command', { body })).body.code).toBe('unauthenticated');
  });

  test('what Postgres could not keep, and what is no payload, is refused', async () => {
    for (const payload of [{ title: 'a\0b' }, { title: '\ud800' }, [], 'x', null])
      expect([payload, (await validate('catalog.product.create', payload)).status]).toEqual([payload, 400]);
    expect((await validate('x'.repeat(81), {})).status).toBe(400);
  });
});
