import { command } from '../../src/kernel/declaration/command';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { newUlid } from '../../src/kernel/ids';
import { object } from '../../src/kernel/schema/schema';
import { checkout } from '../../src/store/checkout/aggregate';
import { findCheckout } from '../../src/store/checkout/store';
import { mintAgent, worldWithAgents } from '../proposal/agents';
import { envelope, openSite } from '../surfaces/site';
import { tablesWith } from '../world/everything';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, registryWith, type World } from '../world/world';

const UPDATE = 'settings.checkout.update';

const settings = {
  deliveryMinDays: 1,
  deliveryMaxDays: 3,
  shippingFee: 4_990,
  freeShippingFrom: 75_000,
  returnCarrier: 'Yurtiçi Kargo',
  returnCostBorneBy: 'store',
  returnCostDisclosure: null,
  cashOnDelivery: true,
  cashOnDeliveryFee: 2_990,
  cashOnDeliveryCap: 500_000,
  bankAccounts: [{ bank: 'Ziraat Bankası', holder: 'Kahve Dükkânı Ltd.', iban: 'TR330006100519786457841326' }],
};

describe('settings.checkout.update', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const set = (payload: object, more: object = {}) => world.run(UPDATE, payload, more);
  const stated = async () => (await world.read('store.checkoutSettings.get')).checkoutSettings;

  test('sets how the store sells, all of it each time, and answers it', async () => {
    expect(await stated()).toBeNull();
    const made = await world.done(UPDATE, { ...settings, expectedRev: 0 });
    expect(made).toMatchObject({ ...settings, rev: 1 });
    expect(await stated()).toEqual(made);
    const next = {
      ...settings,
      deliveryMaxDays: 5,
      cashOnDelivery: false,
      cashOnDeliveryFee: 0,
      cashOnDeliveryCap: null,
    };
    expect(await world.done(UPDATE, { ...next, expectedRev: 1 })).toMatchObject({ ...next, rev: 2, id: made.id });
    const { bankAccounts: _, ...incomplete } = settings;
    expect(await said(set(incomplete))).toBe('400 invalid_request');
  });

  test('a dry run tells what would change, with its money, and changes nothing', async () => {
    await world.done(UPDATE, settings);
    const { body } = await set({ ...settings, cashOnDeliveryFee: 3_990 }, { dryRun: true });
    expect(body).toMatchObject({
      preview: { changes: [{ entity: 'checkoutSettings', field: 'cashOnDeliveryFee', before: 2_990, after: 3_990 }] },
    });
    expect(await stated()).toMatchObject({ cashOnDeliveryFee: 2_990, rev: 1 });
  });

  test('is held against the rev that its caller saw, and a key answers the same again', async () => {
    expect((await set({ ...settings, expectedRev: 1 })).body).toMatchObject({ code: 'rev_conflict', currentRev: 0 });
    const call = { key: newUlid() };
    const { body } = await set(settings, call);
    expect((await set(settings, call)).body).toEqual(body);
    expect(await said(set({ ...settings, expectedRev: 0 }))).toBe('409 rev_conflict');
    await world.done(UPDATE, settings);
    expect(await stated()).toMatchObject({ rev: 1 });
  });

  test('two that are the first at the same moment are one behind the other', async () => {
    const both = await Promise.all([set(settings), set({ ...settings, returnCarrier: 'Aras Kargo' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stated()).rev).toBe(2);
  });

  test('is taken back whole; the first one is not', async () => {
    const { id } = await world.done(UPDATE, settings);
    expect((await lastOf(world, id)).inverse).toBeNull();
    await world.done(UPDATE, { ...settings, returnCarrier: null, bankAccounts: [] });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await stated()).toMatchObject({ ...settings, rev: 3 });
  });

  describe('called as before it knew of shipping', () => {
    const { shippingFee: _fee, freeShippingFrom: _from, ...earlier } = settings;
    const nothing = { shippingFee: 0, freeShippingFrom: null };

    test('asks for nothing, as those shops did', async () => {
      expect(await world.done(UPDATE, earlier)).toMatchObject({ ...earlier, ...nothing });
      await world.done(UPDATE, settings);
      // All of it is stated each time, so nothing of old settings stays beside new ones.
      expect(await world.done(UPDATE, earlier)).toMatchObject({ ...earlier, ...nothing, rev: 3 });
    });

    test('takes an earlier change back as it would have', async () => {
      const { id } = await world.done(UPDATE, { ...earlier, returnCarrier: null });
      await world.done(UPDATE, earlier);
      await world.sql(`
        UPDATE audit_row SET inverse = inverse #- '{payload,shippingFee}' #- '{payload,freeShippingFrom}'
        WHERE inverse ->> 'command' = '${UPDATE}'`);
      expect((await lastOf(world, id)).inverse?.payload).not.toHaveProperty('shippingFee');
      expect(await undoLast(world, id)).toBe('undone');
      expect(await stated()).toMatchObject({ ...earlier, ...nothing, returnCarrier: null, rev: 3 });
    });
  });

  test.each<[what: string, wrong: object, faults: string[]]>([
    ['one end of the delivery', { deliveryMinDays: null }, ['deliveryMinDays']],
    ['a delivery that ends before it begins', { deliveryMinDays: 4 }, ['deliveryMaxDays']],
    ['a total from which nothing is free', { shippingFee: 0 }, ['freeShippingFrom']],
    ['returns that the shopper pays, untold', { returnCostBorneBy: 'shopper' }, ['returnCostDisclosure']],
    ['a fee and a cap of what is not offered', { cashOnDelivery: false }, ['cashOnDeliveryFee', 'cashOnDeliveryCap']],
    ['a cap that the fee uses up', { cashOnDeliveryCap: 2_990 }, ['cashOnDeliveryCap']],
    [
      'an account with other check digits',
      { bankAccounts: [{ ...settings.bankAccounts[0], iban: 'TR340006100519786457841326' }] },
      ['bankAccounts/0/iban'],
    ],
    [
      'an account twice',
      { bankAccounts: [settings.bankAccounts[0], settings.bankAccounts[0]] },
      ['bankAccounts/1/iban'],
    ],
  ])('refuses %s', async (_, wrong, faults) => {
    expect(await said(set({ ...settings, ...wrong }))).toBe('422 settings_invalid');
    expect(await faultsOf(set({ ...settings, ...wrong }))).toEqual(faults.map((field) => `/payload/${field}`));
    expect(await stated()).toBeNull();
  });
});

