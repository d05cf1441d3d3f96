import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newId, newUlid } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { type CallOptions, envelope, openSite, type Site } from '../surfaces/site';
import { everythingTold, tablesWith } from '../world/everything';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { create, guestCapabilities, makeGuestTable, QUOTED } from './guests';

const UNTIL_MS = 60_000;

/*
 * Every way that data of a person can go through the product, each with a text of its own that stands nowhere else. After the person is
 * forgotten the whole database and all of Temporal are searched for all of them, whatever tables and columns there are.
 */
describe('after a person is forgotten', () => {
  let site: Site;
  let worker: RunningWorker;
  let owner: CallOptions;
  let developer: CallOptions;
  let agent: CallOptions;
  /** By what each was said in. The middle of each is looked for, so that no quote or fold hides it. */
  const said = new Map<string, string>();
  beforeAll(async () => {
    site = await openSite({ capabilities: guestCapabilities });
    await makeGuestTable(site);
    worker = await startTestWorker(site.world);
    owner = { session: await site.login() };
    const scopes = ['orders:read', 'orders:write', 'catalog:read', 'store:admin', 'proposals:write'] as const;
    developer = await site.mint('developer', scopes);
    agent = await site.mint('agent', scopes);
  });
  afterAll(async () => {
    await worker.stop();
    await site.close();
  });

  const name = (where: string, before = ''): string => {
    const mark = newUlid();
    said.set(where, mark);
    return `${before}Ayşe "${mark}" Kanarya`;
  };
  const send = (caller: CallOptions, command: string, payload: unknown, more: object = {}) =>
    site.call('POST', '/v1/commands', { ...caller, body: envelope(site.world.storeId, command, payload, more) });
  const answered = async (status: number, of: ReturnType<typeof send>) => {
    const { body, ...answer } = await of;
    expect([answer.status, body]).toEqual([status, expect.anything()]);
    return body;
  };
  const get = async (path: string) => (await site.call('GET', path, owner)).body;
  const until = async (path: string, state: string) => {
    for (const end = Date.now() + patient(UNTIL_MS); ; await new Promise((resolve) => setTimeout(resolve, 25))) {
      const found = await get(path);
      if (found.state === state) return found;
      if (Date.now() > end) throw new Error(`${path} is still ${found.state}`);
    }
  };
  const proposed = (command: string, payload: unknown) => answered(202, send(agent, command, payload));
  async function approved(proposalId: string): Promise<void> {
    await answered(200, send(agent, 'proposal.submit', { proposalId }));
    const { hash } = await get(`/v1/proposals/${proposalId}`);
    await answered(200, site.call('POST', `/v1/proposals/${proposalId}/onayla`, { ...owner, body: { hash } }));
  }

  test('nothing of that person is left, in no column of any table and nowhere in Temporal', async () => {
    const { result } = await answered(
      200,
      send(developer, 'guest.create', { name: name('creation'), phone: name('phone'), city: 'İzmir' }),
    );
    const guestId = result.id as string;
    const update = (more: object) => ({ guestId, ...more });
    const change = (more: object, keyed: object = {}) => send(developer, 'guest.update', update(more), keyed);
    const renamed = (to: string) => {
      const headers = { 'Idempotency-Key': newUlid() };
      const path = `/v1/guests/${guestId}/name`;
      return answered(200, site.call('PUT', path, { ...developer, headers, body: { name: to } }));
    };

    await answered(200, change({ name: name('change') }));
    await answered(409, change({ name: name('refusal', QUOTED) }));
    await answered(409, change({ name: name('outdated change'), expectedRev: 99 }));
    await answered(400, change({ name: name('unknown field'), more: name('in an unknown field') }));
    const { idempotencyKey: _, ...unkeyed } = envelope(
      site.world.storeId,
      'guest.update',
      update({ name: name('trial') }),
    );
    await answered(200, site.call('POST', '/v1/commands', { ...developer, body: { ...unkeyed, dryRun: true } }));
    await renamed(name('route'));
    const { items } = await get(`/v1/audit?entity=${guestId}&command=guest.update&outcome=done`);
    const { payload, idempotencyKey } = items[0].inverse;
    await answered(200, send({ ...owner }, 'guest.update', payload, { idempotencyKey }));
    await answered(200, send(developer, 'stay.book', { guestId, name: name('booking') }));
    await answered(500, send(developer, 'guest.greet', { guestId, name: name('effect'), in: 'summary' }));
    const { bus, storeId } = site.world;
    const principal = systemPrincipal(storeId, newId('job'));
    const issuer = { id: 'guests', issues: [create] };
    const refused = { name: name('batch', QUOTED), phone: null, city: 'Bursa' };
    await bus.batch({ principal, issuer, lockName: 'guests', cause: {} } as never, ({ run }) =>
      run(create, [{ key: `guests/${newUlid()}`, payload: refused }]),
    );

    const applied = await proposed('guest.update', update({ name: name('proposal') }));
    await proposed('guest.update', update({ phone: name('second item') }));
    await approved(applied.proposalId);
    await until(`/v1/proposals/${applied.proposalId}`, 'applied');

    const stale = await proposed('guest.update', update({ home: { street: name('stale item') } }));
    await answered(200, change({ home: { street: name('change meanwhile') } }));
    await approved(stale.proposalId);
    await until(`/v1/proposals/${stale.proposalId}`, 'paused');

    const failing = await proposed('guest.update', update({ name: name('refused item') }));
    await renamed(name('name that gets along with none', QUOTED));
    await approved(failing.proposalId);
    const { pause } = await until(`/v1/proposals/${failing.proposalId}`, 'paused');
    expect(pause.reason).toBe('refused');

    await proposed('stay.book', { guestId, name: name('waiting item') });
    const found = async () => {
      const found: string[] = [];
      for (const [where, mark] of said)
        found.push(...(await tablesWith(site, mark)).map((table) => `${where}: ${table}`));
      return found;
    };
    expect(await found()).toEqual([
      'second item: guest',
      'change meanwhile: guest',
      'name that gets along with none: guest',
    ]);

    await answered(200, send(developer, 'guest.anonymize', { guestId }));
    expect(await found()).toEqual([]);
    const told = await everythingTold(site.world, site);
    for (const { proposalId } of [applied, stale, failing]) expect(told).toContain(proposalId);
    expect(told).toContain('mailDelivery');
    expect([...said].filter(([, mark]) => told.includes(mark))).toEqual([]);
  });

  test('the search finds what is kept, as text and as bytes, and what Temporal was told', async () => {
    const mark = newUlid();
    await site.rows(`CREATE TABLE drawer (text text, json jsonb, bytes bytea)`);
    for (const column of ['text', 'json', 'bytes']) {
      const value = column === 'json' ? JSON.stringify({ in: [mark] }) : mark;
      await site.rows(`INSERT INTO drawer (${column}) VALUES ($1)`, [column === 'bytes' ? Buffer.from(value) : value]);
      expect([column, await tablesWith(site, mark)]).toEqual([column, ['drawer']]);
      await site.rows('DELETE FROM drawer');
    }
    await site.rows('DROP TABLE drawer');
  });
});
