import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { newUlid } from '../../src/kernel/ids';
import { propertiesOf } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';
import { finders } from '../../src/surfaces/tools/finders';
import { spellingsOf } from '../../src/surfaces/tools/names';
import { toolboxOf } from '../../src/surfaces/tools/toolbox';
import { openSite, type Site } from './site';
import { connectTo } from './tool-client';

const TOKENS_MAX = 190;
const INSTRUCTIONS_MAX = 2_048;
const SESSION = ['proposal_submit', 'proposal_withdraw', 'proposals_get', 'tokens_whoami'];

// biome-ignore lint/suspicious/noExplicitAny: tool results are whatever the tool answers
type Result = any;

describe('the addresses of the tools protocol', () => {
  let site: Site;
  let developer: string;
  let agent: string;
  const clients: Client[] = [];
  beforeAll(async () => {
    site = await openSite();
    developer = (await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin', 'proposals:write']))
      .token;
    agent = (await site.mint('agent')).token;
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await site.close();
  });

  async function connect(path: string, token = agent): Promise<Client> {
    const client = await connectTo(site, token, path);
    clients.push(client);
    return client;
  }
  const namesAt = async (path: string, token = agent) =>
    (await (await connect(path, token)).listTools()).tools.map(({ name }) => name).toSorted();
  async function call(client: Client, name: string, args: object = {}): Promise<Result> {
    const result: Result = await client.callTool({ name, arguments: { ...args } });
    return { ...result, answer: JSON.parse(result.content[0].text) };
  }

  test('/mcp/tools has the tools of /mcp under names without a dot, each once, and all on one page', async () => {
    const { tools, nextCursor } = await (await connect('/mcp/tools', developer)).listTools();
    expect(nextCursor).toBeUndefined();
    const dotted = await namesAt('/mcp', developer);
    const doors = ['commands.list', 'commands.run', 'routes.list'];
    expect(dotted).toEqual(expect.arrayContaining(doors));
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [...dotted.filter((id) => !doors.includes(id)).map((id) => id.replaceAll('.', '_')), 'tools_describe'].toSorted(),
    );
    for (const { name } of tools) expect(name).toMatch(/^(?=.{1,44}$)[a-zA-Z0-9]+(_[a-zA-Z0-9]+)*$/);
  });

  test.each(['/mcp', '/mcp/tools', '/mcp/search'])('both spellings of a name are called at %s', async (path) => {
    const client = await connect(path);
    for (const name of ['catalog.products.list', 'catalog_products_list', 'commands.list', 'commands_list'])
      expect([name, (await call(client, name)).isError]).toEqual([name, undefined]);
    await expect(client.callTool({ name: 'catalog-products-list', arguments: {} })).rejects.toThrow(/There is no tool/);
  });

  test('no build starts in which two tools would have one name, or one that a client drops', () => {
    expect(spellingsOf(['order.ship', 'order.line.ship']).get('order_line_ship')).toBe('order.line.ship');
    for (const ids of [
      ['order.line_ship', 'order.line.ship'],
      ['order.Ship', 'order.ship'],
      ['order..ship'],
      ['order.ship.'],
      ['order-ship'],
      [`order.${'x'.repeat(60)}`],
    ])
      expect(() => spellingsOf(ids)).toThrow(/tools? of one name|is no name of a tool/);
  });

  test('?tools= leaves those of some nouns or names, and what a session needs', async () => {
    const whole = await namesAt('/mcp/tools');
    const beginning = (...words: string[]) =>
      [...whole.filter((name) => words.some((word) => name.startsWith(word))), ...SESSION, 'tools_describe'].toSorted();
    expect(await namesAt('/mcp/tools?tools=catalog')).toEqual(beginning('catalog_'));
    expect(await namesAt('/mcp/tools?tools=channel.jobs,media.list')).toEqual(beginning('channel_jobs_', 'media_list'));
    expect(await namesAt('/mcp/tools?tools=channel_jobs&tools=media_list')).toEqual(
      beginning('channel_jobs_', 'media_list'),
    );
    // Of one noun, whichever number the word stands in.
    expect(await namesAt('/mcp?tools=proposals')).toEqual([
      'proposal.submit',
      'proposal.withdraw',
      'proposals.get',
      'proposals.list',
      'tokens.whoami',
    ]);
    expect(await namesAt('/mcp/tools?tools=')).toEqual(whole);
    const client = await connect('/mcp/tools?tools=media');
    await expect(client.callTool({ name: 'catalog_products_list', arguments: {} })).rejects.toThrow(/There is no tool/);
    expect((await call(client, 'media_list')).answer.items).toEqual([]);
    const { status, body } = await site.call('POST', '/mcp/tools?tools=catalog,katalog', { token: agent, body: {} });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid_request',
      [{ pointer: '/query/tools', message: 'names no tools: katalog' }],
    ]);
  });

  test('/mcp/search lists a few, which find, describe and call all others', async () => {
    expect(await namesAt('/mcp/search')).toEqual(
      [...SESSION, 'tools_call', 'tools_describe', 'tools_search'].toSorted(),
    );
    const client = await connect('/mcp/search');
    const first = async (query: string) => (await call(client, 'tools_search', { query })).answer.items[0]?.name;
    expect(await first('set price')).toBe('catalog_price_set');
    expect(await first('FİYAT')).toBe('catalog_price_set');
    expect(await first('changing prices')).toBe('catalog_price_set');
    for (const query of ['is the store ready', 'readiness of the store', 'mağaza hazır mı'])
      expect(await first(query)).toBe('store_health_get');
    expect(await first('xyzzy')).toBeUndefined();
    for (const query of [
      'ana sayfa başlığını değiştir',
      'change the text of a section',
      'change the heading of the home page',
    ])
      expect([query, await first(query)]).toEqual([query, 'design_draft_put']);
    for (const query of ['change shop colours', 'mağazanın renklerini değiştir', 'rengi değiştir'])
      expect([query, await first(query)]).toEqual([query, 'theme_preset_apply']);
    const { answer } = await call(client, 'tools_describe', { names: ['catalog_price_set', 'proposals.list'] });
    const [price, proposals] = answer.items;
    expect(price).toMatchObject({
      name: 'catalog_price_set',
      scope: 'catalog:write',
      policy: 'propose',
      annotations: { readOnlyHint: false },
      example: registry.command('catalog.price.set') && { payload: registry.command('catalog.price.set')?.example },
    });
    expect(price.inputSchema.properties.payload.properties.price.anyOf[0]).toMatchObject({
      maximum: 10_000_000_000_000,
    });
    expect(price.answers.properties.result.properties.price).toBeDefined();
    expect(proposals.answers.properties.nextCursor).toBeDefined();

    const dry = { payload: { title: 'Cezve', price: 12_990 }, dryRun: true };
    const previewed = await call(client, 'tools_call', { name: 'catalog_product_create', arguments: dry });
    expect(previewed.answer).toMatchObject({ wouldPropose: true, dryRun: true });
    expect(previewed.answer.preview.hash).toBe((await call(client, 'catalog.product.create', dry)).answer.preview.hash);
  });

  test('what a credential may not call is neither listed nor found, and refused when it is called', async () => {
    const { body } = await site.call('POST', '/v1/tokens', {
      session: await site.login(),
      body: { kind: 'agent', limits: { neverCommands: ['catalog.price.set'] } },
    });
    for (const path of ['/mcp', '/mcp/tools']) {
      const names = await namesAt(path, body.token);
      expect(names.filter((name) => /price|tokens.mint|tokens.list|store.syncKv/.test(name))).toEqual([]);
    }
    const client = await connect('/mcp/search', body.token);
    const found = await call(client, 'tools_search', { query: 'price' });
    expect(found.answer.items.map(({ name }: Result) => name)).not.toContain('catalog_price_set');
    const args = { payload: { targetId: 'prd_x', price: 1 } };
    expect(await call(client, 'tools_call', { name: 'catalog_price_set', arguments: args })).toMatchObject({
      isError: true,
      answer: { code: 'limit_exceeded' },
    });
  });

  test('an agent that may propose nothing is shown what it may read, and told so', async () => {
    const { token } = await site.mint('agent', ['catalog:read', 'catalog:write']);
    for (const path of ['/mcp', '/mcp/tools']) {
      const client = await connect(path, token);
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(10);
      // An upload is its own, and waits to be committed.
      expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
        expect.stringMatching(/^media.upload$/),
      ]);
      expect(client.getInstructions()).toMatch(
        /^You are an agent .{0,40} only reads: your token lacks .{0,20}proposals:write/,
      );
    }
  });

  test('what tools are described with fits a message', async () => {
    const client = await connect('/mcp/search', developer);
    const { tools } = await (await connect('/mcp', developer)).listTools();
    const sizes: number[] = [];
    for (const { name } of tools)
      sizes.push(countTokens((await call(client, 'tools_describe', { names: [name] })).content[0].text));
    const [first = 0, second = 0, third = 0] = sizes.toSorted((left, right) => right - left);
    expect(first + second + third).toBeLessThan(16_500);
  });

  test('a tool about tools says what is wrong with its arguments', async () => {
    const client = await connect('/mcp/search');
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0]));
    for (const [name, args, pointer] of [
      ['tools_search', {}, '/query'],
      ['tools_search', { query: 7 }, '/query'],
      ['tools_search', { query: 'price', more: 1 }, '/more'],
      ['tools_describe', { names: [] }, '/names'],
      ['tools_describe', { names: ['tokens_whoami', 'no_such_tool'] }, '/names/1'],
      ['tools_describe', { names: Array(4).fill('tokens_whoami') }, '/names'],
      ['tools_call', { name: 'no_such_tool' }, '/name'],
      ['tools_call', { name: 'tools_call', arguments: {} }, '/name'],
      ['tools_call', { name: 'tokens_mint', arguments: {} }, '/name'],
      ['tools_call', { name: 'tokens_whoami', arguments: [] }, '/arguments'],
      ['tools_call', { name: 'tokens_whoami', arguments: many }, '/arguments'],
    ] as const) {
      const { isError, answer } = await call(client, name, args);
      expect([name, isError, answer.code, answer.errors?.[0].pointer]).toEqual([
        name,
        true,
        'invalid_request',
        pointer,
      ]);
    }
  });

  test('a list of tools costs few tokens, whoever asks for it', async () => {
    for (const token of [agent, developer])
      for (const path of ['/mcp', '/mcp/tools', '/mcp/search']) {
        const { tools } = await (await connect(path, token)).listTools();
        const tokens = countTokens(JSON.stringify({ tools }));
        expect([path, tokens / tools.length < TOKENS_MAX]).toEqual([path, true]);
        for (const { name, description } of tools)
          expect([name, (description as string).length < INSTRUCTIONS_MAX]).toEqual([name, true]);
      }
  });

  test('an agent is told first that its changes wait, and nothing is cut', async () => {
    for (const [path, submit, whoami] of [
      ['/mcp', 'proposal.submit', 'tokens.whoami'],
      ['/mcp/tools', 'proposal_submit', 'tokens_whoami'],
      ['/mcp/search', 'proposal_submit', 'tokens_whoami'],
    ] as const) {
      const told = (await connect(path)).getInstructions() as string;
      expect(told.length).toBeLessThan(INSTRUCTIONS_MAX);
      expect(told.slice(0, 220)).toContain(`waits there until you call ${submit}`);
      const steps = [whoami, 'Read', 'dryRun', 'without dryRun', submit].map((step) => told.indexOf(step, 220));
      expect(steps.toSorted((left, right) => left - right)).toEqual(steps);
      expect(steps[0]).toBeGreaterThan(0);
      const toldDeveloper = (await connect(path, developer)).getInstructions() as string;
      expect(toldDeveloper).toMatch(/^You change one online store, AT ONCE/);
      expect(toldDeveloper.length).toBeLessThan(INSTRUCTIONS_MAX);
    }
  });

  test('arguments that an agent is shown are taken from it: they name no draft but its own', async () => {
    const client = await connect('/mcp/search');
    const tools = toolboxOf(registry).all.filter(({ capability }) => 'workspace' in capability && capability.workspace);
    const ids = [...tools.map(({ capability }) => capability.id), 'design.publish'].filter(
      (id) => id !== 'workspaces.adopt',
    );
    expect(ids.length).toBeGreaterThan(8);
    for (const name of ids) {
      const [{ example }] = (await call(client, 'tools_describe', { names: [name] })).answer.items;
      const { answer } = await call(client, 'tools_call', { name, arguments: { ...example, dryRun: true } });
      expect([name, answer.code]).not.toEqual([
        name,
        expect.stringMatching(/^(invalid_request|agent_workspace_only)$/),
      ]);
    }
    // Of a store that has drafted nothing, everybody is told so.
    const drafted = { body: { template: 'bos', workspace: 'main' }, expectedRev: 0, idempotencyKey: newUlid() };
    await site.world.read('design.draftFromTemplate', drafted);
    const wrong = await client.callTool({
      name: 'tools_call',
      arguments: { name: 'design.publish', arguments: { payload: {} } },
    });
    const [said, right] = (wrong as { content: { text: string }[] }).content.map(({ text }) => text) as [
      string,
      string,
    ];
    expect(JSON.parse(said).errors).toMatchObject([{ pointer: '/payload/hash' }]);
    expect(right).toMatch(/^Arguments in the right form: .*"hash":"[0-9a-f]{64}".*"expectedRev":1/);
  });

  test('a rev that is missing is asked for where the tool takes it', async () => {
    const client = await connect('/mcp/tools');
    for (const [name, payload] of [
      ['theme_upgrade', {}],
      ['design_publish', { hash: 'a'.repeat(64) }],
    ] as const) {
      const { answer } = await call(client, name, { payload });
      expect([name, answer.errors, answer.detail]).toMatchObject([
        name,
        [{ pointer: '/expectedRev' }],
        expect.stringMatching(/^\/expectedRev is required/),
      ]);
    }
  });

  test('a schema in short takes what the whole one takes', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const examples = toolboxOf(registry).all.filter(({ example }) => example);
    expect(examples.length).toBeGreaterThan(40);
    for (const tool of examples)
      expect([tool.capability.id, ajv.validate(tool.definition.inputSchema, tool.example), ajv.errors]).toEqual([
        tool.capability.id,
        true,
        null,
      ]);
    // Where the payload would state a rev that is not shown, it stands beside it.
    for (const { capability, definition } of toolboxOf(registry).all)
      if (capability.kind === 'command' && 'expectedRev' in propertiesOf(capability.payload))
        expect([capability.id, definition.inputSchema.properties]).toEqual([
          capability.id,
          expect.objectContaining({ expectedRev: { type: 'integer' } }),
        ]);
    const product = toolboxOf(registry).find('catalog.product.create')?.definition.inputSchema as object;
    const nothing = { title: 'Cezve', price: 1, stock: null, withdrawalException: null, categoryId: null };
    expect(ajv.validate(product, { payload: nothing })).toBe(true);
    for (const wrong of [{ title: 'Cezve' }, { title: 7, price: 1 }, { ...nothing, withdrawalException: 'whim' }])
      expect([wrong, ajv.validate(product, { payload: wrong })]).toEqual([wrong, false]);
  });

  test('no tool is described in a way for which a provider of models refuses the whole list', () => {
    const faults: string[] = [];
    const walk = (node: Result, at: string): void => {
      for (const [name, field] of Object.entries(node.properties ?? {})) walk(field, `${at}/${name}`);
      for (const field of Object.values(node.patternProperties ?? {})) walk(field, `${at}/*`);
      for (const choice of node.anyOf ?? []) walk(choice, at);
      if (node.items) walk(node.items, `${at}/items`);
      const { type, enum: choices, const: only, anyOf } = node;
      if (type !== undefined && typeof type !== 'string') faults.push(`${at} has several types`);
      if (choices?.length === 0 || choices?.some((choice: unknown) => typeof choice !== 'string'))
        faults.push(`${at} has a choice that is no text`);
      if (only !== undefined && typeof only !== 'string') faults.push(`${at} has a constant that is no text`);
      if (anyOf && Object.keys(node).length > 1) faults.push(`${at} has something beside its union`);
    };
    const tools = toolboxOf(registry).all;
    expect(tools.length).toBeGreaterThan(150);
    for (const { capability, definition } of tools) walk(definition.inputSchema, capability.id);
    for (const { id, definition } of finders) walk(definition.inputSchema, id);
    expect(faults).toEqual([]);
    const create = toolboxOf(registry).find('catalog.product.create')?.definition.inputSchema as Result;
    expect(create.properties.payload.properties).toMatchObject({
      vatRate: { type: 'integer', description: 'KDV, percent. One of 0, 1, 10, 20.' },
      withdrawalException: { anyOf: [{ type: 'string', enum: expect.arrayContaining(['hygiene']) }, { type: 'null' }] },
    });
  });

  test('nothing speaks of OAuth: clients that discover it ignore the token that they were given', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/mcp/tools',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/mcp',
      '/.well-known/openid-configuration',
      '/mcp/tools/.well-known/oauth-protected-resource',
      '/register',
    ])
      for (const method of ['GET', 'POST']) {
        const { status, headers, body } = await site.call(method, path);
        const type = headers.get('Content-Type')?.split(';')[0];
        expect([path, status, type, body.code]).toEqual([path, 404, 'application/problem+json', 'not_found']);
      }
    for (const path of ['/mcp', '/mcp/tools', '/mcp/search']) {
      const { status, headers } = await site.call('POST', path, { body: {} });
      expect([path, status, headers.get('WWW-Authenticate')]).toEqual([path, 401, 'Bearer']);
    }
  });
});
