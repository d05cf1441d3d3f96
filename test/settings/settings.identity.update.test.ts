import { command } from '../../src/kernel/declaration/command';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { newUlid } from '../../src/kernel/ids';
import { object } from '../../src/kernel/schema/schema';
import { applyNextItem } from '../../src/proposal/apply';
import { identity } from '../../src/store/identity/aggregate';
import { findIdentity } from '../../src/store/identity/store';
import { company, soleTrader } from '../store/identity';
import { seeStorefront } from '../store/whole-projection';
import { type CallOptions, envelope, openSite, type Site } from '../surfaces/site';
import { tablesWith } from '../world/everything';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, registryWith, type World } from '../world/world';

const UPDATE = 'settings.identity.update';

describe('settings.identity.update', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const set = (payload: object, more: object = {}) => world.run(UPDATE, payload, more);
  const stated = async () => (await world.read('store.identity.get')).identity;
  const seen = () => seeStorefront(world.database.reader(world.storeId), world.storeId);
  const footer = async () => {
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
    return (projected.store as { identity: unknown }).identity;
  };

  test('sets who sells, and the storefront shows in its footer what the law wants there', async () => {
    const { generation } = await seen();
    expect(await footer()).toBeNull();
    const result = await world.done(UPDATE, company);
    expect(result).toMatchObject({ ...company, rev: 1 });
    expect(await stated()).toEqual(result);
    const { title, taxOffice, mersis, address, district, province, email, phone, kep } = company;
    expect(await footer()).toEqual({ title, taxOffice, mersis, address, district, province, email, phone, kep });
    expect((await seen()).generation).toBe(generation + 1);
  });

  test('a deferred bump shows it with the next one', async () => {
    await set(company, { deferBump: true });
    expect((await seen()).projected).toMatchObject({ store: { identity: null } });
    await world.done('store.syncKv', {});
    expect(await footer()).toMatchObject({ title: company.title });
  });

  test('a dry run tells what would change, and changes nothing', async () => {
    const { body } = await set(company, { dryRun: true });
    expect(body).toMatchObject({ preview: { bumpsGeneration: true, irreversible: true, result: { rev: 1 } } });
    expect(await stated()).toBeNull();
    await world.done(UPDATE, company);
    const next = { ...company, phone: '4441234' };
    expect((await set(next, { dryRun: true })).body).toMatchObject({
      preview: { changes: [{ entity: 'identity', field: 'phone', before: company.phone, after: '4441234' }] },
    });
    expect(await stated()).toMatchObject({ phone: company.phone });
  });

  test('a key answers the same outcome again', async () => {
    const call = { key: newUlid() };
    const { body } = await set(company, call);
    expect((await set(company, call)).body).toEqual(body);
    expect(await said(set(soleTrader, call))).toBe('422 idempotency_conflict');
  });

  test('a refusal is answered the same with its key again, and found by the identity that it would have changed', async () => {
    const refused = async (payload: object) => {
      const key = newUlid();
      const { status, body } = await set(payload, { key });
      expect(await set(payload, { key })).toMatchObject({ status, body, replayed: true });
      return body;
    };
    const wrong = { ...company, taxNumber: '4540536921', iban: 'TR340006100519786457841326', province: 'Ankara' };
    expect(await refused(wrong)).toMatchObject({
      code: 'identity_invalid',
      detail: '/payload/taxNumber has other check digits than it would have, and 2 more',
      errors: [
        { pointer: '/payload/taxNumber', message: 'has other check digits than it would have' },
        { pointer: '/payload/iban', message: 'has other check digits than it would have' },
        { pointer: '/payload/district', message: 'is no district of the province' },
      ],
    });
    const { id } = await world.done(UPDATE, company);
    expect(await refused({ ...company, expectedRev: 7 })).toMatchObject({ code: 'rev_conflict', currentRev: 1 });
    expect(await lastOf(world, id, 'refused')).toMatchObject({ code: 'rev_conflict', entityId: id });
    await refused(wrong);
    expect(await lastOf(world, id, 'refused')).toMatchObject({ code: 'identity_invalid', entityId: id });
  });

  test('is held against the rev that its caller saw', async () => {
    expect((await set({ ...company, expectedRev: 1 })).body).toMatchObject({
      code: 'rev_conflict',
      detail: 'There is no identity yet, and none at rev 1.',
      currentRev: 0,
    });
    await world.done(UPDATE, { ...company, expectedRev: 0 });
    expect((await set({ ...soleTrader, expectedRev: 0 })).body).toMatchObject({ code: 'rev_conflict', currentRev: 1 });
    expect(await stated()).toMatchObject({ title: company.title, rev: 1 });
    const moved = await world.done(UPDATE, { ...company, phone: '4441234', expectedRev: 1 });
    expect(moved).toMatchObject({ phone: '4441234', rev: 2 });
    expect(await said(set({ ...company, expectedRev: 1 }))).toBe('409 rev_conflict');
  });

  test('two that are the first at the same moment are one behind the other', async () => {
    const both = await Promise.all([set(company), set({ ...company, title: 'Öteki' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stated()).rev).toBe(2);
  });

  test('the same once more is no change', async () => {
    await world.done(UPDATE, soleTrader);
    const { generation } = await seen();
    await world.done(UPDATE, soleTrader);
    expect((await stated()).rev).toBe(1);
    expect((await seen()).generation).toBe(generation);
  });

  test('is taken back whole, with the numbers that were there; the first one is not', async () => {
    const { id } = await world.done(UPDATE, soleTrader);
    expect((await lastOf(world, id)).inverse).toBeNull();
    await world.done(UPDATE, company);
    expect(await undoLast(world, id)).toBe('undone');
    expect(await stated()).toMatchObject({ ...soleTrader, rev: 3 });
    expect(await footer()).toMatchObject({ title: soleTrader.title, mersis: null });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await stated()).toMatchObject({ ...company, rev: 4 });
  });

  test('is not taken back once somebody has stated another', async () => {
    const { id } = await world.done(UPDATE, soleTrader);
    await world.done(UPDATE, company);
    const { inverse } = await lastOf(world, id);
    await world.done(UPDATE, { ...company, phone: '4441234' });
    expect(await said(set(inverse?.payload as object))).toBe('409 rev_conflict');
    expect(await stated()).toMatchObject({ title: company.title, phone: '4441234' });
  });

  test('every field is stated each time, and none that nobody knows', async () => {
    const { kep: _, ...incomplete } = company;
    expect(await said(set(incomplete))).toBe('400 invalid_request');
    expect(await faultsOf(set({ ...company, fax: '1' }))).toEqual(['/payload/fax']);
  });

  test.each<[what: string, wrong: object, faults: string[]]>([
    ['a company without its numbers', { taxNumber: null, mersis: null }, ['taxNumber', 'mersis']],
    ['a company with the number of a person', { nationalId: '12345678950' }, ['nationalId']],
    ['a sole trader with the numbers of a company', { legalForm: 'sole_trader' }, ['nationalId', 'taxNumber']],
    ['another check digit', { taxNumber: '4540536921' }, ['taxNumber']],
    ['another check digit of a person', { ...soleTrader, nationalId: '12345678951' }, ['nationalId']],
    ['other check digits of an account', { iban: 'TR340006100519786457841326' }, ['iban']],
    ['a district of elsewhere', { province: 'Ankara' }, ['district']],
  ])('%s is refused at its field', async (_, wrong, faults) => {
    const asked = () => set({ ...company, ...wrong });
    expect(await said(asked())).toBe('422 identity_invalid');
    expect(await faultsOf(asked())).toEqual(faults.map((field) => `/payload/${field}`));
    expect(await stated()).toBeNull();
  });

  test.each<[field: string, wrong: unknown]>([
    ['legalForm', 'holding'],
    ['title', ' '],
    ['taxNumber', '454053692'],
    ['mersis', '045405369200001'],
    ['province', 'istanbul'],
    ['email', 'bilgi'],
    ['phone', '0216 123 45 67'],
    ['kep', 'kahve@example.com'],
    ['nationalId', '02345678950'],
    ['iban', 'DE89370400440532013000'],
  ])('%s of another form is refused', async (field, wrong) => {
    const asked = () => set({ ...company, [field]: wrong });
    expect(await said(asked())).toBe('400 invalid_request');
    expect([...new Set(await faultsOf(asked()))]).toEqual([`/payload/${field}`]);
  });
});

