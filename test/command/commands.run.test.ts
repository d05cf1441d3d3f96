import { newUlid } from '../../src/kernel/ids';
import { envelope, openSite, type Site } from '../surfaces/site';

describe('commands.run', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const send = async (body: object, headers: Record<string, string> = {}) => {
    const { token } = await site.mint('developer', ['catalog:write', 'store:admin']);
    return site.call('POST', '/v1/commands', { token, headers, body });
  };
  const create = (payload: object = {}, more: object = {}) =>
    envelope(site.world.storeId, 'catalog.product.create', { title: 'Cezve', price: 100, ...payload }, more);

  test('a merchant’s program runs a command, and its answer says what it needs to go on', async () => {
    const { status, body, headers } = await send(create());
    expect([status, body]).toEqual([
      200,
      {
        command: 'catalog.product.create',
        result: expect.objectContaining({ handle: 'cezve', rev: 1 }),
        generation: expect.any(Number),
        auditId: expect.stringMatching(/^aud_/),
      },
    ]);
    expect(headers.get('Audit-Id')).toBe(body.auditId);
    const { items } = await site.world.read('audit.list', { query: { id: body.auditId } });
    expect(items).toMatchObject([{ command: 'catalog.product.create', entityId: body.result.id, outcome: 'done' }]);
  });

  test('asked first, it says what would happen; nothing does, and no key is used up', async () => {
    const { idempotencyKey, ...asked } = create({ title: 'Prova' });
    const { status, body } = await send({ ...asked, dryRun: true });
    expect([status, body]).toMatchObject([
      200,
      {
        dryRun: true,
        preview: { bumpsGeneration: true, irreversible: false, result: { handle: 'prova' }, effects: [] },
      },
    ]);
    expect((await send({ ...asked, idempotencyKey })).body.result.handle).toBe('prova');
  });

  test('a key that a lost answer left behind gives the same answer again, to whoever is the same caller', async () => {
    const { token } = await site.mint('developer', ['catalog:write']);
    const body = create({ title: 'Kayıp' });
    const run = (as: string) => site.call('POST', '/v1/commands', { token: as, body });
    const [first, second] = [await run(token), await run(token)];
    expect(second.body).toEqual(first.body);
    expect([first.headers.get('Idempotent-Replayed'), second.headers.get('Idempotent-Replayed')]).toEqual([
      null,
      'true',
    ]);
    const { token: stranger } = await site.mint('developer', ['catalog:write']);
    expect((await run(stranger)).body.code).toBe('idempotency_conflict');
  });

  test('a bump that is deferred is made by the next change that is not, whatever that one changes', async () => {
    const { token } = await site.mint('developer', ['catalog:write']);
    const generation = async (command: string, payload: object, more: object = {}) => {
      const body = envelope(site.world.storeId, command, payload, more);
      return (await site.call('POST', '/v1/commands', { token, body })).body.generation;
    };
    const before = await generation('catalog.product.create', { title: 'Bir', price: 1 });
    for (const title of ['İki', 'Üç'])
      expect(await generation('catalog.product.create', { title, price: 1 }, { deferBump: true })).toBeNull();
    expect(await generation('catalog.category.create', { name: 'Çay' })).toBe(before + 1);
    expect(await generation('catalog.category.create', { name: 'Kahve' })).toBeNull();
  });

  test('an envelope that says too little, too much, or names what is not there is refused with its place', async () => {
    const { idempotencyKey: _, ...keyless } = create();
    for (const [body, status, code] of [
      [keyless, 400, 'invalid_request'],
      [create({}, { idempotencyKey: 'abc' }), 400, 'invalid_request'],
      [create({}, { idempotencyKey: newUlid().toLowerCase() }), 400, 'invalid_request'],
      [create({}, { idempotencyKey: '01BX5ZZKBKACTAV9WEVGEMMVRZ' }), 422, 'idempotency_key_expired'],
      [create({}, { dryRun: 'yes' }), 400, 'invalid_request'],
      [create({}, { note: 'x' }), 400, 'invalid_request'],
      [envelope(site.world.storeId, 'catalog.product.destroy', {}), 400, 'invalid_request'],
      [envelope(site.world.storeId, 'catalog.products.list', {}), 400, 'invalid_request'],
      [envelope(site.world.other.storeId, 'catalog.product.create', { title: 'x', price: 1 }), 404, 'not_found'],
      [envelope(site.world.storeId, 'token.mint', { kind: 'developer' }), 403, 'owner_only'],
      [envelope(site.world.storeId, 'design.nothing', {}), 400, 'invalid_request'],
      [[], 400, 'invalid_request'],
    ] as const) {
      const answer = await send(body);
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
    }
    const wrong = await send(create({ price: '100' }));
    expect(wrong.body.errors).toEqual([{ pointer: '/payload/price', message: expect.any(String) }]);
  });
});
