import type { ReadContext } from '../../src/kernel/declaration/context';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { readRoute } from '../../src/kernel/declaration/route';
import { refuse } from '../../src/kernel/errors';
import { newId, newUlid } from '../../src/kernel/ids';
import { id, object, t } from '../../src/kernel/schema/schema';
import { openApiDocument } from '../../src/surfaces/openapi';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { tablesWith } from '../world/everything';
import { registryWith } from '../world/world';

const IDENTITY = '17291716060';
const order = newId('ord');
const label = { tr: 'Kimlik numarasını göster', en: 'Reveal the identity number' };
let whileItRuns: (context: ReadContext) => Promise<unknown> = async () => undefined;

const answered = {
  label,
  summary: 'Reveal a sealed number.',
  params: object({ ord: id('ord') }),
  result: object({ identity: t.String() }),
  refuses: ['not_found'],
  example: { params: { ord: order } },
  async run(context: ReadContext & { readonly params: { readonly ord: string } }) {
    await whileItRuns(context);
    return context.params.ord === order ? { identity: IDENTITY } : refuse('not_found', 'There is no such order.');
  },
} as const;
/** As the contract has it: the owner's alone, by POST. */
const reveal = readRoute({
  ...answered,
  refuses: ['not_found'],
  id: 'orders.identity.look',
  http: 'POST /v1/orders/{ord}/number',
  policy: 'owner',
  scope: null,
  audited: true,
});
const peek = readRoute({
  ...answered,
  refuses: ['not_found'],
  id: 'orders.identity.peek',
  http: 'GET /v1/orders/{ord}/number',
  policy: 'read',
  scope: 'orders:read',
  audited: true,
});
const capabilities = registryWith([reveal, peek]);

describe('a read that is audited', () => {
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite({ capabilities });
    session = await site.login();
  });
  afterEach(() => {
    whileItRuns = async () => undefined;
  });
  afterAll(() => site.close());

  const ask = (ord = order, headers: Record<string, string> = {}) =>
    site.call('POST', `/v1/orders/${ord}/number`, { session, headers, body: {} });
  const rows = async (more = '') => {
    const { body } = await site.call('GET', `/v1/audit?command=orders.identity.look${more}`, { session });
    return body.items;
  };

  test('says who looked at what before it answers, and keeps nothing of the answer', async () => {
    const { status, body, headers } = await ask();
    expect([status, body]).toEqual([200, { identity: IDENTITY }]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const [row] = await rows(`&entity=${order}`);
    expect(row).toMatchObject({
      id: headers.get('Audit-Id'),
      actor: { kind: 'owner', id: site.world.owner.id },
      outcome: 'done',
      entityId: order,
      payload: { params: { ord: order } },
      idempotencyKey: null,
      changes: [],
      inverse: null,
    });
    await ask();
    expect(await rows(`&entity=${order}`)).toHaveLength(2);
    expect(await tablesWith(site, IDENTITY)).toEqual([]);
    expect(await site.rows('SELECT key FROM command_outcome')).toEqual([]);
    const { labels } = (await site.call('GET', '/v1/commands', { session })).body;
    expect(labels['orders.identity.look']).toEqual(label);
  });

  test('is the owner’s where its policy says so, on every door, and a try is in the audit', async () => {
    for (const kind of ['agent', 'developer'] as const) {
      const { token, id: actor } = await site.mint(kind);
      const { status, body } = await site.call('POST', `/v1/orders/${order}/number`, { token, body: {} });
      expect([status, body.code]).toEqual([403, 'owner_only']);
      expect(await rows(`&actor=${actor}`)).toMatchObject([{ outcome: 'refused', code: 'owner_only' }]);
      const headers = { Accept: 'application/json, text/event-stream' };
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const { result } = (await site.call('POST', '/mcp', { token, headers, body: list })).body;
      expect(result.tools.map(({ name }: { name: string }) => name)).not.toContain('orders.identity.look');
    }
  });

  test('what it refuses is in the audit as well', async () => {
    const nobody = newId('ord');
    const { status, body } = await ask(nobody);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await rows(`&entity=${nobody}`)).toMatchObject([{ outcome: 'refused', code: 'not_found' }]);
  });

  test('has no key under which an answer could be kept, and no dry run that would go unseen', async () => {
    const before = (await rows()).length;
    for (const headers of [{ 'Idempotency-Key': newUlid() }, { 'Dry-Run': 'true' }, { 'If-Match': '"1"' }] as const) {
      const { status, body } = await ask(order, headers as Record<string, string>);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
    expect(await rows()).toHaveLength(before);
  });

  test('tells nothing when the audit cannot be written', async () => {
    await site.rows(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON audit_row FOR EACH ROW EXECUTE FUNCTION full_disk()`);
    try {
      const { status, text } = await ask();
      expect(status).toBeGreaterThanOrEqual(500);
      expect(text).not.toContain(IDENTITY);
    } finally {
      await site.rows('DROP TRIGGER full_disk ON audit_row; DROP FUNCTION full_disk()');
    }
  });

  test('tells nothing to a session that has ended meanwhile', async () => {
    const ending = await site.login();
    whileItRuns = ({ principal }) => site.rows('DELETE FROM owner_session WHERE digest = $1', [principal.session]);
    const { status, text } = await site.call('POST', `/v1/orders/${order}/number`, { session: ending, body: {} });
    expect(status).toBe(401);
    expect(text).not.toContain(IDENTITY);
  });

  test('is not begun for a credential before it has proven good: it leaves a trace', async () => {
    const { token, id: actor } = await site.mint('developer', ['orders:read']);
    const look = () => site.call('GET', `/v1/orders/${order}/number`, { token });
    const seen = () =>
      site.rows(`SELECT id FROM audit_row WHERE actor_id = $1 AND command = 'orders.identity.peek'`, [actor]);
    expect([(await look()).status, (await look()).status, (await seen()).length]).toEqual([200, 200, 2]);
    await site.world.done('token.revoke', { tokenId: actor }, { as: site.world.owner });
    expect((await look()).status).toBe(401);
    expect(await seen()).toHaveLength(2);
  });

  test('says in OpenAPI that its answer names its audit row', () => {
    const { paths } = openApiDocument({ capabilities, version: '0' }) as {
      paths: Record<string, Record<string, { responses: Record<string, { headers: object }> }>>;
    };
    expect(Object.keys(paths['/v1/orders/{ord}/number']?.post?.responses['200']?.headers ?? {})).toContain('Audit-Id');
  });

  test('has a name for the audit log', () => {
    const { label: _, ...nameless } = reveal;
    expect(() => buildRegistry([nameless], [])).toThrow('has no label for the audit log');
  });
});
