import { command } from '../../src/kernel/declaration/command';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { newId, newUlid } from '../../src/kernel/ids';
import { id, object, t } from '../../src/kernel/schema/schema';
import { openApiDocument } from '../../src/surfaces/openapi';
import { type CallOptions, envelope, openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';

const workspaceId = t.Union([id('wsp'), t.Literal('main')]);
const label = { tr: 'Taslağa yaz', en: 'Write into the draft' };
/** What works on a draft, through each kind of door. */
const note = command({
  id: 'draft.note',
  label,
  summary: 'Write into a draft.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspaceId',
  payload: object({ workspaceId: t.Optional(workspaceId), text: t.String() }),
  result: object({ draft: t.String() }),
  refuses: [],
  example: { text: 'Yaz' },
  run: async ({ draft }) => ({ draft: draft() }),
});
const put = command({
  id: 'drafts.put',
  label,
  summary: 'Replace a draft.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspaceId',
  payload: object({ workspaceId, text: t.String() }),
  result: object({ draft: t.String() }),
  refuses: [],
  example: { workspaceId: 'main', text: 'Yaz' },
  route: { http: 'PUT /v1/drafts/{ws}', names: { ws: 'workspaceId' } },
  run: async ({ draft }) => ({ draft: draft() }),
});
const capabilities = registryWith([note, put]);

describe('the draft that a call works on', () => {
  let site: Site;
  let agent: { id: string; token: string };
  let own: string;
  const others: Record<string, CallOptions> = {};
  beforeAll(async () => {
    site = await openSite({ capabilities });
    agent = await site.mint('agent');
    own = (await site.call('GET', '/v1/tokens/me', agent)).body.workspaceId;
    others.owner = { session: await site.login() };
    others.developer = { token: (await site.mint('developer')).token };
  });
  afterAll(() => site.close());

  const byCommand = (caller: CallOptions, ws?: string, more: object = {}) =>
    site.call('POST', '/v1/commands', {
      ...caller,
      body: envelope(site.world.storeId, 'draft.note', { text: 'Yaz', ...(ws ? { workspaceId: ws } : {}) }, more),
    });
  const byRoute = (caller: CallOptions, ws: string, headers: Record<string, string> = {}) =>
    site.call('PUT', `/v1/drafts/${ws}`, { ...caller, headers, body: { text: 'Yaz' } });
  async function byTool(token: string, name: string, args: object) {
    const headers = { Accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { result } = (await site.call('POST', '/mcp', { token, headers, body })).body;
    return JSON.parse(result.content[0].text);
  }

  test('of an agent is its own, named or not, and the call runs at once', async () => {
    expect((await byCommand(agent)).body.result).toEqual({ draft: own });
    expect((await byCommand(agent, own)).body.result).toEqual({ draft: own });
    expect(await byRoute(agent, own)).toMatchObject({ status: 200, body: { draft: own } });
    expect(await byTool(agent.token, 'draft.note', { payload: { text: 'Yaz' } })).toMatchObject({
      result: { draft: own },
    });
  });

  test.each([['main'], [newId('wsp')]])(
    'an agent that names %s is refused on every door, and it is in the audit',
    async (ws) => {
      const refusal = { code: 'agent_workspace_only', message: 'Ajan yalnızca kendi çalışma alanında çalışabilir.' };
      const inPayload = { ...refusal, workspaceId: own, errors: [{ pointer: '/payload/workspaceId' }] };
      expect(await byCommand(agent, ws)).toMatchObject({ status: 403, body: inPayload });
      expect(await byRoute(agent, ws)).toMatchObject({
        status: 403,
        body: { ...refusal, errors: [{ pointer: '/path/ws' }] },
      });
      const { idempotencyKey: _, ...unkeyed } = envelope(site.world.storeId, 'draft.note', {
        text: 'Yaz',
        workspaceId: ws,
      });
      const tried = await site.call('POST', '/v1/commands', { ...agent, body: { ...unkeyed, dryRun: true } });
      expect(tried).toMatchObject({ status: 403, body: inPayload });
      expect(await byRoute(agent, ws, { 'Dry-Run': 'true' })).toMatchObject({ status: 403, body: refusal });
      expect(await byTool(agent.token, 'draft.note', { payload: { text: 'Yaz', workspaceId: ws } })).toMatchObject(
        refusal,
      );
      expect(await byTool(agent.token, 'drafts.put', { ws, body: { text: 'Yaz' } })).toMatchObject(refusal);
      const rows = await site.rows(
        `DELETE FROM audit_row WHERE actor_id = $1 AND code = 'agent_workspace_only' AND outcome = 'refused' RETURNING command`,
        [agent.id],
      );
      expect(rows.map(({ command }) => command).toSorted()).toEqual([
        ...Array(3).fill('draft.note'),
        ...Array(3).fill('drafts.put'),
      ]);
    },
  );

  test('of everybody else is the one named, or the store’s', async () => {
    const ws = newId('wsp');
    for (const caller of Object.values(others)) {
      expect((await byCommand(caller)).body.result).toEqual({ draft: 'main' });
      expect((await byCommand(caller, ws)).body.result).toEqual({ draft: ws });
      expect((await byRoute(caller, 'main', { 'Idempotency-Key': newUlid() })).body).toEqual({ draft: 'main' });
    }
  });

  test('OpenAPI names the refusal where there is a draft', () => {
    const { paths } = openApiDocument({ capabilities, version: '0' }) as {
      paths: Record<string, Record<string, object>>;
    };
    for (const operation of [paths['/v1/drafts/{ws}']?.put, paths['/v1/commands']?.post])
      expect(JSON.stringify(operation)).toContain('agent_workspace_only');
    expect(JSON.stringify(paths['/v1/media/upload'])).not.toContain('agent_workspace_only');
  });

  test('is of what runs at once alone: a proposal is applied later, by somebody else', () => {
    expect(() => buildRegistry([{ ...note, policy: 'propose' }], [])).toThrow(
      'only what runs at once knows whose it is',
    );
  });
});