test('a proposal that waits since before the checkout knew of shipping is applied', async () => {
  const { shippingFee: _fee, freeShippingFrom: _from, ...earlier } = settings;
  const agents = await worldWithAgents();
  const { world } = agents;
  try {
    await agents.startWorker();
    await world.done(UPDATE, { ...earlier, returnCarrier: null }, { as: world.owner });
    const agent = await mintAgent(world, { scopes: ['store:admin', 'proposals:write'] });
    const { proposalId, itemId } = await agents.propose(UPDATE, earlier, agent);
    await world.sql(`UPDATE proposal_item SET schema_hash = 'earlier' WHERE id = '${itemId}'`);
    await agents.submit(proposalId, agent);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    expect((await world.read('store.checkoutSettings.get')).checkoutSettings).toMatchObject({
      ...earlier,
      shippingFee: 0,
      freeShippingFrom: null,
      rev: 2,
    });
  } finally {
    await agents.close();
  }
});

/** What the closing of a store will have to do. */
const forget = command({
  id: 'test.forget',
  label: { tr: 'Unut', en: 'Forget' },
  summary: 'Ends what is known of the accounts of the store.',
  policy: 'owner',
  scope: 'store:admin',
  flags: ['destructive'],
  irreversible: true,
  forgets: 'checkoutSettings',
  payload: object({}),
  result: object({}),
  refuses: [],
  example: {},
  async run({ tx, storeId, record, forget }: MutationContext) {
    const row = await findCheckout(tx, storeId);
    if (!row) return {};
    tx.send('DELETE FROM store_checkout WHERE store_id = $1', [storeId]);
    record(checkout.word, row.id, checkout.snapshot(row), null);
    forget(row.id);
    return {};
  },
});

test('the holder of an account stands in the row alone, and what is kept of him ends with its key', async () => {
  const site = await openSite({ capabilities: registryWith([forget]) });
  try {
    const owner = { session: await site.login() };
    const send = (id: string, payload: object) =>
      site.call('POST', '/v1/commands', { ...owner, body: envelope(site.world.storeId, id, payload) });
    const person = { bank: 'Ziraat Bankası', holder: 'Ayşe Serçe', iban: 'TR330006100519786457841326' };
    await send(UPDATE, { ...settings, bankAccounts: [person] });
    await send(UPDATE, { ...settings, bankAccounts: [person], returnCarrier: 'Aras' });
    for (const text of [person.holder, person.iban]) expect(await tablesWith(site, text)).toEqual(['store_checkout']);
    const audit = async () => (await site.call('GET', `/v1/audit?command=${UPDATE}&outcome=done`, owner)).body.items;
    const [changed] = await audit();
    expect(changed.payload.bankAccounts).toEqual([person]);
    expect(changed.inverse.payload).toMatchObject({ ...settings, bankAccounts: [person] });
    expect((await send('test.forget', {})).status).toBe(200);
    const ended = { personal: 'ended' };
    expect((await audit())[0]).toMatchObject({
      payload: { bankAccounts: [{ bank: person.bank, holder: ended, iban: ended }] },
      inverse: null,
    });
    for (const text of [person.holder, person.iban]) expect(await tablesWith(site, text)).toEqual([]);
  } finally {
    await site.close();
  }
});
