import { denial } from '../../src/kernel/declaration/authority';
import type { Command } from '../../src/kernel/declaration/command';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { newId, newUlid } from '../../src/kernel/ids';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { registry } from '../../src/registry';
import { openApiDocument } from '../../src/surfaces/openapi';
import { type CallOptions, openSite, type Site } from '../surfaces/site';

const { runtimeCommands } = registry;
const named = runtimeCommands.map((command) => [command.id, command] as const);

describe('a command that the product alone issues', () => {
  let site: Site;
  const callers: Record<string, CallOptions> = {};
  beforeAll(async () => {
    site = await openSite();
    callers.owner = { session: await site.login() };
    callers.developer = {
      token: (await site.mint('developer', ['catalog:write', 'store:admin', 'orders:write'])).token,
    };
    callers.agent = { token: (await site.mint('agent')).token };
  });
  afterAll(() => site.close());

  const send = (caller: CallOptions, body: object) => site.call('POST', '/v1/commands', { ...caller, body });
  const tool = async (token: string | undefined, method: string, params: object) => {
    const headers = { Accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return (await site.call('POST', '/mcp', { token, headers, body })).body;
  };

  test.each(named)('%s has a name and an example, and no one else’s door', (_, command) => {
    expect(command.label.tr).toMatch(/\S/);
    expect(schemaErrors(command.payload, command.example)).toEqual([]);
    expect(command.route).toBeUndefined();
  });

  test.each(named)('%s is refused to everybody, and who tried is in the audit', async (id, { example }) => {
    const { storeId } = site.world;
    const call = { command: id, storeId, payload: example };
    for (const [who, caller] of Object.entries(callers)) {
      for (const how of [{ idempotencyKey: newUlid() }, { dryRun: true }]) {
        const { status, body } = await send(caller, { ...call, ...how });
        expect([who, status, body.code]).toEqual([who, 403, 'runtime_only']);
      }
    }
    expect((await send({}, { ...call, dryRun: true })).status).toBe(401);
    const rows = await site.rows(
      `SELECT actor_kind AS kind, count(*)::int AS refused FROM audit_row
       WHERE command = $1 AND code = 'runtime_only' AND outcome = 'refused' AND changes = '[]' GROUP BY 1 ORDER BY 1`,
      [id],
    );
    expect(rows).toEqual(['agent', 'developer', 'owner'].map((kind) => ({ kind, refused: 2 })));
    expect(await site.rows(`SELECT id FROM proposal`)).toEqual([]);
  });

  test.each(named)('%s is offered nowhere, and has a name where the audit is read', async (id, { example, label }) => {
    for (const caller of Object.values(callers)) {
      const { body } = await site.call('GET', '/v1/commands', caller);
      expect(body.items.map((item: { id: string }) => item.id)).not.toContain(id);
      expect(body.labels[id]).toEqual(label);
    }
    const { token } = callers.agent as CallOptions;
    const { result } = await tool(token, 'tools/list', {});
    expect(result.tools.map(({ name }: { name: string }) => name)).not.toContain(id);
    const called = await tool(token, 'tools/call', { name: id, arguments: { payload: example } });
    expect(called.error.message).toContain(`There is no tool ${id}`);
    const document = openApiDocument({ capabilities: registry, version: '0', extraPaths: {} });
    expect(JSON.stringify(document)).not.toContain(`"${id}`);
    const { body } = await site.call('POST', '/v1/validate/command', {
      ...callers.owner,
      body: { command: id, payload: example },
    });
    expect(body).toMatchObject({ valid: false });
  });

  test('is denied to callers alone: whoever starts work that issues it needs its scope and no more', () => {
    const [issued] = runtimeCommands as [Command];
    const command = { ...issued, policy: 'propose', scope: 'orders:write' } as Command;
    const issuer = { ...registry.commands[0], policy: 'propose', scope: 'catalog:write', issues: [command] } as Command;
    const { developer } = site.world;
    expect(denial(command, site.world.owner)?.code).toBe('runtime_only');
    expect(denial(command, { ...developer, kind: 'system' })).toBeUndefined();
    expect(denial(issuer, site.world.owner)).toBeUndefined();
    expect(denial(issuer, developer)).toBeUndefined();
    const few = { ...developer, scopes: new Set(['catalog:write'] as const) };
    expect(denial(issuer, few)).toMatchObject({
      code: 'forbidden_scope',
      options: { facts: { scope: 'orders:write' } },
    });
  });

  test('cannot have a route, since that would be a door', () => {
    const withRoute = registry.commands.find(({ route }) => route) as Command;
    expect(() => buildRegistry([{ ...withRoute, runtimeOnly: true }], [])).toThrow('nobody may call it');
  });

  test('no other command is issued in its way', async () => {
    const { bus, storeId } = site.world;
    const create = registry.command('catalog.category.create') as Command;
    const issuing = bus.inTransaction(storeId, async (tx) => {
      const terms = { storeId, workflowId: newId('cjb'), step: 'x', payload: { name: 'Çay' }, cause: {} };
      return { keep: true, value: await bus.issue(tx, create, terms) };
    });
    await expect(issuing).rejects.toThrow('not declared as runtimeOnly');
  });
});
