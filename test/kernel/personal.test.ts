import { inspect } from 'node:util';
import { entity } from '../../src/kernel/declaration/entity';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { newId, newUlid } from '../../src/kernel/ids';
import { sealedBy } from '../../src/kernel/personal/personal';
import { PersonalKey } from '../../src/kernel/personal/personal-key';
import { nullable, object, t } from '../../src/kernel/schema/schema';
import { applyNextItem } from '../../src/proposal/apply';
import { type CallOptions, envelope, openSite, type Site } from '../surfaces/site';
import { everythingKept, tablesWith } from '../world/everything';
import {
  anonymize,
  CLAIMED,
  create,
  evict,
  guest,
  guestCapabilities,
  makeGuestTable,
  name,
  phone,
  QUOTED,
  stay,
} from './guests';

describe('data of a person', () => {
  let site: Site;
  let owner: CallOptions;
  let developer: CallOptions;
  let agent: CallOptions;
  beforeAll(async () => {
    site = await openSite({ capabilities: guestCapabilities });
    await makeGuestTable(site);
    owner = { session: await site.login() };
    const scopes = ['orders:read', 'orders:write', 'catalog:read', 'store:admin', 'proposals:write'] as const;
    developer = await site.mint('developer', scopes);
    agent = await site.mint('agent', scopes);
  });
  afterAll(() => site.close());

  /** Text that stands nowhere else. */
  const canary = (of: string): string => `${of} Kanarya ${newUlid()}`;
  const send = (caller: CallOptions, command: string, payload: unknown, more: object = {}) =>
    site.call('POST', '/v1/commands', { ...caller, body: envelope(site.world.storeId, command, payload, more) });
  const done = async (caller: CallOptions, command: string, payload: unknown, more: object = {}) => {
    const { status, body } = await send(caller, command, payload, more);
    expect([command, status, body]).toEqual([command, 200, expect.anything()]);
    return body.result;
  };
  const arrive = (name: string, phone: string | null = null, more: object = {}) =>
    done(developer, 'guest.create', { name, phone, city: 'İzmir' }, more);
  const audit = async (caller: CallOptions, query: string) =>
    (await site.call('GET', `/v1/audit?${query}`, caller)).body.items;

  test('stands in its row alone: what is kept of a call is sealed, and opens for a replay and for the owner', async () => {
    const [name, phone, newName] = [canary('Ayşe'), canary('0555'), canary('Fatma')];
    const idempotencyKey = newUlid();
    const { id } = await arrive(name, phone, { idempotencyKey });
    expect(await arrive(name, phone, { idempotencyKey })).toEqual({ id, name, phone, city: 'İzmir' });
    const { idempotencyKey: _, ...unkeyed } = envelope(site.world.storeId, 'guest.update', {
      guestId: id,
      name: newName,
    });
    const tried = await site.call('POST', '/v1/commands', { ...developer, body: { ...unkeyed, dryRun: true } });
    expect(tried.body.preview.changes).toMatchObject([{ field: 'name', before: name, after: newName }]);
    await done(developer, 'guest.update', { guestId: id, name: newName });
    await done(developer, 'guest.update', { guestId: id, name: newName });
    expect(await tablesWith(site, name)).toEqual([]);
    expect(await tablesWith(site, newName)).toEqual(['guest']);
    expect(await tablesWith(site, phone)).toEqual(['guest']);

    const rows = await audit(owner, `entity=${id}&command=guest.update`);
    expect(rows).toMatchObject([
      { changes: [], payload: { guestId: id, name: newName } },
      {
        payload: { guestId: id, name: newName },
        changes: [{ entity: 'guest', id, before: { name }, after: { name: newName } }],
        inverse: { command: 'guest.update', payload: { guestId: id, name, phone, home: null } },
      },
    ]);
    const [, seen] = await audit(developer, `entity=${id}&command=guest.update`);
    const hidden = { personal: 'withheld' };
    expect(seen).toMatchObject({ payload: { guestId: id, name: hidden }, inverse: null });
    expect(seen.changes).toMatchObject([{ before: { name: hidden }, after: { name: hidden } }]);

    const { idempotencyKey: key, payload } = rows[1].inverse;
    await done(owner, 'guest.update', payload, { idempotencyKey: key });
    expect(await tablesWith(site, name)).toEqual(['guest']);
    const undone = (await audit(owner, `entity=${id}&command=guest.update`)).at(-1);
    expect(undone.inverse.firstRun).toMatchObject({ outcome: 'done' });
  });

  test('of a refused call is not kept at all', async () => {
    const { id } = await arrive(canary('Ali'));
    const { token } = await site.mint('developer', ['catalog:read']);
    const told = canary('Veli');
    const refused = [
      await send(developer, 'guest.update', { guestId: newId('gst'), name: told }),
      await send(developer, 'guest.update', { guestId: id, name: told, expectedRev: 99 }),
      await send({ token }, 'guest.update', { guestId: id, name: told }),
      await send(developer, 'guest.update', { guestId: id, name: told, more: told }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 409, 403, 400]);
    expect(refused.filter(({ text }) => text.includes(told))).toEqual([]);
    await site.call('POST', '/v1/guests/find', { ...developer, body: { name: told } });
    expect(await tablesWith(site, told)).toEqual([]);
    const [row] = await audit(owner, `entity=${id}&outcome=refused`);
    expect(row.outcome).toBe('refused');
  });

  test('that a refusal quotes is told to who was refused, and kept nowhere: a replay knows the code and the place', async () => {
    const name = canary('Ali');
    const { id } = await arrive(name);
    const told = `${QUOTED}${canary('Veli')}`;
    const idempotencyKey = newUlid();
    const refused = () => send(developer, 'guest.update', { guestId: id, name: told }, { idempotencyKey });
    const { status, text } = await refused();
    expect([status, text.includes(name), text.includes(told)]).toEqual([409, true, true]);
    expect(await tablesWith(site, told)).toEqual([]);
    expect(await tablesWith(site, name)).toEqual(['guest']);
    const again = await refused();
    const title = 'Its state does not allow this.';
    expect(again.body).toMatchObject({ status: 409, code: 'invalid_state', title, detail: title });
    expect(again.body.errors).toEqual([{ pointer: '/payload/name', message: title }]);
    expect(again.body).not.toHaveProperty('names');
  });

  test('is not quoted by who says that nobody is', async () => {
    const { id } = await arrive(canary('Ali'));
    const told = `${CLAIMED}${canary('Veli')}`;
    expect((await send(developer, 'guest.update', { guestId: id, name: told })).status).toBe(500);
    expect(await tablesWith(site, told)).toEqual([]);
  });

  test('is in no word that the work of the product is refused with', async () => {
    const name = canary('Ali');
    const { id } = await arrive(name);
    const { bus, storeId } = site.world;
    const told = `${QUOTED}${canary('Veli')}`;
    const terms = {
      principal: systemPrincipal(storeId, newId('job')),
      issuer: { id: 'guests', issues: [create] },
      lockName: 'guests',
      cause: {},
    };
    const entries = [told, canary('Su')].map((each) => ({
      key: `guests/${newUlid()}`,
      payload: { name: each, phone: null, city: 'Bursa' },
    }));
    const batch = () => bus.batch(terms as never, ({ run }) => run(create, entries));
    const ofEntry = [{ refusal: { code: 'invalid_state' } }, { refusal: null }];
    expect([await batch(), await batch()]).toMatchObject([ofEntry, ofEntry]);
    expect(JSON.stringify(await batch())).not.toContain(told);
    expect(await tablesWith(site, told)).toEqual([]);
    const issued = bus.inTransaction(storeId, async (tx) => {
      const asked = { storeId, workflowId: 'job/x', step: newUlid(), payload: { guestId: id }, cause: {} };
      return { keep: true, value: await bus.issue(tx, evict, asked) };
    });
    const failure = await issued.catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'invalid_state', options: { errors: [{ pointer: '/name' }] } });
    expect(inspect(failure, { depth: 9 })).not.toContain(name);
  });

  test('is sealed in an inverse, whichever door leads to what it takes back', async () => {
    const [first, second] = [canary('Ali'), canary('Veli')];
    const { id } = await arrive(first);
    const path = `/v1/guests/${id}/name`;
    const headers = { 'Idempotency-Key': newUlid() };
    const { status } = await site.call('PUT', path, { ...developer, headers, body: { name: second } });
    expect(status).toBe(200);
    expect(await tablesWith(site, first)).toEqual([]);
    const [row] = await audit(owner, `entity=${id}&command=guest.rename`);
    expect(row.inverse).toMatchObject({ command: 'guest.update', payload: { guestId: id, name: first } });
    const open = `SELECT inverse -> 'payload' ->> 'guestId' AS "guestId" FROM audit_row WHERE id = $1`;
    expect(await site.rows(open, [row.id])).toEqual([{ guestId: id }]);
    await done(developer, 'guest.anonymize', { guestId: id });
    expect((await audit(owner, `entity=${id}&command=guest.rename`))[0].inverse).toBeNull();
  });

  test('waits sealed in a proposal, is shown to who decides, and is applied', async () => {
    const { id } = await arrive(canary('Can'));
    const [name, renamed] = [canary('Naz'), canary('Ece')];
    const proposed = await send(agent, 'guest.create', { name, phone: null, city: 'Bursa' });
    expect([proposed.status, proposed.body.preview.result.name]).toEqual([202, name]);
    const { proposalId } = proposed.body;
    await send(agent, 'guest.update', { guestId: id, name: renamed });
    for (const text of [name, renamed]) expect(await tablesWith(site, text)).toEqual([]);
    const got = async (caller: CallOptions) => (await site.call('GET', `/v1/proposals/${proposalId}`, caller)).body;
    for (const caller of [owner, agent]) {
      const { list } = await got(caller);
      expect(list.map((item: { payload: { name: unknown } }) => item.payload.name)).toEqual([name, renamed]);
      expect(list[0].preview.result).toMatchObject({ name });
      expect(list[1].preview.changes).toMatchObject([{ field: 'name', after: renamed }]);
    }
    expect((await site.call('GET', `/v1/proposals/${proposalId}`, developer)).text).not.toContain('Kanarya');
    await done(agent, 'proposal.submit', { proposalId });
    const { hash } = await got(owner);
    await site.call('POST', `/v1/proposals/${proposalId}/onayla`, { ...owner, body: { hash } });
    const { bus, platform, storeId } = site.world;
    const step = () =>
      applyNextItem({ bus, services: platform.services, report: () => {} }, { storeId, proposalId, attempt: 1 });
    expect([(await step()).status, (await step()).status, (await step()).status]).toEqual([
      'applied',
      'applied',
      'ended',
    ]);
    for (const text of [name, renamed]) expect(await tablesWith(site, text)).toEqual(['guest']);
  });

  test('of an item that waits for its owner after the shop moved on is sealed, too', async () => {
    const { id } = await arrive(canary('Efe'));
    const [renamed, meanwhile] = [canary('Ada'), canary('Su')];
    const { proposalId } = (await send(agent, 'guest.update', { guestId: id, name: renamed })).body;
    await done(agent, 'proposal.submit', { proposalId });
    const { hash } = (await site.call('GET', `/v1/proposals/${proposalId}`, owner)).body;
    await site.call('POST', `/v1/proposals/${proposalId}/onayla`, { ...owner, body: { hash } });
    await done(developer, 'guest.update', { guestId: id, name: meanwhile });
    const { bus, platform, storeId } = site.world;
    const application = { storeId, proposalId, attempt: 1 };
    const { status, line } = await applyNextItem({ bus, services: platform.services, report: () => {} }, application);
    expect([status, line]).toEqual([
      'paused',
      'paused at item 1 of 1: name is not told here now, not told here when proposed',
    ]);
    expect(await tablesWith(site, renamed)).toEqual([]);
    expect(await tablesWith(site, meanwhile)).toEqual(['guest']);
    const { list } = (await site.call('GET', `/v1/proposals/${proposalId}`, owner)).body;
    expect(list[0].currentPreview.changes).toMatchObject([{ before: meanwhile, after: renamed }]);
  });

  test('ends with the person: everywhere, for everybody, at once', async () => {
    const [name, phone, renamed, waiting] = [canary('Oya'), canary('0532'), canary('Işık'), canary('Lale')];
    const idempotencyKey = newUlid();
    const { id } = await arrive(name, phone, { idempotencyKey });
    await done(developer, 'guest.update', { guestId: id, name: renamed });
    const { proposalId } = (await send(agent, 'guest.update', { guestId: id, name: waiting })).body;
    const kept = await everythingKept(site);
    await done(developer, 'guest.anonymize', { guestId: id });
    for (const text of [name, phone, renamed, waiting]) expect(await tablesWith(site, text)).toEqual([]);
    // What is sealed stands where it stood; that nobody has a key to it is what has ended it.
    expect((await everythingKept(site)).audit_row).toContain(kept.audit_row?.split('\n')[0] as string);
    expect(
      await site.rows('SELECT sealed, ended_at IS NULL AS lives FROM personal_key WHERE person_id = $1', [id]),
    ).toEqual([{ sealed: null, lives: false }]);
    const ended = { personal: 'ended' };
    const rows = await audit(owner, `entity=${id}&outcome=done`);
    expect(rows).toMatchObject([
      { command: 'guest.anonymize', changes: [{ before: { name: ended, phone: ended }, after: { name: null } }] },
      { command: 'guest.update', payload: { guestId: id, name: ended }, inverse: null },
      { command: 'guest.create', payload: { name: ended, city: 'İzmir' } },
    ]);
    expect(await arrive(name, phone, { idempotencyKey })).toEqual(ended);
    const { list } = (await site.call('GET', `/v1/proposals/${proposalId}`, owner)).body;
    expect(list[0].payload).toEqual({ guestId: id, name: ended });
    const again = canary('Yeni');
    await done(developer, 'guest.update', { guestId: id, name: again });
    expect(await tablesWith(site, again)).toEqual(['guest']);
  });

  test('that two persons share ends with the first of them', async () => {
    const [{ id: one }, { id: two }] = [await arrive(canary('Bir')), await arrive(canary('İki'))];
    const [shared, own] = [canary('Oda'), canary('Tek')];
    await done(developer, 'stay.book', { guestId: one, sharedWith: two, name: shared });
    await done(developer, 'stay.book', { guestId: one, name: own });
    const names = async () =>
      (await audit(owner, `entity=${one}&command=stay.book`)).map(
        ({ payload }: { payload: { name: unknown } }) => payload.name,
      );
    expect(await names()).toEqual([own, shared]);
    await done(developer, 'guest.anonymize', { guestId: two });
    expect(await names()).toEqual([own, { personal: 'ended' }]);
    await done(developer, 'guest.anonymize', { guestId: one });
    expect(await names()).toEqual([{ personal: 'ended' }, { personal: 'ended' }]);
  });

  test('is ended by nothing that is rolled back', async () => {
    const name = canary('Kal');
    const { id } = await arrive(name);
    const { idempotencyKey: _, ...body } = envelope(site.world.storeId, 'guest.anonymize', { guestId: id });
    const { status } = await site.call('POST', '/v1/commands', { ...developer, body: { ...body, dryRun: true } });
    expect(status).toBe(200);
    expect(await audit(owner, `entity=${id}`)).toMatchObject([{ payload: { name } }]);
    // Nor by a command that does not declare whom it forgets.
    expect((await send(developer, 'guest.vanish', { guestId: id })).status).toBe(500);
    expect(await audit(owner, `entity=${id}`)).toMatchObject([{ payload: { name } }]);
  });

  test('is no part of what a workflow is told', async () => {
    const { id } = await arrive(canary('Deniz'));
    for (const place of ['input', 'update', 'label', 'labels', 'summary']) {
      const greet = (more: object) => send(developer, 'guest.greet', { guestId: id, in: place, ...more });
      expect([place, (await greet({ name: canary('Deniz') })).status]).toEqual([place, 500]);
      expect([place, (await greet({})).status]).toEqual([place, 500]);
    }
    expect(await site.rows(`SELECT id FROM outbox WHERE workflow_id LIKE 'greeting%'`)).toEqual([]);
  });

  test('that a caller only pretends to have sealed opens nothing', async () => {
    const [{ id: victim }, forged] = [await arrive(canary('Kurban')), { personal: 'AAAA', of: ['gst_x'] }];
    await site.rows(`UPDATE audit_row SET changes = $2 WHERE command = 'guest.create' AND entity_id = $1`, [
      victim,
      JSON.stringify([{ entity: 'guest', id: victim, before: null, after: { name: forged } }]),
    ]);
    expect(await audit(owner, `entity=${victim}`)).toMatchObject([
      { changes: [{ after: { name: { personal: 'ended' } } }] },
    ]);
  });

  test('says whose it is, or is not declared', () => {
    const { word, schema, ...traits } = guest;
    expect(() => entity(word, schema, { ...traits, person: 'guestId' })).toThrow(
      'the person of a guest is guestId, which its schema does not have',
    );
    expect(() =>
      entity('stay', stay.schema, { ...stay, partOf: ['hostId', 'guestId'], person: 'hostId' }),
    ).not.toThrow();
    const { person: _, ...whose } = guest;
    const plain = { ...whose, schema: object({ city: t.String() }) };
    expect(() => buildRegistry([anonymize], [plain])).toThrow('guest.anonymize forgets a guest');
    expect(() => buildRegistry([{ ...anonymize, forgets: 'gust' }], [guest])).toThrow('guest.anonymize forgets a gust');
    expect(() =>
      buildRegistry(
        [],
        [{ ...guest, word: 'lost' }].map(({ person: _, ...rest }) => rest),
      ),
    ).toThrow('a lost has data of a person, and does not say of whom');
  });
});

