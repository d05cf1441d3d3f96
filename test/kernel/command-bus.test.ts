import { ulid } from 'ulid';
import { CommandBus } from '../../src/kernel/bus';
import { type Command, command } from '../../src/kernel/declaration/command';
import { entity } from '../../src/kernel/declaration/entity';
import { type Principal, systemPrincipal } from '../../src/kernel/declaration/principal';
import { readRoute } from '../../src/kernel/declaration/route';
import { subject } from '../../src/kernel/declaration/subject';
import { Refusal, refuse } from '../../src/kernel/errors';
import { newUlid, stepKey } from '../../src/kernel/ids';
import { object, t } from '../../src/kernel/schema/schema';
import { storefrontProjection } from '../../src/store/projection';
import { createWorld, registryWith, type World } from '../world/world';

const DAY_MS = 86_400_000;

const thing = entity('thing', object({ name: t.String(), at: t.String(), n: t.Integer() }), {
  titles: { titleOf: (id) => id },
});

/** Commands that misbehave on purpose; the bus runs what it is given, so they need no registry. */
const renamed = (name: string, then: () => void = () => {}) =>
  command({
    id: 'test.rename',
    label: { tr: 'Dene', en: 'Try' },
    summary: 'Renames the store, then does what the test wants.',
    policy: 'propose',
    scope: 'store:admin',
    flags: ['bumps generation'],
    payload: object({}),
    result: object({ name: t.String() }),
    refuses: ['invalid_state'],
    example: {},
    async run({ tx, storeId, record }) {
      const [before] = await tx.query<{ name: string }>('SELECT name FROM store WHERE id = $1', [storeId]);
      await tx.query('UPDATE store SET name = $2 WHERE id = $1', [storeId, name]);
      record('thing', storeId, { name: before?.name }, { name });
      then();
      return { name };
    },
  });

