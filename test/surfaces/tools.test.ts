import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Capability } from '../../src/kernel/declaration/route';
import { guardsRev } from '../../src/kernel/declaration/traits';
import { newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { startTestWorker } from '../world/worker';
import { contentsOf, openSite, type Site } from './site';
import { connectTo } from './tool-client';

// biome-ignore lint/suspicious/noExplicitAny: tool results are whatever the tool answers
type Result = any;

describe('/mcp, with the official client', () => {
  let site: Site;
  let developer: string;
  let agent: string;
  const clients: Client[] = [];
  beforeAll(async () => {
    site = await openSite();
    developer = (await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin'])).token;
    agent = (await site.mint('agent', ['catalog:read', 'catalog:write', 'store:admin', 'proposals:write'])).token;
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await site.close();
  });

  async function connect(token: string, path?: string): Promise<Client> {
    const client = await connectTo(site, token, path);
    clients.push(client);
    return client;
  }
  const call = async (token: string, name: string, args: Record<string, unknown> = {}): Promise<Result> =>
    callAs(await connect(token), name, args);
  async function callAs(client: Client, name: string, args: Record<string, unknown>): Promise<Result> {
    const result: Result = await client.callTool({ name, arguments: args });
    return { ...result, answer: JSON.parse(result.content[0].text) };
  }

  test('lists every entry that is not the owner’s, as far as the credential may call it', async () => {
    const all = [...registry.routes, ...registry.commands];
    const { tools } = await (await connect(developer)).listTools();
    const names = tools.map(({ name }) => name);
    const allowed = all.filter(
      ({ policy, scope }) =>
        policy !== 'owner' && (scope === null || ['catalog:read', 'catalog:write', 'store:admin'].includes(scope)),
    );
    expect(names.toSorted()).toEqual(allowed.map(({ id }) => id).toSorted());
    expect(names).not.toContain('tokens.mint');
    const narrow = await site.mint('developer', ['design:read']);
    const fewer = (await (await connect(narrow.token)).listTools()).tools.map(({ name }) => name);
    expect(fewer).toContain('tokens.whoami');
    expect(fewer).not.toContain('audit.list');
  });

  test('is called by its full name, and says truly what it does', async () => {
    const { tools } = await (await connect(developer)).listTools();
    const shown = Object.fromEntries(tools.map(({ name, title, annotations }) => [name, { title, ...annotations }]));
    expect(shown['catalog.products.list']).toEqual({
      title: 'List the products',
      readOnlyHint: true,
      openWorldHint: false,
    });
    const change = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
    expect(shown['catalog.collection.update']).toEqual({ title: 'Edit a collection', ...change });
    for (const id of [
      'catalog.product.setVariants',
      'catalog.collection.setProducts',
      'extension.configure',
      'channel.jobs.cancel',
    ])
      expect([id, shown[id]]).toEqual([id, expect.objectContaining({ ...change, destructiveHint: true })]);
    for (const id of ['channel.remote.products', 'channel.remote.brands', 'channel.connect.test'])
      expect([id, shown[id]]).toEqual([id, expect.objectContaining({ readOnlyHint: true, openWorldHint: true })]);
    for (const id of ['channel.catalog.pull', 'channel.brand.create'])
      expect([id, shown[id]]).toEqual([id, expect.objectContaining({ ...change, openWorldHint: true })]);
    expect(shown['validate.command']).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    // Its key is no choice, and it may run any command.
    expect(shown['commands.run']).toMatchObject({ destructiveHint: true, idempotentHint: true });
    const capabilities = new Map<string, Capability>(
      [...registry.routes, ...registry.commands].map((capability) => [capability.id, capability]),
    );
    for (const { name, title, annotations, description, inputSchema } of tools) {
      const capability = capabilities.get(name) as Capability;
      expect([name, title]).toEqual([name, capability.label?.en]);
      expect([name, annotations?.readOnlyHint]).toEqual([name, capability.kind === 'route' && !capability.writes]);
      expect(description).toMatch(/\S/);
      expect(inputSchema.additionalProperties).toBe(false);
    }
  });

  test('no tool asks for a credential: an agent would ask a merchant for it', async () => {
    const { tools } = await (await connect(developer)).listTools();
    const asking = tools.filter(({ inputSchema }) =>
      /apiSecret|apiKey|x-secret|"password"/.test(JSON.stringify(inputSchema)),
    );
    expect(asking.map(({ name }) => name)).toEqual([]);
    expect(tools.map(({ name }) => name)).toContain('channel.connect.test');
  });

  test('offers to state a rev only where it is held against something', async () => {
    const { tools } = await (await connect(developer)).listTools();
    const offering = tools.filter(({ inputSchema }) => 'expectedRev' in (inputSchema.properties ?? {}));
    const commands = registry.commands.filter(guardsRev).map(({ id }) => id);
    expect(offering.map(({ name }) => name).filter((name) => registry.command(name))).toEqual(
      tools.map(({ name }) => name).filter((name) => commands.includes(name)),
    );
    expect(offering.map(({ name }) => name)).not.toContain('catalog.stock.adjust');
    const { answer } = await call(developer, 'catalog.stock.adjust', { payload: {}, expectedRev: 1 });
    expect(answer).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/expectedRev' }] });
  });

  test('offers to defer a bump only where there is one, and takes that word of every command', async () => {
    const { tools } = await (await connect(developer)).listTools();
    const offering = tools.filter(({ inputSchema }) => 'deferBump' in (inputSchema.properties ?? {}));
    const ids = registry.commands
      .filter(({ flags, bumpsAtOnce }) => flags.includes('bumps generation') && !bumpsAtOnce)
      .map(({ id }) => id);
    expect(offering.map(({ name }) => name).toSorted()).toEqual(
      tools
        .map(({ name }) => name)
        .filter((name) => ids.includes(name))
        .toSorted(),
    );
    const { answer } = await call(developer, 'catalog.category.create', {
      payload: { name: 'Kategori' },
      deferBump: true,
      dryRun: true,
    });
    expect(answer).toMatchObject({ dryRun: true });
  });

  test('offers to wait only where work goes on behind the call', async () => {
    const { tools } = await (await connect(developer)).listTools();
    const offering = tools.filter(({ inputSchema }) => 'waitSeconds' in (inputSchema.properties ?? {}));
    const capabilities = [...registry.routes, ...registry.commands];
    const waiting = capabilities.filter((capability) => 'settles' in capability).map(({ id }) => id);
    // A tool is shown to who has its scope.
    const shown = tools.map(({ name }) => name).filter((name) => waiting.includes(name));
    expect(shown.length).toBeGreaterThan(1);
    expect(offering.map(({ name }) => name)).toEqual(shown);
  });

  test('says into which argument a field belongs that stands beside it', async () => {
    const misplaced = await call(developer, 'channel.catalog.pull', { ext: 'trendyol', mode: 'preview' });
    expect(misplaced.answer.errors).toEqual([{ pointer: '/mode', message: 'belongs into body' }]);
  });

  test('describes fields and choices as the owner calls them, and in no second language', async () => {
    const { answer } = await call(developer, 'tools.describe', { names: ['channel.catalog.pull'] });
    expect(answer.items[0].inputSchema.properties.body.properties.mode).toMatchObject({
      'x-label': 'Biçim',
      'x-words': { preview: 'önizleme', import: 'içe aktarma' },
    });
    expect(JSON.stringify(answer)).not.toContain('"en":');
  });

  test('reads', async () => {
    const { answer, content, structuredContent } = await call(developer, 'tokens.whoami');
    expect(answer).toMatchObject({ kind: 'developer', storeId: site.world.storeId });
    // Once, and without white space.
    expect([content.length, structuredContent]).toEqual([1, undefined]);
    expect(content[0].text).toBe(JSON.stringify(answer));
    const audit = await call(developer, 'audit.list', { limit: 1 });
    expect(audit.answer.items).toHaveLength(1);
  });

  test('previews a command without a trace, runs it once, and replays it', async () => {
    const before = await contentsOf(site);
    const preview = await call(developer, 'store.generation.set', { payload: { generation: 1 }, dryRun: true });
    expect(preview.answer).toMatchObject({ command: 'store.generation.set', dryRun: true });
    expect(await contentsOf(site)).toEqual(before);

    const done = await call(developer, 'store.generation.set', { payload: { generation: 1 } });
    const { idempotencyKey, auditId, result } = done.answer;
    expect(result).toEqual({ storefrontGeneration: 1, previous: 1 });
    expect(auditId).toMatch(/^aud_/);
    const again = await call(developer, 'store.generation.set', { payload: { generation: 1 }, idempotencyKey });
    expect(again.answer).toEqual({ ...done.answer, replayed: true });
    const other = await call(developer, 'store.generation.set', { payload: { generation: 2 }, idempotencyKey });
    expect(other).toMatchObject({ isError: true, answer: { code: 'idempotency_conflict', status: 422 } });
  });

  test('answers a refusal as a result that says what is wrong', async () => {
    const unfit = await call(developer, 'store.generation.set', { payload: { generation: 'one', extra: 1 } });
    expect(unfit.isError).toBe(true);
    expect(unfit.answer.code).toBe('invalid_request');
    expect(unfit.answer.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/payload/extra',
      '/payload/generation',
    ]);
    for (const args of [
      { payload: { generation: 1 }, surprise: true },
      { payload: { generation: 1 }, idempotencyKey: 'short' },
      { payload: { generation: 1 }, storeId: site.world.other.storeId, command: 'token.revoke' },
      { payload: { generation: 1 }, expectedRev: 'x' },
      { payload: { generation: '\ud800' } },
      { payload: 7 },
      {},
    ]) {
      const { isError, answer } = await call(developer, 'store.generation.set', args);
      expect([args, isError, answer.code]).toEqual([args, true, 'invalid_request']);
    }
    const refused = await call(developer, 'store.generation.set', { payload: { generation: 9 } });
    expect(refused).toMatchObject({ isError: true, answer: { code: 'generation_unknown' } });
    expect(refused.answer.idempotencyKey).toHaveLength(26);
    expect(await call(developer, 'audit.list', { limit: 1000 })).toMatchObject({
      isError: true,
      answer: { code: 'invalid_request' },
    });
  });

  test('a refusal reaches a client that holds answers against the schemas of the tools', async () => {
    const client = await connect(developer);
    await client.listTools();
    expect(await callAs(client, 'catalog.products.get', {})).toMatchObject({
      isError: true,
      answer: { code: 'invalid_request', errors: [{ pointer: '/prd', message: 'is required' }] },
    });
    expect(await callAs(client, 'catalog.products.get', { prd: `prd_${newUlid()}` })).toMatchObject({
      isError: true,
      answer: { code: 'not_found', status: 404 },
    });
  });

  test('tells all that is wrong with the names of arguments, and where one belongs', async () => {
    const { answer } = await call(developer, 'catalog.price.set', { targetId: 'prd_1', cost: 5 });
    expect(answer.errors).toEqual([
      { pointer: '/payload', message: 'is required' },
      { pointer: '/targetId', message: 'belongs into payload' },
      { pointer: '/cost', message: 'is not known here' },
    ]);
  });

  test('shows who got an argument wrong a call that is right, and nobody else', async () => {
    const client = await connect(developer);
    const name = 'catalog_price_set';
    const wrong = await callAs(client, name, { payload: { productId: `prd_${newUlid()}`, price: 100 } });
    expect(wrong.answer).toMatchObject({ code: 'invalid_request' });
    const [, example = '{}'] = /^Arguments in the right form: (.*)$/.exec(wrong.content[1]?.text ?? '') ?? [];
    expect(JSON.parse(example)).toMatchObject({ payload: { targetId: expect.any(String) } });
    // That form is taken; its product is that of the demo and not here, which no example helps.
    const right = await callAs(client, name, { ...JSON.parse(example), dryRun: true });
    expect([right.answer.code, right.content.length]).toEqual(['not_found', 1]);
  });

  test.each([
    ['price_set', 'catalog_price_set'],
    ['catalog_product_price_set', 'catalog_price_set'],
    ['whoami', 'tokens_whoami'],
    ['get_product', 'catalog_products_get'],
    ['submitProposal', 'proposal_submit'],
  ])('there is no tool %s, and a near one is named', async (name, near) => {
    const client = await connect(agent, '/mcp/tools');
    await expect(callAs(client, name, {})).rejects.toThrow(
      new RegExp(`There is no tool ${name}\\. Near it: .*\\b${near}\\b`),
    );
  });

  test('near is what the credential may call alone, and nothing where no name is like it', async () => {
    const client = await connect(developer);
    await expect(callAs(client, 'submitProposal', {})).rejects.not.toThrow(/proposal\.submit/);
    await expect(callAs(client, 'weather', {})).rejects.toThrow(/There is no tool weather\.$/);
  });

  test('records an agent’s change, whichever tool it takes, and runs none', async () => {
    const before = await contentsOf(site);
    const preview = await call(agent, 'store.generation.set', { payload: { generation: 1 }, dryRun: true });
    expect(preview.answer).toMatchObject({ command: 'store.generation.set', dryRun: true });
    expect(await contentsOf(site)).toEqual(before);

    const idempotencyKey = newUlid();
    const change = { payload: { title: 'Cezve', price: 12_990 }, idempotencyKey };
    const first = (await call(agent, 'catalog.product.create', change)).answer;
    expect(first).toMatchObject({ proposed: true, seq: 1, idempotencyKey, auditId: expect.stringMatching(/^aud_/) });
    const again = (await call(agent, 'catalog.product.create', change)).answer;
    expect(again).toEqual({ ...first, replayed: true });
    const route = (await call(agent, 'channel.jobs.cancel', { ext: 'trendyol', cjb: `cjb_${newUlid()}` })).answer;
    expect(route).toMatchObject({ code: 'not_found', status: 404 });
    const { answer } = await call(agent, 'proposals.get', { prp: first.proposalId });
    expect(answer).toMatchObject({ state: 'open', items: { total: 1 } });
    expect((await call(agent, 'catalog.products.list')).answer.items).toEqual([]);
  });

  test('an agent’s whole session, from whoami to submit; the owner approves, and it is applied', async () => {
    const worker = await startTestWorker(site.world);
    try {
      const live = await site.world.done('catalog.product.create', { title: 'Fincan', price: 9_990, stock: 4 });
      const client = await connect((await site.mint('agent')).token, '/mcp/tools');
      expect(client.getInstructions()).toMatch(
        /^You are an agent .{0,80}NOTHING YOU CHANGE IS LIVE AT ONCE.{0,140} proposal_submit/,
      );
      const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Result> => {
        const { answer, isError } = await callAs(client, name, args);
        expect([name, isError, answer]).toEqual([name, undefined, answer]);
        return answer;
      };
      const me = await ask('tokens_whoami');
      expect(me).toMatchObject({ kind: 'agent', scopes: expect.arrayContaining(['catalog:write', 'proposals:write']) });
      const tools = (await client.listTools()).tools.map(({ name }) => name);
      expect(tools).toEqual(expect.arrayContaining(['catalog_price_set', 'proposal_submit', 'proposals_get']));
      expect(tools).not.toContain('proposal_approve');
      const found = (await ask('catalog_products_list')).items.find(({ id }: { id: string }) => id === live.id);
      const price = { targetId: found.id, price: 8_990 };
      const { preview } = await ask('catalog_price_set', { payload: price, dryRun: true });
      const { proposalId, ...first } = await ask('catalog_price_set', { payload: price, expectedRev: found.rev });
      expect(first).toMatchObject({ proposed: true, seq: 1, preview: { hash: preview.hash } });
      const second = await ask('catalog_stock_set', { payload: { targetId: found.id, stock: 7 } });
      expect(second).toMatchObject({ proposalId, seq: 2 });
      expect(await ask('catalog_products_get', { prd: live.id })).toMatchObject({ price: 9_990, stock: 4 });
      const { result } = await ask('proposal_submit', { payload: { proposalId, note: 'Yaz indirimi' } });
      expect(result).toMatchObject({ state: 'submitted', items: { total: 2 }, note: 'Yaz indirimi' });
      const barred = await callAs(client, 'commands_run', {
        body: {
          command: 'proposal.approve',
          storeId: site.world.storeId,
          idempotencyKey: newUlid(),
          payload: { proposalId, hash: result.hash },
        },
      });
      expect(barred).toMatchObject({ isError: true, answer: { code: 'owner_only' } });

      const session = await site.login();
      const inbox = await site.call('GET', '/v1/proposals?state=submitted', { session });
      expect(inbox.body.items).toMatchObject([{ id: proposalId, hash: result.hash }]);
      const approved = await site.call('POST', `/v1/proposals/${proposalId}/onayla`, {
        session,
        body: { hash: result.hash },
      });
      expect([approved.status, approved.body.state]).toEqual([200, 'applying']);
      while ((await ask('proposals_get', { prp: proposalId })).state !== 'applied')
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await ask('catalog_products_get', { prd: live.id })).toMatchObject({ price: 8_990, stock: 7 });
    } finally {
      await worker.stop();
    }
  });

  test('refuses an agent that may not propose, audits that, and hides owner-only tools', async () => {
    const dumb = await site.mint('agent', ['store:admin']);
    const refused = await call(dumb.token, 'store.generation.set', { payload: { generation: 1 } });
    expect(refused).toMatchObject({
      isError: true,
      answer: { code: 'forbidden_scope', scope: 'proposals:write', status: 403 },
    });
    const { items } = await site.world.read('audit.list', { query: { actor: dumb.id } });
    expect(items).toMatchObject([{ command: 'store.generation.set', outcome: 'refused', code: 'forbidden_scope' }]);
    const narrow = await site.mint('developer', ['design:read']);
    expect(await call(narrow.token, 'store.generation.set', { payload: { generation: 1 } })).toMatchObject({
      isError: true,
      answer: { code: 'forbidden_scope' },
    });
    const client = await connect(developer);
    for (const name of ['token.mint', 'tokens.mint', 'tokens.list', 'no.such.tool', '__proto__'])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/There is no tool/);
  });

  test('takes null for left out where it is no value, and only there', async () => {
    const plainList = await call(developer, 'catalog_products_list', { limit: 2 });
    const nulls = { cursor: null, text: null, status: null, categoryId: null };
    const list = await call(developer, 'catalog_products_list', { ...nulls, limit: 2 });
    expect(list).toEqual(plainList);
    const created = await call(developer, 'catalog_product_create', {
      payload: {
        title: 'Boş alanlı',
        price: 100,
        handle: null,
        tags: null,
        brand: null,
        variants: [{ title: 'S', stock: null }],
      },
      idempotencyKey: null,
      dryRun: null,
      deferBump: null,
    });
    const { id } = created.answer.result;
    const read = async () => (await call(developer, 'catalog_products_get', { prd: id })).answer;
    expect(await read()).toMatchObject({
      title: 'Boş alanlı',
      handle: 'bos-alanli',
      tags: [],
      brand: null,
      variants: [{ title: 'S', stock: null }],
    });
    // Where null is a value it takes away; what is required cannot be left out.
    const named = await call(developer, 'catalog_product_update', { payload: { productId: id, brand: 'Marka' } });
    expect([named.isError ?? false, (await read()).brand]).toEqual([false, 'Marka']);
    const taken = await call(developer, 'catalog_product_update', {
      payload: { productId: id, brand: null, title: null },
      expectedRev: null,
    });
    expect(taken.isError ?? false).toBe(false);
    expect(await read()).toMatchObject({ brand: null, title: 'Boş alanlı' });
    const refused = await call(developer, 'catalog_product_update', { payload: { productId: null, brand: 'x' } });
    expect(refused.isError).toBe(true);
    const whole = await call(developer, 'catalog_products_get', { prd: null });
    expect(whole.answer).toMatchObject({ code: 'invalid_request' });
  });

  test('takes null for left out inside the payload of a command that is named beside it, too', async () => {
    const { storeId } = site.world;
    const run = (command: string, payload: object) =>
      call(developer, 'commands_run', {
        body: { command, storeId, payload, idempotencyKey: newUlid(), dryRun: null, deferBump: null },
      });
    const created = await run('catalog.product.create', {
      title: 'Zarftan',
      price: 100,
      handle: null,
      tags: null,
      brand: 'Marka',
      variants: [{ title: 'S', stock: null, price: null }],
    });
    expect(created.answer).toMatchObject({ command: 'catalog.product.create' });
    const { id } = created.answer.result;
    const read = async () => (await call(developer, 'catalog_products_get', { prd: id })).answer;
    expect(await read()).toMatchObject({ handle: 'zarftan', tags: [], variants: [{ title: 'S', stock: null }] });
    expect(
      (await run('catalog.product.update', { productId: id, brand: null, title: null, expectedRev: null })).isError ??
        false,
    ).toBe(false);
    expect(await read()).toMatchObject({ brand: null, title: 'Zarftan' });
    expect((await run('catalog.product.update', { productId: null, brand: 'x' })).answer).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: expect.stringMatching(/productId$/) }],
    });
    expect((await run('no.such.command', { of: null })).isError).toBe(true);
  });

  test('takes bearer tokens only, and a revoked one not at all', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { Accept: 'application/json, text/event-stream' };
    const anonymous = await site.call('POST', '/mcp', { body: message, headers });
    expect([anonymous.status, anonymous.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    const session = await site.login();
    expect((await site.call('POST', '/mcp', { body: message, headers, session })).status).toBe(401);
    const { id, token } = await site.mint('developer');
    const client = await connect(token);
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    await expect(client.listTools()).rejects.toThrow(/unauthenticated/);
  });

  test('refuses foreign pages, large and malformed bodies, and other methods', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { Accept: 'application/json, text/event-stream' };
    const post = (body: unknown, more: Record<string, string> = {}) =>
      site.call('POST', '/mcp', { token: developer, body, headers: { ...headers, ...more } });
    expect((await post(message, { Origin: 'http://localhost:6274' })).status).toBe(200);
    for (const Origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
    ])
      expect([Origin, (await post(message, { Origin })).body.code]).toEqual([Origin, 'csrf_failed']);
    expect((await post('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await post('{')).body.error.code).toBe(-32_700);
    expect((await post(message, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post({ hello: 1 })).status).toBe(400);
    expect((await post(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).status).toBe(400);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tokens.whoami","arguments":{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}}`;
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, 0]));
    for (const wide of [
      many,
      { ...message, params: many },
      { ...message, method: 'tools/call', params: { name: 'tokens.whoami', arguments: many } },
      { ...message, params: { _meta: many } },
      { jsonrpc: '2.0', id: 1, result: many },
    ])
      expect((await post(wide)).body.error.message).toContain('at most 100 names');
    const answered = await post(deep);
    expect(answered.status).toBeLessThan(500);
    for (const path of ['/mcp', '/mcp/tools', '/mcp/search'])
      for (const method of ['GET', 'DELETE', 'PUT']) expect((await site.call(method, path)).status).toBe(405);
  });

  test('is throttled like every call', async () => {
    const slow = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '2' } });
    try {
      const { token } = await slow.mint('developer');
      const post = () =>
        slow.call('POST', '/mcp', {
          token,
          body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          headers: { Accept: 'application/json, text/event-stream' },
        });
      expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
      const refused = await post();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    } finally {
      await slow.close();
    }
  });
});