describe('a personal place', () => {
  const seal = (value: unknown) => ({ personal: String(value), of: ['gst_1'] });
  const at = (value: string) => ({ personal: value, of: ['gst_1'] });

  test('is found wherever its schema stands', () => {
    const schema = object({ phone, names: t.Array(name), nested: nullable(object({ name })), city: t.String() });
    const value = { phone: '1', names: ['a', 'b'], nested: { name: 'c' }, city: 'd', unknown: 'e' };
    expect(sealedBy(schema, value, seal)).toEqual({
      phone: at('1'),
      names: [at('a'), at('b')],
      nested: { name: at('c') },
      city: 'd',
      unknown: 'e',
    });
    expect(sealedBy(schema, { phone: null, nested: null }, seal)).toEqual({ phone: null, nested: null });
    expect(sealedBy(schema, 'x', seal)).toBe('x');
  });

  test('is found under every name of a record, also under one that its schema would refuse', () => {
    const schema = object({ at: t.Record(t.String({ pattern: '^[a-z]+$' }), nullable(object({ name }))) });
    expect(sealedBy(schema, { at: { a: { name: 'x' }, 'B\n': { name: 'y' }, c: null } }, seal)).toEqual({
      at: { a: { name: at('x') }, 'B\n': { name: at('y') }, c: null },
    });
    expect(() => buildRegistry([], [{ ...guest, schema }])).not.toThrow();
  });

  test('is sealed alike for one person, and opens with nobody else’s key', () => {
    const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const [mine, elsewhere, theirs] = [
      new PersonalKey(key, 'gst_1'),
      new PersonalKey(key, 'gst_2'),
      new PersonalKey(other, 'gst_1'),
    ];
    const sealed = mine.seal('Ayşe');
    expect(mine.open(sealed)).toBe('Ayşe');
    expect(mine.seal('Ayşe')).toBe(sealed);
    expect(new Set([sealed, mine.seal('Ayşe.'), elsewhere.seal('Ayşe'), theirs.seal('Ayşe')]).size).toBe(4);
    for (const key of [elsewhere, theirs]) expect(() => key.open(sealed)).toThrow();
    expect(() => mine.open(`A${sealed.slice(1)}`)).toThrow();
  });
});