describe('the command bus', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ capabilities: registryWith([], [thing]) });
  });
  afterEach(() => world.close());

  const mint = { kind: 'developer', label: 'ERP' };
  const store = async (): Promise<{ name: string; generation: number; due: boolean }> => {
    const rows = await world.database
      .reader(world.storeId)
      .query<{ name: string; generation: number; due: boolean }>(
        'SELECT name, generation, EXISTS (SELECT FROM storefront_mark) AS due FROM store',
      );
    return rows[0] as { name: string; generation: number; due: boolean };
  };
  const execute = (
    mutation: ReturnType<typeof renamed>,
    options: { key?: string; deferBump?: boolean; principal?: Principal } = {},
  ) =>
    world.bus.execute({
      principal: world.owner,
      mutation: mutation as never,
      payload: {},
      key: options.key ?? newUlid(),
      ...options,
    });

  test('one key has one effect, and a thousand concurrent replays get the same answer', async () => {
    const key = newUlid();
    const replies = await Promise.all(
      Array.from({ length: 1000 }, () => world.run('token.mint', mint, { as: world.owner, key })),
    );
    const bodies = replies.map(({ body }) => body as { result: { id: string }; token?: string; replayed?: boolean });
    expect(new Set(bodies.map(({ result }) => result.id)).size).toBe(1);
    expect(bodies.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(bodies.filter(({ replayed }) => replayed)).toHaveLength(999);
    const tokens = await world.read('tokens.list');
    expect(tokens.items).toHaveLength(1);
    const audit = await world.read('audit.list', { query: { command: 'token.mint' } });
    expect(audit.items).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain(bodies.find(({ token }) => token)?.token);
  });

  test('twins that meet only in Postgres, as those of two API processes do, have one effect too', async () => {
    const key = newUlid();
    let runs = 0;
    const slow = renamed('Yavaş', () => {
      runs += 1;
    });
    const options = {
      database: world.database,
      services: world.platform.services,
      projection: storefrontProjection,
      fingerprintKey: Buffer.alloc(32),
    };
    const buses = Array.from({ length: 8 }, () => new CommandBus(options));
    const outcomes = await Promise.all(
      buses.map((bus) => bus.execute({ principal: world.owner, mutation: slow as never, payload: {}, key })),
    );
    expect(runs).toBe(1);
    expect(new Set(outcomes.map(({ auditId }) => auditId)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  test.each([
    ['payload', { payload: { kind: 'developer', label: 'Başka' } }],
    ['command', { command: 'token.revoke' }],
  ])('a key that was used for another %s is refused with 422', async (_what, other) => {
    const key = newUlid();
    const minted = await world.done('token.mint', mint, { as: world.owner, key });
    const payload = 'payload' in other ? other.payload : { tokenId: minted.id };
    const second = world.run('command' in other ? other.command : 'token.mint', payload, { as: world.owner, key });
    await expect(second).rejects.toMatchObject({ code: 'idempotency_conflict', status: 422 });
  });

  test('another credential of the same store does not get to see a stored outcome', async () => {
    const key = newUlid();
    await execute(renamed('Bir'), { key });
    const stranger = { principal: world.developer, mutation: renamed('Bir') as never, payload: {}, key };
    await expect(world.bus.execute(stranger)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  test('the same key of another store is another key', async () => {
    const key = newUlid();
    await execute(renamed('Bir'), { key });
    const outcome = await world.bus.execute({
      principal: world.other.owner,
      mutation: renamed('Bir') as never,
      payload: {},
      key,
    });
    expect(outcome.replayed).toBe(false);
  });

  test('a key whose own time is more than 30 days old, or in the future, is refused and runs nothing', async () => {
    for (const time of [Date.now() - 31 * DAY_MS, Date.now() + 2 * DAY_MS]) {
      await expect(execute(renamed('Eski'), { key: ulid(time) })).rejects.toMatchObject({
        code: 'idempotency_key_expired',
      });
    }
    expect((await store()).name).toBe('Kahve Dükkânı');
  });

  test('a key that the product makes is as old as what it is about, and counts once all the same', async () => {
    const principal = systemPrincipal(world.storeId, 'test/work');
    const key = stepKey(`rfd_${ulid(Date.now() - 400 * DAY_MS)}`, 'succeeded');
    const first = await execute(renamed('Onaylanan'), { key, principal });
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(await execute(renamed('Onaylanan'), { key, principal })).toMatchObject({ ...first, replayed: true });
    expect(await store()).toMatchObject({ name: 'Onaylanan', generation: 2 });
  });

  test('a refusal leaves nothing but its audit row and its outcome, and is replayed as it was', async () => {
    const key = newUlid();
    const refusing = renamed('Yarım', () => refuse('invalid_state', 'after the write', { facts: {} }));
    const first = await execute(refusing, { key });
    expect(first).toMatchObject({ status: 409, body: { code: 'invalid_state', detail: 'after the write' } });
    expect(await execute(refusing, { key })).toMatchObject({ ...first, replayed: true });
    expect(await store()).toMatchObject({ name: 'Kahve Dükkânı', generation: 1 });
    const { items } = await world.read('audit.list');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ outcome: 'refused', code: 'invalid_state', idempotencyKey: key });
  });

  test('a bug in a handler leaves nothing at all, and the same key runs again', async () => {
    const key = newUlid();
    const broken = renamed('Bozuk', () => {
      throw new Error('bug');
    });
    await expect(execute(broken, { key })).rejects.toThrow('bug');
    expect((await store()).name).toBe('Kahve Dükkânı');
    expect((await world.read('audit.list')).items).toHaveLength(0);
    expect(await execute(renamed('Sağlam'), { key })).toMatchObject({ status: 200, replayed: false });
  });

  test('an answer of Postgres that is lost in the middle of a command does not double it', async () => {
    let cuts = 0;
    const cut = renamed('Kesik', () => {
      cuts += 1;
    });
    const killing = {
      ...cut,
      run: async (context: Parameters<typeof cut.run>[0]) => {
        const result = await cut.run(context);
        if (cuts > 1) return result;
        const [{ pid } = { pid: 0 }] = await context.tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await world.sql(`SELECT pg_terminate_backend(${pid})`);
        return result;
      },
    };
    const outcome = await world.bus.execute({
      principal: world.owner,
      mutation: killing as never,
      payload: {},
      key: newUlid(),
    });
    expect(outcome).toMatchObject({ status: 200, generation: 2 });
    expect(cuts).toBe(2);
    expect((await world.read('audit.list')).items).toHaveLength(1);
  });

  test('a dry run shows what would change, and changes nothing', async () => {
    const { id } = await world.done('token.mint', mint, { as: world.owner });
    const before = await world.read('audit.list');
    const reply = await world.run('token.revoke', { tokenId: id }, { as: world.owner, dryRun: true });
    expect(reply.body).toMatchObject({
      dryRun: true,
      preview: {
        changes: [{ entity: 'token', id, field: 'revokedAt', before: null }],
        effects: [],
        bumpsGeneration: false,
      },
    });
    expect(await world.read('audit.list')).toEqual(before);
    expect((await world.read('tokens.list')).items[0].status).toBe('active');
  });

  test('previews of the same change hash alike, although ids and clock differ', async () => {
    const opening = (name: string) => ({
      ...renamed(name),
      run: async ({ record, newId, now }: Parameters<ReturnType<typeof renamed>['run']>[0]) => {
        const id = newId('thg');
        record('thing', id, null, { name, at: now.toISOString() });
        return { name, id };
      },
    });
    const hash = async (name: string) =>
      (await world.bus.dryRun({ principal: world.owner, mutation: opening(name) as never, payload: {} })).hash;
    expect(await hash('ERP')).toBe(await hash('ERP'));
    expect(await hash('ERP')).not.toBe(await hash('CRM'));
  });

  test('deferBump leaves the bump to the next command without it; a bulk edit bumps once', async () => {
    for (const name of ['Bir', 'İki', 'Üç'])
      expect((await execute(renamed(name), { deferBump: true })).generation).toBeNull();
    expect(await store()).toMatchObject({ generation: 1, due: true });
    expect((await execute(renamed('Dört'))).generation).toBe(2);
    expect(await store()).toMatchObject({ generation: 2, due: false });
  });

  test('a deferred bump is made by the next command even if that one moves no generation itself', async () => {
    await execute(renamed('Bir'), { deferBump: true });
    await world.done('token.mint', mint, { as: world.owner });
    expect(await store()).toMatchObject({ generation: 2, due: false });
  });

  test('a stated rev that has drifted is refused with the current one', async () => {
    const { route: _, ...renaming } = renamed('Korunan');
    const guarded = command({
      ...renaming,
      id: 'test.guard',
      refuses: ['rev_conflict'],
      subject: subject('store', 'storeId'),
      async run({ guardRev, storeId }) {
        guardRev(storeId, 7);
        return { name: '' };
      },
    });
    const call = { principal: world.owner, mutation: guarded as never, payload: {}, key: newUlid(), expectedRev: 6 };
    expect(await world.bus.execute(call)).toMatchObject({ status: 409, body: { code: 'rev_conflict', currentRev: 7 } });
  });

  test('a refusal that was not declared is a bug, and leaves nothing', async () => {
    const secretive = renamed('Bir', () => refuse('barcode_taken'));
    await expect(execute(secretive)).rejects.toThrow('test.rename does not declare that it refuses with barcode_taken');
    expect((await store()).name).not.toBe('Bir');
    const read = readRoute({
      id: 'test.read',
      http: 'GET /v1/test',
      summary: 'Refuses with what it does not declare.',
      policy: 'read',
      scope: null,
      result: object({}),
      refuses: [],
      run: async () => refuse('price_required'),
    });
    await expect(world.dispatcher.route(read, world.owner, { params: {}, query: {}, body: undefined })).rejects.toThrow(
      'test.read does not declare that it refuses with price_required',
    );
  });

  test('a recording takes the place of the call: audited as proposed, it moves no generation and leaves the stated rev alone', async () => {
    const call = {
      principal: world.owner,
      mutation: renamed('Bir') as never,
      payload: {},
      key: newUlid(),
      expectedRev: 6,
    };
    const recorded = await world.bus.record(call, async ({ record, storeId }) => {
      record('thing', storeId, { name: 'Bir' }, { name: 'İki' });
      return { proposed: true };
    });
    expect(recorded).toMatchObject({ status: 202, body: { proposed: true }, generation: null, replayed: false });
    expect(await store()).toEqual({ name: 'Kahve Dükkânı', generation: 1, due: false });
    const { items } = await world.read('audit.list', { query: { command: 'test.rename' } });
    expect(items).toMatchObject([{ outcome: 'proposed', idempotencyKey: call.key }]);
    const again = await world.bus.record(call, async () => ({ proposed: false }));
    expect(again).toEqual({ ...recorded, replayed: true });
    expect(await world.bus.dryRecord(call, async () => 'what it would be')).toBe('what it would be');
  });

  test('lends handlers no key and no login', () => {
    const { config, services } = world.platform;
    const lent = JSON.stringify(services.settings);
    for (const secret of [config.secretKeys[0]?.toString('base64'), config.databaseUrl]) {
      expect(secret).toBeTruthy();
      expect(lent).not.toContain(secret);
    }
    expect(services).not.toHaveProperty('config');
  });

  test("the product's own keys and those of callers never meet", async () => {
    const mutation = renamed('Bir') as never;
    const [call, key] = [{ principal: world.owner, mutation, payload: {} }, newUlid()];
    await expect(world.bus.execute({ ...call, key: `item/${key}` })).rejects.toThrow();
    await expect(world.run('token.mint', mint, { as: world.owner, key: `item/${key}` })).rejects.toThrow();
    const keep = world.bus.inTransaction(world.storeId, async (tx) => {
      await (await world.bus.rehearse(tx, call, new Date())).keep(key, {}, 'proposal');
      return { keep: true, value: undefined };
    });
    await expect(keep).rejects.toThrow("could be a caller's key");
    const entries = [{ key, payload: {} }];
    const many = { ...renamed('Bir'), runMany: async () => [{ name: '' }] } as never;
    const batch = world.bus.batch(terms(many), ({ run }) => run(many, entries));
    await expect(batch).rejects.toThrow("could be a caller's key");
    expect((await store()).name).toBe('Kahve Dükkânı');
  });

  const terms = (command: Command) => ({
    principal: systemPrincipal(world.storeId, 'cjb_test'),
    askedBy: world.owner.id,
    issuer: { id: 'test.start', issues: [command] },
    lockName: 'test',
    cause: {},
  });

  test('a batch runs no command that what started it does not declare', async () => {
    const [declared, other] = ['Bir', 'İki'].map((name) => ({ ...renamed(name), runMany: async () => [] }) as never);
    const batch = world.bus.batch(terms(declared as never), ({ run }) => run(other as never, []));
    await expect(batch).rejects.toThrow('test.start does not declare that it issues');
  });

  test('a batch writes one audit row and one outcome for each command, refuses item by item, and replays by key', async () => {
    const many = {
      ...renamed('Toplu'),
      async runMany(
        _context: unknown,
        items: readonly { payload: { n: number }; record(...change: unknown[]): void }[],
      ) {
        return items.map(({ payload, record }) => {
          if (payload.n === 2) return new Refusal('invalid_state', 'two');
          record('thing', `thing-${payload.n}`, null, { n: payload.n });
          return { name: String(payload.n) };
        });
      },
    };
    const entries = [1, 2, 3].map((n) => ({ key: `cjb_test/${n}`, payload: { n } }));
    const batch = () => world.bus.batch(terms(many as never), ({ run }) => run(many as never, entries));
    const first = await batch();
    expect(first.map(({ refusal, replayed }) => [refusal?.status ?? 200, replayed])).toEqual([
      [200, false],
      [409, false],
      [200, false],
    ]);
    expect((await batch()).map(({ refusal, replayed }) => [refusal?.status ?? 200, replayed])).toEqual([
      [200, true],
      [409, true],
      [200, true],
    ]);
    const other = await world.bus.batch(terms(many as never), ({ run }) =>
      run(many as never, [{ key: 'cjb_test/1', payload: { n: 7 } }, ...entries.slice(2)]),
    );
    expect(other).toMatchObject([
      { replayed: false, refusal: { code: 'idempotency_conflict', differs: ['payload'] }, result: null },
      { replayed: true, refusal: null, result: { name: '3' } },
    ]);
    const renamedMany = { ...many, id: 'test.other' };
    const [elsewhere] = await world.bus.batch(terms(renamedMany as never), ({ run }) =>
      run(renamedMany as never, entries.slice(0, 1)),
    );
    expect(elsewhere?.refusal).toMatchObject({ code: 'idempotency_conflict', differs: ['command'] });
    const { items } = await world.read('audit.list', { query: { actor: 'cjb_test' } });
    expect(items).toHaveLength(3);
    expect((await store()).generation).toBe(2);
  });
});
