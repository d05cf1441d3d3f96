import type Router from '@koa/router';
import { denial } from '../../src/kernel/declaration/authority';
import type { Command } from '../../src/kernel/declaration/command';
import type { Capability, Route } from '../../src/kernel/declaration/route';
import { isEnvelope } from '../../src/kernel/declaration/traits';
import { newUlid } from '../../src/kernel/ids';
import { isGuard, propertiesOf, type TSchema } from '../../src/kernel/schema/schema';
import { choicesIn } from '../../src/kernel/schema/walk';
import { registry } from '../../src/registry';
import { sample, sampleBody } from '../contract/sample';
import { mintAgent } from '../proposal/agents';
import { PASSWORD } from '../world/world';
import { type Answer, type CallOptions, contentsOf, envelope, type OwnerSession, openSite, type Site } from './site';

const WRONG_REV = 2_147_483_647;

const routes = registry.routes.filter((route) => !isEnvelope(route));
const writes = routes.filter(({ writes }) => writes);
const reads = routes.filter(({ writes }) => !writes);
const payloadOf = (command: Command): unknown => command.example ?? sample(command.payload);

describe('what a caller states is honoured or refused', () => {
  let site: Site;
  let owner: OwnerSession;
  beforeAll(async () => {
    site = await openSite();
    owner = await site.login();
  });
  afterAll(() => site.close());

  const send = (body: unknown, options: CallOptions = {}): Promise<Answer> =>
    site.call('POST', '/v1/commands', { session: owner, ...options, body });
  const run = (command: string, payload: unknown, more: object = {}, options: CallOptions = {}): Promise<Answer> =>
    send(envelope(site.world.storeId, command, payload, more), options);
  const product = async (more: object = {}) =>
    (await site.world.done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 5, ...more })) as {
      id: string;
      rev: number;
    };
  const priceOf = async (id: string): Promise<number> =>
    (await site.world.read('catalog.products.get', { params: { prd: id } })).price;
  const pointers = ({ body }: Answer): string[] =>
    (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);

  function askRoute(route: Route, options: CallOptions): Promise<Answer> {
    const [method, pattern] = route.http.split(' ') as [string, string];
    const params = sample(route.params) as Record<string, string>;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const query = new URLSearchParams(sample(route.query) as Record<string, string>).toString();
    const body = method === 'GET' ? {} : { body: sampleBody(route) };
    return site.call(method, query ? `${path}?${query}` : path, { session: owner, ...body, ...options });
  }

  describe('a rev', () => {
    const refusedForRev = (id: string, answer: Answer): void => {
      expect([id, answer.status >= 400 && answer.status < 500]).toEqual([id, true]);
      if (answer.body.code === 'invalid_request')
        expect([id, pointers(answer), answer.body.detail]).toEqual([
          id,
          ['/header/If-Match'],
          expect.stringContaining('held against nothing'),
        ]);
    };

    test('that is wrong runs no command and no route, previewed or not, and leaves nothing', async () => {
      const before = await contentsOf(site);
      const headers = { 'If-Match': `"${WRONG_REV}"` };
      for (const command of registry.commands) {
        refusedForRev(command.id, await run(command.id, payloadOf(command), {}, { headers }));
        const { idempotencyKey: _, ...rehearsal } = envelope(site.world.storeId, command.id, payloadOf(command));
        refusedForRev(command.id, await send({ ...rehearsal, dryRun: true }, { headers }));
      }
      for (const route of writes) {
        refusedForRev(route.id, await askRoute(route, { headers }));
        refusedForRev(route.id, await askRoute(route, { headers: { ...headers, 'Dry-Run': 'true' } }));
      }
      const { command_outcome: _, audit_row: __, audit_entity: ___, ...after } = await contentsOf(site);
      expect(before).toMatchObject(after);
    });

    test('is refused by a command that guards nothing, with its place, and replayed so; a guarding one honours it', async () => {
      const { id, rev } = await product();
      const adjust = { targetId: id, delta: 1 };
      const headers = { 'If-Match': `"${rev}"` };
      const body = envelope(site.world.storeId, 'catalog.stock.adjust', adjust);
      for (const replayed of [null, 'true']) {
        const answer = await send(body, { headers });
        expect([answer.status, answer.body.code, pointers(answer)]).toEqual([
          400,
          'invalid_request',
          ['/header/If-Match'],
        ]);
        expect(answer.headers.get('Idempotent-Replayed')).toBe(replayed);
      }
      expect((await site.world.read('catalog.products.get', { params: { prd: id } })).stock).toBe(5);
      expect((await run('catalog.price.set', { targetId: id, price: 1 }, {}, { headers })).status).toBe(200);
      const drifted = await run('catalog.price.set', { targetId: id, price: 2 }, {}, { headers });
      expect(drifted.body).toMatchObject({ code: 'rev_conflict', currentRev: rev + 1 });
    });

    test('is nothing to do by itself', async () => {
      const guarded = registry.commands.filter(
        ({ payload }) => (payload as { minProperties?: number }).minProperties !== undefined,
      );
      expect(guarded.length).toBeGreaterThan(3);
      for (const command of guarded) {
        const { properties = {}, required = [] } = command.payload as {
          properties?: Record<string, TSchema>;
          required?: string[];
        };
        const named = Object.fromEntries(
          Object.entries(payloadOf(command) as object).filter(([name]) => required.includes(name)),
        );
        for (const guard of Object.keys(properties).filter((name) => isGuard(properties[name]))) {
          const answer = await run(command.id, { ...named, [guard]: 1 });
          expect([command.id, guard, answer.status, answer.body.code]).toEqual([
            command.id,
            guard,
            400,
            'invalid_request',
          ]);
        }
      }
    });

    test('counts for an agent too: what is recorded was held against it', async () => {
      const { id, rev } = await product();
      const agent = await mintAgent(site.world);
      const price = { targetId: id, price: 9_000 };
      const stale = await site.world.run('catalog.price.set', price, { as: agent, expectedRev: rev + 1 });
      expect(stale).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
      const ignored = await site.world.run(
        'catalog.stock.set',
        { targetId: id, stock: 1 },
        { as: agent, expectedRev: rev },
      );
      expect(ignored).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(await site.world.run('catalog.price.set', price, { as: agent, expectedRev: rev })).toMatchObject({
        status: 202,
      });
    });

    test('is 0 of what may not be there yet, on every way, and of nothing else', async () => {
      const { headers, body } = await site.call('GET', '/v1/store/identity', { session: owner });
      expect([headers.get('ETag'), body]).toEqual(['"0"', { identity: null }]);
      const nothing = { headers: { 'If-Match': headers.get('ETag') as string } };
      const { example } = registry.command('settings.identity.update') as Command;
      const first = await run('settings.identity.update', example as object, {}, nothing);
      expect([first.status, first.headers.get('ETag')]).toEqual([200, '"1"']);
      expect((await site.call('GET', '/v1/store/identity', { session: owner })).headers.get('ETag')).toBe('"1"');
      const second = await run('settings.identity.update', example as object, {}, nothing);
      expect([second.status, second.body.code, second.body.currentRev]).toEqual([409, 'rev_conflict', 1]);

      const { id } = await product();
      const price = { targetId: id, price: 4 };
      const priced = await run('catalog.price.set', price, {}, nothing);
      expect([priced.status, pointers(priced)]).toEqual([400, ['/header/If-Match']]);
      const inField = await run('catalog.price.set', { ...price, expectedRev: 0 });
      expect([inField.status, pointers(inField)]).toEqual([400, ['/payload/expectedRev']]);
    });

    test('is told by every read that answers one thing, wherever in the answer that stands', () => {
      const told = registry.routes
        .filter((route) => !route.writes)
        .map(({ id, about, result }) => {
          const fields = propertiesOf(result);
          // A thing that has its own may carry those of others, as an order does of its customer.
          const nested = Object.entries('rev' in fields ? {} : fields).filter(([, field]) =>
            choicesIn(field).some((choice) => 'rev' in propertiesOf(choice)),
          );
          return { id, about: about === undefined ? [] : [about], nested: nested.map(([name]) => name) };
        });
      for (const { id, about, nested } of told) expect([id, about]).toEqual([id, nested]);
      expect(told.flatMap(({ nested }) => nested).toSorted()).toEqual([
        'checkoutSettings',
        'identity',
        'stockSettings',
      ]);
    });

    test('is carried by answers about one thing, ready to be stated', async () => {
      const { id } = await product();
      const read = await site.call('GET', `/v1/catalog/products/${id}`, { session: owner });
      expect(read.headers.get('ETag')).toBe('"1"');
      const first = await run(
        'catalog.price.set',
        { targetId: id, price: 2 },
        {},
        { headers: { 'If-Match': read.headers.get('ETag') as string } },
      );
      expect([first.status, first.headers.get('ETag')]).toEqual([200, '"2"']);
      expect((await site.call('GET', '/v1/catalog/products', { session: owner })).headers.get('ETag')).toBeNull();
      const preview = await run(
        'catalog.price.set',
        { targetId: id, price: 3 },
        {},
        { headers: { 'Dry-Run': 'true' } },
      );
      expect([preview.body.dryRun, preview.headers.get('ETag')]).toEqual([true, null]);
    });
  });

  describe('a dry run and a key', () => {
    test('mean as headers of a command what they mean in its envelope', async () => {
      const { id } = await product();
      const { idempotencyKey, ...body } = envelope(site.world.storeId, 'catalog.price.set', { targetId: id, price: 5 });
      const preview = await send(body, { headers: { 'Dry-Run': 'true' } });
      expect([preview.status, preview.body.dryRun]).toEqual([200, true]);
      expect((await send({ ...body, idempotencyKey }, { headers: { 'Dry-Run': 'true' } })).body.dryRun).toBe(true);
      expect(await priceOf(id)).toBe(10_000);
      expect(pointers(await send(body))).toEqual(['/idempotencyKey']);
      const byHeader = await send(body, { headers: { 'Idempotency-Key': idempotencyKey } });
      expect(byHeader.status).toBe(200);
      const byField = await send({ ...body, idempotencyKey });
      expect([byField.text, byField.headers.get('Idempotent-Replayed')]).toEqual([byHeader.text, 'true']);
    });

    test('stated twice are equal, or refused with both places', async () => {
      const { id, rev } = await product();
      const payload = { targetId: id, price: 5 };
      const key = newUlid();
      const cases: [Record<string, string>, object, object, string[]][] = [
        [{ 'Idempotency-Key': newUlid() }, {}, {}, ['/header/Idempotency-Key', '/idempotencyKey']],
        [{ 'Dry-Run': 'true' }, { dryRun: false }, {}, ['/header/Dry-Run', '/dryRun']],
        [{ 'Dry-Run': 'false' }, { dryRun: true }, {}, ['/header/Dry-Run', '/dryRun']],
        [{ 'If-Match': `"${rev}"` }, {}, { expectedRev: rev + 1 }, ['/header/If-Match', '/payload/expectedRev']],
      ];
      for (const [headers, more, stated, places] of cases) {
        const answer = await run('catalog.price.set', { ...payload, ...stated }, more, { headers });
        expect([answer.status, answer.body.code, pointers(answer)]).toEqual([400, 'invalid_request', places]);
        expect(places.every((place) => answer.body.detail.includes(place))).toBe(true);
      }
      expect(await priceOf(id)).toBe(10_000);
      const headers = { 'Idempotency-Key': key, 'Dry-Run': 'false', 'If-Match': `"${rev}"` };
      const more = { idempotencyKey: key, dryRun: false };
      expect((await run('catalog.price.set', { ...payload, expectedRev: rev }, more, { headers })).status).toBe(200);
    });

    test('are refused where nothing could honour them: reads, and the envelope of the tools protocol', async () => {
      const stated = [
        { 'Idempotency-Key': newUlid() },
        { 'If-Match': '"1"' },
        { 'Dry-Run': 'true' },
      ] as unknown as Record<string, string>[];
      for (const headers of stated) {
        const [name] = Object.keys(headers);
        for (const route of reads) {
          // A command in a sandbox changes nothing of the store, and honours a key.
          if (name === 'Idempotency-Key' && 'keyed' in route) continue;
          const answer = await askRoute(route, { headers });
          expect([route.id, answer.status, pointers(answer)]).toEqual([route.id, 400, [`/header/${name}`]]);
        }
        const { token } = await site.mint('developer');
        const tool = await site.call('POST', '/mcp', {
          token,
          headers: { Accept: 'application/json, text/event-stream', ...headers },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        });
        expect([tool.status, pointers(tool)]).toEqual([400, [`/header/${name}`]]);
      }
    });

    test('are refused at every door that is no capability', async () => {
      const routers = site.api.app.middleware.flatMap((middleware) => (middleware as { router?: Router }).router ?? []);
      const served = routers.flatMap(({ stack }) =>
        stack.flatMap(({ methods, path }) =>
          methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
        ),
      );
      const declared = new Set(
        [...registry.routes, ...registry.accountRoutes].map(({ http }) => http.replaceAll(/\{(\w+)\}/g, ':$1')),
      );
      const others = served.filter((http) => / \/v1\//.test(http) && !declared.has(http));
      expect(others).toEqual(expect.arrayContaining(['POST /v1/auth/login', 'POST /v1/auth/logout']));
      const credentials = { email: site.world.email, password: PASSWORD };
      for (const http of others) {
        const [method, path] = http.split(' ') as [string, string];
        for (const [name, value] of Object.entries({
          'Idempotency-Key': newUlid(),
          'Dry-Run': 'true',
          'If-Match': '"1"',
        })) {
          const answer = await site.call(method, path, {
            session: owner,
            headers: { [name]: value },
            ...(method === 'GET' ? {} : { body: credentials }),
          });
          expect([http, answer.status, pointers(answer)]).toEqual([http, 400, [`/header/${name}`]]);
          expect(answer.headers.getSetCookie()).toEqual([]);
        }
      }
      expect((await site.call('GET', '/v1/auth/session', { session: owner })).status).toBe(200);
    });

    test('a bump that is asked for and deferred in one breath is refused', async () => {
      const answer = await run('store.syncKv', {}, { deferBump: true });
      expect([answer.status, pointers(answer)]).toEqual([400, ['/deferBump']]);
    });

    test('a preview says that a bump which was deferred before will happen', async () => {
      const { id } = await product();
      expect((await run('catalog.price.set', { targetId: id, price: 5 }, { deferBump: true })).status).toBe(200);
      const adjust = async (more: object): Promise<boolean> => {
        const { body } = await run('catalog.stock.adjust', { targetId: id, delta: 1 }, { dryRun: true, ...more });
        return body.preview.bumpsGeneration;
      };
      expect(await adjust({})).toBe(true);
      expect(await adjust({ deferBump: true })).toBe(false);
      const { body } = await run('catalog.stock.adjust', { targetId: id, delta: 1 });
      expect(body.generation).toEqual(expect.any(Number));
      expect(await adjust({})).toBe(false);
    });
  });

  describe('where something is wrong', () => {
    test('is a pointer into the request as it was sent, on every door', async () => {
      const payload = { kind: 'agent', scopes: ['catalog:read', 'secrets:write'] };
      const command = await run('token.mint', payload);
      const twin = await site.call('POST', '/v1/tokens', { session: owner, body: payload });
      expect([command.body.code, pointers(command)]).toEqual(['scope_not_grantable', ['/payload/scopes/1']]);
      expect([twin.body.code, pointers(twin)]).toEqual(['scope_not_grantable', ['/scopes/1']]);
      const path = await site.call('POST', '/v1/proposals/none/onayla', {
        session: owner,
        body: { hash: 'x', odd: 1 },
      });
      expect(pointers(path).toSorted()).toEqual(['/odd', '/path/prp']);
      const query = await site.call('GET', '/v1/audit?cursor=AAAA', { session: owner });
      expect(pointers(query)).toEqual(['/query/cursor']);
      for (const { id, body } of routes) {
        const names = Object.keys((body as { properties?: object } | undefined)?.properties ?? {});
        expect([id, names.filter((name) => ['path', 'query', 'header'].includes(name))]).toEqual([id, []]);
      }
    });

    test('is a pointer into the arguments of a tool', async () => {
      const { id, rev } = await product();
      const { token } = await site.mint('developer', ['catalog:write', 'catalog:read', 'store:admin']);
      const call = async (name: string, args: object): Promise<{ pointers: string[]; code: string }> => {
        const { body } = await site.call('POST', '/mcp', {
          token,
          headers: { Accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        });
        const { errors = [], code } = JSON.parse(body.result.content[0].text);
        return { code, pointers: [...new Set<string>(errors.map(({ pointer }: { pointer: string }) => pointer))] };
      };
      const set = (price: unknown, more: object, stated: object = {}) =>
        call('catalog.price.set', { payload: { targetId: id, price, ...stated }, ...more });
      expect(await set('x', {})).toEqual({ code: 'invalid_request', pointers: ['/payload/price'] });
      expect(await set(null, {})).toEqual({ code: 'price_required', pointers: ['/payload/price'] });
      expect(await set(1, { expectedRev: rev }, { expectedRev: rev + 1 })).toEqual({
        code: 'invalid_request',
        pointers: ['/expectedRev', '/payload/expectedRev'],
      });
      expect(await call('catalog.stock.adjust', { payload: { targetId: id, delta: 1 }, expectedRev: rev })).toEqual({
        code: 'invalid_request',
        pointers: ['/expectedRev'],
      });
      expect(await call('catalog.products.get', { prd: 'none' })).toEqual({
        code: 'invalid_request',
        pointers: ['/prd'],
      });
      expect(await call('validate.command', { body: { command: 'x', payload: {}, odd: 1 } })).toEqual({
        code: 'invalid_request',
        pointers: ['/body/odd'],
      });
    });
  });

  describe('a key', () => {
    test('decides first: what ran is answered again when it would be proposed today, and the other way round', async () => {
      const { world } = site;
      const { id } = await product();
      const { token } = (
        await world.run(
          'token.mint',
          { kind: 'developer', scopes: ['catalog:write', 'proposals:write'], limits: { priceChangePercent: 10 } },
          { as: world.owner },
        )
      ).body as { token: string };
      const set = (body: unknown): Promise<Answer> => send(body, { session: undefined, token });
      const ask = (price: number, more: object = {}) =>
        envelope(world.storeId, 'catalog.price.set', { targetId: id, price }, more);
      const [small, large] = [ask(10_500), ask(20_000, { deferBump: true })];
      const ran = await set(small);
      const recorded = await set(large);
      expect([ran.status, recorded.status, recorded.body.proposed]).toEqual([200, 202, true]);
      await world.done('catalog.price.set', { targetId: id, price: 19_000 });
      for (const [body, first] of [
        [small, ran],
        [large, recorded],
      ] as const) {
        const again = await set(body);
        expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([
          first.status,
          first.text,
          'true',
        ]);
      }
      expect(await priceOf(id)).toBe(19_000);
      expect((await set({ ...large, deferBump: false })).body.code).toBe('idempotency_conflict');
    });
  });

  describe('a key that comes with another call', () => {
    const again = async (first: Answer, second: Promise<Answer>) => {
      expect(first.status).toBe(200);
      const { status, body } = await second;
      expect([status, body.code]).toEqual([422, 'idempotency_conflict']);
      return { differs: body.differs, detail: body.detail };
    };

    test('is told what differs: a rev that was stated or is, a deferred bump, the payload, the command, the credential', async () => {
      const { id, rev } = await product();
      const call = (price: number, more: object = {}) =>
        envelope(site.world.storeId, 'catalog.price.set', { targetId: id, price }, more);
      const guarded = { headers: { 'If-Match': `"${rev}"` } };
      const first = call(9_000);
      const ran = await send(first, guarded);
      expect(await again(ran, send(first))).toEqual({
        differs: ['expectedRev'],
        detail: `The idempotency key was used for another call: its rev (If-Match, expectedRev) was ${rev} and is not stated now.`,
      });
      expect(await again(ran, send(first, { headers: { 'If-Match': '"77"' } }))).toMatchObject({
        detail: expect.stringContaining(`was ${rev} and is 77 now`),
      });
      expect(await again(ran, send({ ...first, deferBump: true }, guarded))).toEqual({
        differs: ['deferBump'],
        detail: 'The idempotency key was used for another call: its deferBump was false and is true now.',
      });
      const { idempotencyKey } = first;
      expect((await again(ran, send(call(8_000, { idempotencyKey }), guarded))).differs).toEqual(['payload']);
      expect((await again(ran, send(call(8_000, { idempotencyKey })))).differs).toEqual(['expectedRev', 'payload']);
      const other = envelope(site.world.storeId, 'catalog.product.archive', { productId: id }, { idempotencyKey });
      expect(await again(ran, send(other))).toMatchObject({
        differs: ['command'],
        detail: expect.stringContaining('it was catalog.price.set'),
      });
      const { token } = await site.mint('developer', ['catalog:write']);
      const stranger = await again(ran, send(call(8_000, { idempotencyKey }), { session: undefined, token }));
      expect(stranger).toEqual({
        differs: ['credential'],
        detail: 'The idempotency key was used for another call: it came with another credential.',
      });
      expect((await send(first, guarded)).headers.get('Idempotent-Replayed')).toBe('true');
    });

    test('is recognised by outcomes that were kept before what was stated stood beside the digest', async () => {
      const { id } = await product();
      const call = envelope(site.world.storeId, 'catalog.price.set', { targetId: id, price: 9_000 });
      const ran = await send(call);
      await site.rows(`UPDATE command_outcome SET fingerprint = split_part(fingerprint, ' ', 1) WHERE key = $1`, [
        call.idempotencyKey,
      ]);
      expect((await send(call)).text).toBe(ran.text);
      expect(await again(ran, send({ ...call, deferBump: true }))).toEqual({
        differs: [],
        detail: 'The idempotency key was used for another call.',
      });
    });
  });

  describe('a limit', () => {
    test('what a token may never run is refused by every policy, on every door, and audited', async () => {
      const { world } = site;
      const never = ['secret.set', 'proposal.submit', 'catalog.price.set', 'channel.catalog.pull', 'tokens.whoami'];
      const mint = async (kind: string, scopes: string[]): Promise<{ token: string; id: string }> => {
        const payload = { kind, scopes, limits: { neverCommands: never } };
        const { body } = await world.run('token.mint', payload, { as: world.owner });
        const { token, result } = body as { token: string; result: { id: string } };
        return { token, id: result.id };
      };
      const developer = await mint('developer', ['secrets:write', 'catalog:write', 'proposals:write']);
      const agent = await mint('agent', ['catalog:write', 'proposals:write']);
      const refused = async (token: string, answer: Promise<Answer>, id: string): Promise<void> => {
        const { status, body } = await answer;
        expect([id, status, body.code]).toEqual([id, 422, 'limit_exceeded']);
        const [row] = await site.rows<{ n: number }>(
          `SELECT count(*)::int AS n FROM audit_row WHERE command = $1 AND code = 'limit_exceeded' AND actor_id = $2`,
          [id, token],
        );
        expect(row?.n).toBeGreaterThan(0);
      };
      const { id } = await product();
      for (const { token, id: tokenId } of [developer, agent]) {
        const as = { session: undefined, token };
        await refused(tokenId, run('catalog.price.set', { targetId: id, price: 1 }, {}, as), 'catalog.price.set');
        const pull = { ...as, body: { mode: 'preview' } };
        await refused(tokenId, site.call('POST', '/v1/channel/trendyol/catalog/pull', pull), 'channel.catalog.pull');
        expect((await site.call('GET', '/v1/tokens/me', as)).body.code).toBe('limit_exceeded');
      }
      const secret = { extension: 'trendyol', key: 'apiKey', value: 'x' };
      await refused(
        developer.id,
        run('secret.set', secret, {}, { session: undefined, token: developer.token }),
        'secret.set',
      );
      const submit = { proposalId: `prp_${newUlid()}` };
      await refused(
        agent.id,
        run('proposal.submit', submit, {}, { session: undefined, token: agent.token }),
        'proposal.submit',
      );
      expect(await priceOf(id)).toBe(10_000);
    });

    test('a command and its route are one thing', async () => {
      const twins = registry.commands.filter(({ route }) => route);
      const never = (name: string, capability: Capability) =>
        denial(capability, { ...site.world.owner, kind: 'developer', limits: limitsOf(name), scopes: everyScope })
          ?.code;
      for (const command of twins) {
        const route = registry.routes.find(({ id }) => id === command.route?.id) as Route;
        const usual = denial(command, { ...site.world.owner, kind: 'developer', scopes: everyScope })?.code;
        for (const name of [command.id, route.id])
          expect([never(name, command), never(name, route)]).toEqual(
            usual ? [usual, usual] : ['limit_exceeded', 'limit_exceeded'],
          );
      }
    });

    const asked = (capability: Route | Command, options: CallOptions): Promise<Answer> =>
      capability.kind === 'route'
        ? askRoute(capability, options)
        : site.call('POST', '/v1/commands', {
            ...options,
            body: envelope(site.world.storeId, capability.id, capability.example),
          });

    test('what a token may never run it may not have run by a job, and is not shown the job', async () => {
      const issuers = [...registry.routes, ...registry.commands].filter(({ issues }) => issues);
      expect(issuers.length).toBeGreaterThan(0);
      for (const capability of issuers) {
        // What the product alone issues no token may run anyway.
        for (const issued of (capability.issues ?? []).filter(({ runtimeOnly }) => !runtimeOnly)) {
          const limits = { neverCommands: [issued.id] };
          const scopes = ['catalog:write', 'catalog:read', 'proposals:write', 'orders:write', 'store:admin'];
          for (const kind of ['agent', 'developer']) {
            const { body } = await site.world.run('token.mint', { kind, scopes, limits }, { as: site.world.owner });
            const { token } = body as { token: string };
            const answer = await asked(capability, { session: undefined, token });
            expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
              422,
              'limit_exceeded',
              `${capability.id} runs ${issued.id}: The token may never run ${issued.id}.`,
            ]);
            expect(await toolNames(token)).not.toContain(capability.id);
            const me = await site.call('GET', '/v1/tokens/me', { token });
            expect(me.body.limits).toMatchObject(limits);
          }
        }
        const { token } = await site.mint('agent', ['catalog:write', 'proposals:write', 'orders:write', 'store:admin']);
        expect(await toolNames(token)).toContain(capability.id);
        const { body } = await site.call('GET', `/v1/${capability.kind}s`, { session: owner });
        const shown = body.items.find(({ id }: { id: string }) => id === capability.id);
        expect(shown.issues).toEqual(capability.issues?.map(({ id }) => id));
      }
    });

    test('a scope that a command needs is needed for the job that runs it', () => {
      const [issued] = registry.commands.filter(({ scope }) => scope === 'store:admin');
      const issuer = {
        ...registry.commands[0],
        scope: 'catalog:write',
        policy: 'propose',
        issues: [issued],
      } as Command;
      const agent = { ...site.world.agent, scopes: new Set(['catalog:write'] as const) };
      expect(denial(issuer, agent)).toMatchObject({
        code: 'forbidden_scope',
        options: { facts: { scope: 'store:admin' } },
      });
      expect(denial(issuer, { ...agent, scopes: everyScope })).toBeUndefined();
    });

    async function toolNames(token: string): Promise<string[]> {
      const { body } = await site.call('POST', '/mcp', {
        token,
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      });
      return body.result.tools.map(({ name }: { name: string }) => name);
    }

    const limitsOf = (name: string) => ({ itemsPerProposal: null, priceChangePercent: null, neverCommands: [name] });
    const everyScope = new Set(['catalog:write', 'proposals:write', 'store:admin', 'secrets:write'] as const);
  });
});