/** What the closing of a store will have to do: the rows are the command's to empty, the rest is the kernel's. */
const forget = command({
  id: 'test.forget',
  label: { tr: 'Unut', en: 'Forget' },
  summary: 'Ends what is known of the merchant.',
  policy: 'owner',
  scope: 'store:admin',
  flags: ['destructive', 'bumps generation'],
  irreversible: true,
  forgets: 'identity',
  payload: object({}),
  result: object({}),
  refuses: [],
  example: {},
  async run({ tx, storeId, services, record, forget }: MutationContext) {
    const row = await findIdentity(tx, services.secretBox, storeId);
    if (!row) return {};
    tx.send('DELETE FROM store_identity WHERE store_id = $1', [storeId]);
    record(identity.word, row.id, identity.snapshot(row), null);
    forget(row.id);
    return {};
  },
});

describe('the identity of a sole trader', () => {
  let site: Site;
  let owner: CallOptions;
  let developer: CallOptions;
  let agent: CallOptions;
  beforeEach(async () => {
    site = await openSite({ capabilities: registryWith([forget]) });
    owner = { session: await site.login() };
    developer = await site.mint('developer', ['store:admin']);
    agent = await site.mint('agent', ['store:admin', 'proposals:write']);
  });
  afterEach(() => site.close());

  const { nationalId, iban, title } = soleTrader as { nationalId: string; iban: string; title: string };
  const send = (caller: CallOptions, id: string, payload: object, more: object = {}) =>
    site.call('POST', '/v1/commands', { ...caller, body: envelope(site.world.storeId, id, payload, more) });
  const dryRun = async (caller: CallOptions, payload: object) => {
    const { idempotencyKey: _, ...body } = envelope(site.world.storeId, UPDATE, payload);
    return site.call('POST', '/v1/commands', { ...caller, body: { ...body, dryRun: true } });
  };
  const audit = async (caller: CallOptions) =>
    (await site.call('GET', `/v1/audit?command=${UPDATE}&outcome=done`, caller)).body.items;

  test('stands in its row alone, and its numbers stand nowhere that is read', async () => {
    expect((await send(developer, UPDATE, soleTrader)).status).toBe(200);
    await send(developer, UPDATE, { ...soleTrader, title: 'Ayşe Serçe', nationalId: '10000000146' });
    for (const text of [nationalId, '10000000146', iban]) expect(await tablesWith(site, text)).toEqual([]);
    expect(await tablesWith(site, title)).toEqual([]);
    expect(await tablesWith(site, 'Ayşe Serçe')).toEqual(['store_identity', 'storefront_kv']);
    const [changed, made] = await audit(owner);
    expect(made.payload).toMatchObject(soleTrader);
    expect(changed).toMatchObject({
      changes: [{ before: { title, nationalId }, after: { nationalId: '10000000146' } }],
      inverse: { command: UPDATE, payload: { ...soleTrader } },
    });
    const withheld = { personal: 'withheld' };
    expect((await audit(developer))[0]).toMatchObject({ payload: { title: withheld, iban: withheld }, inverse: null });
  });

  test('of a refused call nothing is kept', async () => {
    const told = { ...soleTrader, district: 'Yok' };
    expect((await send(developer, UPDATE, told)).body.code).toBe('identity_invalid');
    for (const text of [nationalId, iban, title]) expect(await tablesWith(site, text)).toEqual([]);
  });

  test('is read by no agent, and one that proposes another is told nothing of what was there', async () => {
    await send(developer, UPDATE, soleTrader);
    expect((await site.call('GET', '/v1/store/identity', agent)).status).toBe(403);
    const next = { ...soleTrader, nationalId: '10000000146', iban: null, phone: '4441234' };
    const tried = await dryRun(agent, next);
    const closed = { closed: 'to_agents' };
    expect(tried.body.preview).toMatchObject({ bumpsGeneration: true, irreversible: false, result: closed });
    expect(tried.body.preview.changes).toEqual(
      Object.keys(soleTrader).map((field) => ({
        entity: 'identity',
        id: 'identity',
        field,
        before: closed,
        after: closed,
      })),
    );
    expect((await dryRun(developer, next)).body.preview.changes).toMatchObject([
      { field: 'phone', after: '4441234' },
      { field: 'nationalId', before: nationalId, after: '10000000146' },
      { field: 'iban', before: iban, after: null },
    ]);
    // Nobody can state values until one of them is no change.
    for (const guess of [soleTrader, { ...next, nationalId, iban }, company])
      expect((await dryRun(agent, guess)).text).toBe(tried.text);
    const proposed = await send(agent, UPDATE, next);
    expect(proposed.status).toBe(202);
    const { proposalId } = proposed.body;
    const got = async (caller: CallOptions) => site.call('GET', `/v1/proposals/${proposalId}`, caller);
    for (const { text } of [tried, proposed, await got(agent)])
      for (const old of [nationalId, iban, title, '8950', '7890', 'sole_trader']) expect(text).not.toContain(old);
    expect((await site.call('GET', `/v1/audit?command=${UPDATE}`, agent)).text).not.toContain('sole_trader');
    expect((await got(owner)).body.list[0].payload).toMatchObject(next);

    await send(agent, 'proposal.submit', { proposalId });
    const { hash } = (await got(owner)).body;
    await site.call('POST', `/v1/proposals/${proposalId}/onayla`, { ...owner, body: { hash } });
    const { bus, platform, storeId } = site.world;
    const services = { bus, services: platform.services, report: () => {} };
    expect((await applyNextItem(services, { storeId, proposalId, attempt: 1 })).status).toBe('applied');
    expect((await site.call('GET', '/v1/store/identity', owner)).body.identity).toMatchObject({ ...next, rev: 2 });
    expect(await tablesWith(site, '10000000146')).toEqual([]);
  });

  test('that was to be the first says at its pause that there is one by now', async () => {
    const { proposalId } = (await send(agent, UPDATE, soleTrader)).body;
    await send(agent, 'proposal.submit', { proposalId });
    await send(developer, UPDATE, { ...soleTrader, phone: '4441234' });
    const read = async () => (await site.call('GET', `/v1/proposals/${proposalId}`, owner)).body;
    await site.call('POST', `/v1/proposals/${proposalId}/onayla`, { ...owner, body: { hash: (await read()).hash } });
    const { bus, platform, storeId } = site.world;
    const services = { bus, services: platform.services, report: () => {} };
    expect(await applyNextItem(services, { storeId, proposalId, attempt: 1 })).toMatchObject({
      status: 'paused',
      line: 'paused at item 1 of 1: there is an earlier identity by now, and it would change that one',
    });
    const [{ currentPreview }] = (await read()).list;
    expect(currentPreview.changes).toMatchObject([{ field: 'phone', before: '4441234', after: soleTrader.phone }]);
  });

  test('two that one proposal states are one behind the other, and none before the store has one', async () => {
    await send(agent, UPDATE, soleTrader);
    const { body } = await send(agent, UPDATE, { ...soleTrader, phone: '4441234' });
    const { list } = (await site.call('GET', `/v1/proposals/${body.proposalId}`, owner)).body;
    expect(list[1].preview.changes).toMatchObject([{ field: 'phone', after: '4441234' }]);
  });

  test('ends with the key of the person: everywhere, for everybody, and another one can come', async () => {
    const idempotencyKey = newUlid();
    const { id } = (await send(developer, UPDATE, soleTrader, { idempotencyKey })).body.result;
    await send(developer, UPDATE, { ...soleTrader, phone: '4441234' });
    const [, before] = await site.rows<{ sealed: object }>(
      'SELECT sealed FROM store_identity UNION ALL SELECT sealed FROM store_identity',
    );
    expect((await send(owner, 'test.forget', {})).status).toBe(200);
    for (const text of [nationalId, iban, title]) expect(await tablesWith(site, text)).toEqual([]);
    const ended = { personal: 'ended' };
    const [changed, made] = await audit(owner);
    expect(changed).toMatchObject({ payload: { title: ended, nationalId: ended, iban: ended }, inverse: null });
    expect(made.changes).toMatchObject([{ after: { title: ended, phone: ended, legalForm: 'sole_trader' } }]);
    const { status, body } = await send(developer, UPDATE, soleTrader, { idempotencyKey });
    expect([status, body.result]).toEqual([200, ended]);
    expect(before?.sealed).toMatchObject({ of: [id] });

    const next = (await send(developer, UPDATE, company)).body.result;
    expect(next.id).not.toBe(id);
    expect((await site.call('GET', '/v1/store/identity', owner)).body.identity).toEqual(next);
  });
});
