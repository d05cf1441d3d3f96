import { buildRegistry } from '../../src/kernel/declaration/registry';
import { newId, newUlid } from '../../src/kernel/ids';
import { exampleImage } from '../../src/media/image/example';
import discard from '../../src/media/media.discard';
import type { OwnerSession } from '../surfaces/site';
import { openSite, type Site } from '../surfaces/site';

describe('media.discard', () => {
  let site: Site;
  let session: OwnerSession;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    session = await site.login();
    ({ token } = await site.mint('agent', ['catalog:write']));
  });
  afterAll(() => site.close());

  async function uploaded(): Promise<string> {
    const answer = await fetch(`${site.url}/v1/media/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new Blob([exampleImage()], { type: 'image/png' }),
    });
    return ((await answer.json()) as { id: string }).id;
  }
  const send = (id: string, headers: Record<string, string> = {}) =>
    site.call('DELETE', `/v1/account/uploads/${id}`, { session, headers });
  const waits = async (id: string): Promise<boolean> =>
    (await site.rows(`SELECT id FROM media_upload WHERE id = $1`, [id])).length > 0;

  test('is tried out first: it shows what would go and that nothing brings it back, and all stays', async () => {
    const id = await uploaded();
    const { status, body } = await send(id, { 'Dry-Run': 'true' });
    expect([status, body.dryRun, body.preview.irreversible]).toEqual([200, true, true]);
    expect(body.preview.changes).toEqual(expect.arrayContaining([expect.objectContaining({ id, entity: 'upload' })]));
    expect(await waits(id)).toBe(true);
  });

  test('answers the same outcome to the same key, and another call with it is refused', async () => {
    const [id, other] = [await uploaded(), await uploaded()];
    const key = { 'Idempotency-Key': newUlid() };
    const first = await send(id, key);
    expect([first.status, first.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
    const again = await send(id, key);
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.headers.get('Audit-Id')]).toEqual([
      200,
      'true',
      first.headers.get('Audit-Id'),
    ]);
    expect((await send(other, key)).body.code).toBe('idempotency_conflict');
    expect([await waits(id), await waits(other)]).toEqual([false, true]);
    expect((await send(id)).body.code).toBe('not_found');
  });

  test('holds no rev, and says so to whoever states one', async () => {
    const id = await uploaded();
    const { status, body } = await send(id, { 'If-Match': '"1"' });
    expect([status, body.code, await waits(id)]).toEqual([400, 'invalid_request', true]);
  });

  test('is the owner’s alone: no envelope, list or tool knows it, and the audit log has a name for it', async () => {
    const upload = await uploaded();
    const body = { command: discard.id, storeId: site.world.storeId, payload: { uploadId: upload }, dryRun: true };
    expect((await site.call('POST', '/v1/commands', { session, body })).body.code).toBe('invalid_request');
    const tried = await site.call('DELETE', `/v1/account/uploads/${newId('upl')}`, { token });
    expect([tried.status, tried.body.code]).toEqual([403, 'owner_only']);
    const { items } = (await site.call('GET', '/v1/routes', { session })).body;
    expect(items.filter(({ path }: { path: string }) => path.startsWith('/v1/account/'))).toEqual([]);
    const { labels } = (await site.call('GET', '/v1/commands', { session })).body;
    expect(labels[discard.id]).toEqual(discard.label);
    const headers = { Accept: 'application/json, text/event-stream' };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { tools } = (await site.call('POST', '/mcp', { token, headers, body: list })).body.result;
    expect(tools.map(({ name }: { name: string }) => name)).not.toContain(discard.id);
  });

  test('a build fails of a route of the account that others could call', () => {
    const door = discard.route as NonNullable<typeof discard.route>;
    const wrong = [
      { ...discard, policy: 'propose' as const },
      { ...discard, route: { ...door, id: 'uploads.discard' } },
      { ...discard, route: { ...door, http: 'DELETE /v1/uploads/{upl}' as const } },
    ];
    for (const of of wrong) expect(() => buildRegistry([], [], [of])).toThrow('no route of the owner');
  });
});
