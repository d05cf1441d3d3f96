import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';

/** Whoever pastes a credential into the wrong field finds it written down nowhere. */
describe('a credential in the wrong place', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await site.world.done('extension.install', { extension: 'trendyol' }, { as: site.world.owner });
  });
  afterAll(() => site.close());

  const PASTED = 'zqx-pasted-into-the-wrong-field';

  /** Tables in which some row holds the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await site.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await site.rows(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  test.each(['secret.set', 'secret.delete'])(
    '%s takes only keys that a manifest declares, and writes down no other',
    async (command) => {
      const value = command === 'secret.set' ? { value: 'x' } : {};
      const payload = { extension: 'trendyol', key: PASTED, ...value };
      await expect(site.world.run(command, payload, { as: site.world.owner })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect(await tablesWith(PASTED)).toEqual([]);
    },
  );

  const configured = (config: object) => ['extension.configure', { extension: 'trendyol', config }] as const;

  test.each<readonly [string, object]>([
    configured({ sellerId: '1', apiSecret: PASTED }),
    configured({ sellerId: '1', [PASTED]: 'x' }),
    configured({ sellerId: PASTED }),
    configured({ sellerId: '1', integrator: { key: PASTED } }),
    ['extension.configure', { extension: PASTED, config: {} }],
    ['extension.install', { extension: PASTED }],
    ['extension.enable', { extension: PASTED }],
    ['secret.set', { extension: PASTED, key: 'apiKey', value: 'x' }],
    ['secret.delete', { extension: PASTED, key: 'apiKey' }],
    [
      'channel.listing.set',
      { extension: PASTED, items: [{ productId: 'prd_01JZZZZZZZZZZZZZZZZZZZZZZZ', enabled: true }] },
    ],
  ])('%s %j: refused, seen in the audit, and written down nowhere', async (command, payload) => {
    const { status, auditId } = await site.world.run(command, payload, { as: site.world.owner });
    expect([status, auditId]).toEqual([expect.any(Number), expect.stringMatching(/^aud_/)]);
    expect(status).toBeGreaterThanOrEqual(400);
    const [row] = await site.rows('SELECT payload FROM audit_row WHERE id = $1', [auditId]);
    expect(row?.payload).toMatchObject({ unread: true, bytes: expect.any(Number) });
    expect(await tablesWith(PASTED)).toEqual([]);
  });

  test.each<readonly [string, object]>([
    ['extension.configure', { config: { sellerId: '1', apiSecret: PASTED }, expectedRev: 99 }],
    ['extension.configure', { config: { sellerId: '1', [PASTED]: 'x' }, expectedRev: 99 }],
    ['extension.configure', { config: { sellerId: '1', integrator: { key: PASTED } }, expectedRev: 99 }],
    ['extension.upgrade', { config: { sellerId: '1', apiSecret: PASTED } }],
    ['extension.upgrade', { config: { sellerId: '1', apiSecret: PASTED }, expectedRev: 99 }],
    ['extension.upgrade', { config: { sellerId: '1', pictures: PASTED }, version: '9.9.9' }],
  ])('%s %j: whatever it is refused for, what fits no field is written down nowhere', async (command, more) => {
    const payload = { extension: 'trendyol', ...more };
    const { status, auditId } = await site.world.run(command, payload, { as: site.world.owner });
    expect(status).toBe(409);
    const [row] = await site.rows('SELECT payload FROM audit_row WHERE id = $1', [auditId]);
    expect(row).toMatchObject({ payload: { config: { sellerId: '1' } } });
    expect(await tablesWith(PASTED)).toEqual([]);
  });

  test('a path that names no extension is written down nowhere, also where an agent would record the call', async () => {
    const { token } = await site.mint('agent');
    const session = await site.login();
    const pull = () => ({ headers: { 'Idempotency-Key': newUlid() }, body: { mode: 'preview' } });
    for (const who of [{ token }, { session }])
      expect((await site.call('POST', `/v1/channel/${PASTED}/catalog/pull`, { ...who, ...pull() })).status).toBe(404);
    const body = {
      command: 'extension.configure',
      storeId: site.world.storeId,
      idempotencyKey: newUlid(),
      payload: { extension: 'trendyol', config: { apiSecret: PASTED } },
    };
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBeGreaterThanOrEqual(400);
    expect(await tablesWith(PASTED)).toEqual([]);
  });

  test('a refused configuration says what may stand there', async () => {
    const { body } = await site.world.run('extension.configure', { extension: 'trendyol', config: { selerId: '1' } });
    expect((body as { errors: unknown }).errors).toEqual([
      { pointer: '/payload/config/sellerId', message: 'is required' },
      {
        pointer: '/payload/config',
        message: 'has a name that is not declared; declared are sellerId, integrator, requestsPer10Seconds, pictures',
      },
    ]);
  });
});
