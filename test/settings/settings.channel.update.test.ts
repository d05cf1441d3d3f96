import { said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const UPDATE = 'settings.channel.update';

const settings = {
  push: { stock: true, price: false },
  pull: { orders: true, claims: false, questions: true, finance: true },
  priceRule: { percent: 12.5, add: 500, round: '90' },
  buffer: 3,
  resendMinutes: 30,
  brakePercent: 40,
  disconnect: 'freeze',
  buyerMail: 'none',
};
const stated = { extension: 'trendyol', ...settings };

const byItself = {
  push: { stock: true, price: true },
  pull: { orders: true, claims: true, questions: true, finance: true },
  priceRule: { percent: 0, add: 0, round: 'none' },
  buffer: null,
  resendMinutes: 15,
  brakePercent: 50,
  disconnect: null,
  buyerMail: 'none',
};

describe('settings.channel.update', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' });
  });
  afterEach(() => world.close());

  const shown = async () => (await world.read('store.stockSettings.get')).channels[0];

  test('mails that nobody sends are refused, and not kept', async () => {
    const answer = await world.run(UPDATE, { ...stated, buyerMail: 'shipped' }, { as: world.owner });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'settings_invalid', errors: [{ pointer: '/payload/buyerMail' }] },
    });
  });

  test('sets what one marketplace is told, whose buffer goes before the one of the store', async () => {
    expect(await shown()).toMatchObject({
      extension: 'trendyol',
      settings: null,
      held: byItself,
      marketplaceBuffer: 0,
    });
    const made = await world.done(UPDATE, { ...stated, expectedRev: 0 });
    expect(made).toMatchObject({ ...stated, rev: 1 });
    expect(await shown()).toMatchObject({ settings: made, held: settings, marketplaceBuffer: 3 });
    await world.done(UPDATE, { ...stated, buffer: null, expectedRev: 1 });
    expect(await shown()).toMatchObject({ held: { buffer: null }, marketplaceBuffer: 0 });
  });

  test('is held against the rev that its caller saw, and taken back', async () => {
    await world.done(UPDATE, stated);
    expect(await said(world.run(UPDATE, { ...stated, buffer: 1, expectedRev: 0 }))).toBe('409 rev_conflict');
    await world.done(UPDATE, { ...stated, buffer: 9, expectedRev: 1 });
    expect(await undoLast(world, 'trendyol')).toBe('undone');
    expect((await shown()).settings).toMatchObject({ ...settings, rev: 3 });
  });

  test('refuses a resend window below that of the marketplace, and prices out of bounds', async () => {
    const early = await world.run(UPDATE, { ...stated, resendMinutes: 14 });
    expect([early.status, early.body]).toMatchObject([
      422,
      { code: 'settings_invalid', errors: [{ pointer: '/payload/resendMinutes', message: 'must be >= 15' }] },
    ]);
    for (const percent of [-91, 501])
      expect(await said(world.run(UPDATE, { ...stated, priceRule: { ...settings.priceRule, percent } }))).toBe(
        '400 invalid_request',
      );
    expect(await said(world.run(UPDATE, { ...stated, disconnect: 'later' }))).toBe('400 invalid_request');
  });

  test('knows only a marketplace that the store has installed', async () => {
    expect(await said(world.run(UPDATE, { ...stated, extension: 'iyzico' }))).toBe('422 extension_unknown');
    await world.done('extension.uninstall', { extension: 'trendyol' });
    expect(await said(world.run(UPDATE, stated))).toBe('422 extension_not_installed');
  });

  test('of one store is not that of another', async () => {
    await world.done(UPDATE, stated);
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.other.owner });
    const { channels } = await world.read('store.stockSettings.get', { as: world.other.owner });
    expect(channels[0].settings).toBeNull();
  });
});
