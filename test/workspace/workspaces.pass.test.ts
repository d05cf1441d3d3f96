import type { Principal } from '../../src/kernel/declaration/principal';
import { lazySandbox } from '../sandbox/lazy';
import { ask } from '../sandbox/upstream';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

describe('the credential of a workspace', () => {
  const sandbox = lazySandbox();
  let site: Site;
  let owner: OwnerSession;

  beforeAll(async () => {
    site = await openSite({ sandbox });
    owner = await site.session();
  });
  afterAll(async () => {
    await site.close();
    await sandbox.close();
  });

  async function opened() {
    const { body } = await site.call('POST', '/v1/workspaces', {
      session: owner,
      body: { name: 'Ajan', limits: { priceChangePercent: 5 } },
    });
    const ws = body.workspace.id as string;
    const exec = await site.call('POST', `/v1/workspaces/${ws}/exec`, { token: body.token, body: { command: 'true' } });
    expect(exec.status).toBe(200);
    const { storeId, platform } = site.world;
    const [row] = await site.rows<{ epoch: number }>('SELECT epoch FROM workspace_sandbox WHERE workspace_id = $1', [
      ws,
    ]);
    const place = { storeId, workspaceId: ws, epoch: row?.epoch as number };
    const agent = { ...site.world.agent, id: body.tokenInfo.id as string, workspaceId: ws };
    const open = async (principal: Principal = agent, more: object = {}, withinMs = 60_000) => {
      const way = await platform.services.ways.open({ place: { ...place, ...more }, principal, withinMs });
      if (!way) throw new Error('no way');
      return way;
    };
    const { socket, pass } = await open();
    const as = (credential: string) => ({ headers: { Authorization: `Bearer ${credential}` } });
    const me = async (credential = pass) => (await ask(socket, { path: '/v1/tokens/me', ...as(credential) })).status;
    return { ws, socket, pass, me, open, as, tokenId: agent.id };
  }

  test('opens the socket of sandboxes alone, and that socket opens to nothing else', async () => {
    const { me, pass, socket, as } = await opened();
    expect(await me()).toBe(200);
    // From outside it is no credential.
    expect((await site.call('GET', '/v1/tokens/me', { token: pass })).status).toBe(401);
    expect((await site.call('POST', '/mcp', { token: pass, body: {} })).status).toBe(401);
    // A token, a session and nothing at all are none on the socket.
    const { token } = await site.mint('developer');
    expect(await me(token)).toBe(401);
    const session = { Cookie: owner.cookie, 'X-CSRF-Token': owner.csrfToken };
    expect((await ask(socket, { path: '/v1/tokens/me', headers: session })).status).toBe(401);
    expect((await ask(socket, { path: '/v1/tokens/me' })).status).toBe(401);
    for (const path of ['/v1/auth/session', '/panel', '/livez', '/v1/../panel'])
      expect((await ask(socket, { path, ...as(pass) })).status).toBe(400);
  });

  test('that somebody has changed is none', async () => {
    const { me, pass } = await opened();
    const [head = '', signature = ''] = pass.slice('tzg_box_'.length).split('.');
    const said = JSON.parse(Buffer.from(head, 'base64url').toString());
    const forged = [
      [site.world.other.storeId, ...said.slice(1)],
      [said[0], said[1], said[2] + 1, said[3], said[4]],
      [...said.slice(0, 3), null, said[4]],
      [...said.slice(0, 4), said[4] + 1_000_000],
    ].map((other) => `tzg_box_${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`);
    for (const credential of [...forged, 'tzg_box_', 'tzg_box_.', `tzg_box_${head}.`, `tzg_box_${head}`, `${pass}x`])
      expect(await me(credential)).toBe(401);
    expect(await me()).toBe(200);
  });

  test('ends with its time, with the life of the files and with a wish for that, with its token, and with the workspace', async () => {
    const short = await opened();
    expect(await short.me((await short.open(undefined, {}, -1)).pass)).toBe(401);
    expect(await short.me((await short.open(undefined, { epoch: 99 })).pass)).toBe(401);

    const refreshed = await opened();
    expect(await refreshed.me()).toBe(200);
    const asked = await site.call('POST', `/v1/workspaces/${refreshed.ws}/refresh`, { session: owner });
    expect(asked.status).toBe(200);
    expect(await refreshed.me()).toBe(401);

    const archived = await opened();
    await site.world.done('workspace.archive', { workspaceId: archived.ws }, { as: site.world.owner });
    expect(await archived.me()).toBe(401);

    const revoked = await opened();
    await site.world.done('token.revoke', { tokenId: revoked.tokenId }, { as: site.world.owner });
    expect(await revoked.me()).toBe(401);
    expect(await refreshed.me()).toBe(401);
  });

  test('in the workspace of an agent it is that of the agent, whoever runs the command there', async () => {
    const { open, tokenId, socket, as, ws } = await opened();
    const { developer, owner: asOwner } = site.world;
    const whoami = async (principal: typeof developer) =>
      ask(socket, { path: '/v1/tokens/me', ...as((await open(principal)).pass) });
    for (const principal of [developer, asOwner]) {
      const { body } = await whoami(principal);
      expect(body).toMatchObject({ kind: 'agent', id: tokenId, workspaceId: ws, limits: { priceChangePercent: 5 } });
      expect(body.scopes).not.toContain('orders:read');
    }
    await site.world.done('token.revoke', { tokenId }, { as: asOwner });
    for (const principal of [developer, asOwner])
      expect(await whoami(principal)).toMatchObject({
        status: 401,
        body: { detail: 'The agent of the workspace has no token that lives. The owner mints another one.' },
      });
  });

  test('counts for its token', async () => {
    const { pass, socket, as } = await opened();
    const { headers } = await ask(socket, { path: '/v1/tokens/me', ...as(pass) });
    expect(headers['ratelimit-policy']).toMatch(/^"token";/);
  });
});
