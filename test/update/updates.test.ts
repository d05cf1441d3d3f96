import type { Principal } from '../../src/kernel/declaration/principal';
import { scopesOf } from '../../src/kernel/declaration/roles';
import type { Route } from '../../src/kernel/declaration/route';
import { newUlid } from '../../src/kernel/ids';
import { endCssThreads } from '../../src/skin/css/apart';
import { examplePackage } from '../../src/theme/package/example';
import { openStudio, type Studio } from '../design/studio';
import { asInstalledEarlier } from '../extension/earlier';
import { openShopsOf, PREVIEW_HOST, type Shops, shopEnvironment, titled } from '../storefront/shops';
import { holding, untilWaiting } from '../world/held';
import { queueOf } from './queue';

let studio: Studio;
let shops: Shops;
let queue: ReturnType<typeof queueOf>;
beforeEach(async () => {
  studio = await openStudio({ environment: shopEnvironment });
  shops = await openShopsOf(studio.site.world);
  queue = queueOf(studio);
});
afterEach(async () => {
  await shops.close();
  await studio.close();
});
afterAll(() => endCssThreads());

const live = async () => (await shops.get('/')).text;
const seen = async (url: string | null) =>
  (await shops.get(new URL(String(url)).pathname, { host: PREVIEW_HOST })).text;
const styleOf = async (): Promise<string> => {
  const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await live()) ?? [];
  return (await shops.get(address)).text;
};
const asked = () => studio.site.rows<{ asked: string }>('SELECT asked FROM update_look');
const versions = async () =>
  (await studio.site.call('GET', '/v1/design/versions', { session: studio.owner })).body.items as {
    seq: number;
    hash: string;
    live: boolean;
    themeVersion: string;
  }[];

/** A theme of the store's own, in a version. */
const ownTheme = (version: string, part: object = {}) => ({
  ...examplePackage,
  manifest: { ...examplePackage.manifest, version },
  ...part,
});
const wearing = (title: string) => ({ ...titled(title), theme: { key: 'bizim-tema', version: '1.0.0' } });

describe('updates.apply', () => {
  test('publishes what was prepared and looked at: it is shown to shoppers, and taken back', async () => {
    expect((await studio.run('theme.push', ownTheme('1.0.0'))).status).toBe(200);
    expect(await queue.published(wearing('Merhaba'))).toBe(1);
    await queue.sweep();
    expect(await queue.entries()).toEqual([]);
    const css = `${examplePackage.css}\n[data-el="hero"] { gap: 137px; }`;
    expect((await studio.run('theme.push', ownTheme('1.1.0', { css }))).status).toBe(200);
    expect(await asked()).toHaveLength(1);
    await queue.sweep();
    expect(await asked()).toEqual([]);
    const entry = await queue.only();
    expect(entry).toMatchObject({
      kind: 'theme',
      name: 'bizim-tema',
      fromVersion: '1.0.0',
      toVersion: '1.1.0',
      class: 'minor',
      baseRev: 1,
      state: 'pending',
      stale: false,
    });
    expect(await seen(entry.preview.before)).toContain('Merhaba');
    expect(await seen(entry.preview.after)).toContain('Merhaba');
    expect(await styleOf()).not.toContain('137px');
    const before = await live();
    const { status, body } = await queue.apply(entry.id, entry.rev);
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'applied', seq: 2, hash: entry.hash } });
    expect(await styleOf()).toContain('137px');
    const [now] = await versions();
    expect(now).toMatchObject({ seq: 2, live: true, hash: entry.hash, themeVersion: '1.1.0' });
    // Nothing differed from the live design, so the main draft goes along.
    expect(await studio.draft()).toMatchObject({ hash: entry.hash, baseSeq: 2, behind: false });
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ id: entry.id, state: 'applied', seq: 2 });
    const { items } = (await studio.site.call('GET', '/v1/audit?limit=5', { session: studio.owner })).body;
    const applied = items.find(({ command }: { command: string }) => command === 'updates.apply');
    expect(applied).toMatchObject({
      entityId: entry.id,
      inverse: { command: 'design.rollback', payload: { seq: 1, expectedRev: 2 } },
    });
    expect((await studio.run('design.rollback', applied.inverse.payload)).status).toBe(200);
    expect(await live()).toBe(before);
    // An update that was taken back waits again, and the draft that went along goes back.
    const again = await queue.only();
    expect(again).toMatchObject({
      id: entry.id,
      state: 'pending',
      baseRev: 3,
      seq: null,
      stale: false,
      hash: entry.hash,
    });
    expect(await studio.draft()).toMatchObject({ hash: entry.beforeHash, baseSeq: 3, behind: false });
    await queue.sweep();
    expect(await queue.only()).toEqual(again);
    expect((await queue.apply(again.id, again.rev)).status).toBe(200);
    expect(await styleOf()).toContain('137px');
  });

  test('waits from the first publish on, and leaves values of the shop alone', async () => {
    await queue.published({ ...titled('Dükkân'), variables: { 'radius-card': '3px' } });
    await queue.sweep();
    const entry = await queue.only('?state=pending&kind=theme');
    expect(entry).toMatchObject({ name: 'sade', fromVersion: '1.0.0', toVersion: '1.1.0', class: 'minor' });
    expect(entry.report.rows).toContainEqual(
      expect.objectContaining({ kind: 'kept', pointer: '/variables/radius-card', before: '3px', after: '3px' }),
    );
    expect(entry.report.counts).toMatchObject({ kept: 1 });
    expect((await queue.apply(entry.id, entry.rev)).status).toBe(200);
    expect((await studio.draft()).body).toMatchObject({
      theme: { key: 'sade', version: '1.1.0' },
      variables: { 'radius-card': '3px' },
    });
  });

  test('is stale once another design is live, and is prepared anew', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    const first = await queue.only();
    await queue.published(titled('İki'));
    expect(await queue.only()).toMatchObject({ id: first.id, baseRev: 1, stale: true });
    expect(await queue.apply(first.id)).toMatchObject({
      status: 409,
      body: { code: 'update_stale', preparedFor: 1, currentRev: 2 },
    });
    expect((await versions()).map(({ seq }) => seq)).toEqual([2, 1]);
    await queue.sweep();
    const next = await queue.only();
    expect(next).toMatchObject({ id: first.id, rev: first.rev + 1, baseRev: 2, stale: false });
    expect(next.hash).not.toBe(first.hash);
    // An owner who has seen the earlier one decides on nothing else.
    expect(await queue.apply(first.id, first.rev)).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
    expect((await queue.apply(next.id, next.rev)).status).toBe(200);
    expect(await live()).toContain('İki');
    expect(await queue.apply(next.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  test('whose design would have faults is blocked, and says which', async () => {
    await studio.run('theme.push', ownTheme('1.0.0'));
    await queue.published({ ...wearing('Merhaba'), customCss: '[data-el="hero"] { gap: 1px }' });
    await queue.sweep();
    const hash = (await versions())[0]?.hash;
    // The gate refuses by now what it let pass earlier.
    await studio.site.world.sql(`
      UPDATE design_body SET text = replace(text, 'gap: 1px', 'behavior: a') WHERE hash = '${hash}'`);
    await studio.run('theme.push', ownTheme('1.1.0', { css: `${examplePackage.css}\n[data-el="hero"] { gap: 2px; }` }));
    await queue.sweep();
    const entry = await queue.only();
    expect(entry).toMatchObject({ state: 'blocked', reason: 'design_invalid', hash: null, preview: { after: null } });
    expect(entry.report.findings).toEqual([expect.objectContaining({ code: 'css_property' })]);
    expect(await queue.apply(entry.id)).toMatchObject({
      status: 409,
      body: { code: 'update_blocked', reason: 'design_invalid' },
    });
    // Looked at again, nothing is written.
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ rev: entry.rev });
    await studio.site.world.sql(`
      UPDATE design_body SET text = replace(text, 'behavior: a', 'gap: 1px') WHERE hash = '${hash}'`);
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ id: entry.id, state: 'pending', reason: null });
  });

  test('to a version that an agent proposes is none: it waits for the owner', async () => {
    await studio.run('theme.push', ownTheme('1.0.0'));
    await queue.published(wearing('Merhaba'));
    const { token } = await studio.site.mint('agent');
    const css = `${examplePackage.css}\n[data-el="footer"] > * { display: none; }`;
    expect((await studio.run('theme.push', ownTheme('99999.0.0', { css }), { token })).status).toBe(202);
    await queue.sweep();
    expect(await queue.entries()).toEqual([]);
    await studio.run('theme.push', ownTheme('99999.0.0', { css }));
    await queue.sweep();
    const entry = await queue.only();
    expect(entry).toMatchObject({ toVersion: '99999.0.0', state: 'pending', report: { rows: [] } });
    expect(entry.report).toMatchObject({
      theme: {
        pushedBy: 'owner',
        css: { rulesAdded: 1, rulesRemoved: 0 },
        skeleton: { nodesAdded: 0, nodesRemoved: 0, nodesChanged: 0 },
        steps: 0,
      },
    });
  });

  test('whose steps would be taken at too many values is blocked, and a draft is not upgraded', async () => {
    await studio.run('theme.push', ownTheme('1.0.0'));
    const body = wearing('Merhaba');
    for (let page = 0; page < 25; page += 1) {
      const root = Array.from({ length: 95 }, (_, index) => `line-${page}-${index}`);
      for (const id of root) body.nodes[id] = { type: 'divider', props: {}, from: 'cart/main' };
      body.pages[`pg_own${page}`] = { kind: 'page', path: `sayfa-${page}`, title: 'Sayfa', root };
    }
    await queue.published(body);
    const steps = Array(40).fill({ do: 'setDefault', at: '/nodes/*/props/x', value: 1 });
    const { key, name } = examplePackage.manifest;
    const manifest = { key, name, version: '2.0.0', migrations: [{ to: '2.0.0', steps }] };
    expect((await studio.run('theme.push', ownTheme('2.0.0', { manifest }))).status).toBe(200);
    await queue.sweep();
    const entry = await queue.only();
    expect(entry).toMatchObject({ state: 'blocked', reason: 'design_invalid', hash: null });
    expect(entry.report.findings).toMatchObject([{ pointer: '/theme', code: 'too_many' }]);
    const { rev } = await studio.draft();
    expect(await studio.run('theme.upgrade', { version: '2.0.0', expectedRev: rev })).toMatchObject({
      status: 422,
      body: { code: 'theme_invalid' },
    });
  });

  test('goes when shoppers see another theme, and counts as applied when a draft brought it', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    await studio.run('theme.upgrade', { expectedRev: (await studio.draft()).rev });
    await studio.run('design.publish', {});
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ state: 'applied', seq: 2 });
    await studio.run('design.rollback', { seq: 1 });
    expect(await queue.only()).toMatchObject({ state: 'pending', baseRev: 3 });
    await studio.run('theme.install', { theme: 'pazar' });
    await studio.run('theme.switch', { theme: 'pazar', expectedRev: (await studio.draft()).rev });
    await studio.run('design.publish', { expectedRev: 3 });
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ state: 'superseded' });
  });

  test('leaves a draft that differs as it is: behind, and nobody publishes it over the update unknowingly', async () => {
    await queue.published(titled('Bir'));
    const { rev } = await studio.draft();
    const { hash } = (await studio.put(titled('Taslak'), rev)).body;
    await queue.sweep();
    const entry = await queue.only();
    expect((await queue.apply(entry.id)).status).toBe(200);
    expect(await studio.draft()).toMatchObject({ hash, behind: true, baseSeq: 1 });
    expect(await studio.run('design.publish', {})).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
    expect(await studio.run('design.publish', { expectedRev: 2 })).toMatchObject({
      status: 409,
      body: { code: 'theme_older_than_live', liveVersion: '1.1.0' },
    });
  });

  test('keeps its theme from being uninstalled', async () => {
    await studio.run('theme.push', ownTheme('1.0.0'));
    await queue.published(wearing('Merhaba'));
    await studio.run('theme.push', ownTheme('1.1.0', { css: `${examplePackage.css}\n[data-el="hero"] { gap: 2px; }` }));
    await queue.sweep();
    const { id } = await queue.only();
    const { status, body } = await studio.run('theme.uninstall', { theme: 'bizim-tema' });
    expect([status, body.code]).toEqual([409, 'theme_in_use']);
    expect(body.uses).toContainEqual({ kind: 'update', name: id });
  });
});

describe('updates.dismiss', () => {
  test('puts an update off until a newer version comes, and is taken back by itself', async () => {
    await studio.run('theme.push', ownTheme('1.0.0'));
    await queue.published(wearing('Merhaba'));
    const css = (gap: number) => `${examplePackage.css}\n[data-el="hero"] { gap: ${gap}px; }`;
    await studio.run('theme.push', ownTheme('1.1.0', { css: css(11) }));
    await queue.sweep();
    const entry = await queue.only();
    const dismissed = await queue.dismiss(entry.id, entry.rev);
    expect(dismissed).toMatchObject({ status: 200, body: { state: 'dismissed', rev: entry.rev + 1 } });
    expect(await queue.dismiss(entry.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await queue.published(wearing('Yeniden'));
    await queue.sweep();
    // It is kept ready.
    expect(await queue.only()).toMatchObject({ id: entry.id, state: 'dismissed', baseRev: 2, stale: false });
    expect(await queue.dismiss(entry.id, undefined, { dismissed: false })).toMatchObject({
      status: 200,
      body: { state: 'pending' },
    });
    expect((await queue.dismiss(entry.id)).status).toBe(200);
    await studio.run('theme.push', ownTheme('1.2.0', { css: css(12) }));
    await queue.sweep();
    expect((await queue.entries()).map(({ toVersion, state }) => [toVersion, state])).toEqual([
      ['1.2.0', 'pending'],
      ['1.1.0', 'superseded'],
    ]);
  });
});

describe('update.prepare', () => {
  const installed = async () => {
    const { items } = (await studio.site.call('GET', '/v1/extensions', { session: studio.owner })).body;
    return items.find(({ key }: { key: string }) => key === 'trendyol').installed;
  };

  test('stands in the same queue with the rights that it asks for, and is applied with the consent of its owner', async () => {
    await studio.run('extension.install', { extension: 'trendyol' });
    await asInstalledEarlier(studio.site.world, { extension: 'trendyol', version: '1.0.0', config: { sellerId: '7' } });
    await studio.site.world.sql(`UPDATE extension SET granted = '{"scopes": [], "personalData": [], "secrets": []}'`);
    await queue.sweep();
    const entry = await queue.only('?kind=extension');
    const { rev, version } = await installed();
    expect(version).toBe('1.0.0');
    expect(entry).toMatchObject({ name: 'trendyol', fromVersion: '1.0.0', baseRev: rev, state: 'pending', hash: null });
    expect(Object.values(entry.report.rights ?? {}).flat()).not.toEqual([]);
    const manager: Principal = { ...studio.site.world.owner, role: 'manager', scopes: scopesOf('manager') };
    const { dispatcher, platform } = studio.site.world;
    const route = platform.services.capabilities.routes.find(({ http }) => http === 'POST /v1/updates/{upd}/uygula');
    const input = { params: { upd: entry.id }, query: {}, body: {}, idempotencyKey: newUlid() };
    const refused = await dispatcher.route(route as Route, manager, input);
    expect(refused.body).toMatchObject({ code: 'role_needed', role: 'owner' });
    expect((await installed()).version).toBe('1.0.0');
    expect(await queue.apply(entry.id, entry.rev)).toMatchObject({
      status: 200,
      body: { state: 'applied', seq: null },
    });
    expect((await installed()).version).toBe(entry.toVersion);
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ state: 'applied' });
  });

  test('is stale once the extension was changed, and blocked where its settings do not fit', async () => {
    await studio.run('extension.install', { extension: 'trendyol' });
    await asInstalledEarlier(studio.site.world, { extension: 'trendyol', version: '1.0.0', config: { sellerId: '7' } });
    await queue.sweep();
    const { id } = await queue.only();
    await studio.site.world.sql(`UPDATE extension SET rev = rev + 1, enabled = true, config = '{"sellerId": 7}'`);
    expect(await queue.apply(id)).toMatchObject({ status: 409, body: { code: 'update_stale' } });
    await queue.sweep();
    const entry = await queue.only();
    expect(entry).toMatchObject({ id, state: 'blocked', reason: 'config_invalid' });
    expect(entry.report.missing).not.toEqual([]);
    expect((await queue.apply(id)).body).toMatchObject({ code: 'update_blocked', reason: 'config_invalid' });
    await studio.site.world.sql('DELETE FROM extension');
    await queue.sweep();
    expect(await queue.only()).toMatchObject({ id, state: 'superseded' });
  });
});

describe('updates.list', () => {
  test('says on which versions the store runs, and goes page by page', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    const { body } = await studio.site.call('GET', '/v1/updates?limit=1', { session: studio.owner });
    expect(body.platform).toMatchObject({ kit: '1.0.0', storefrontGeneration: 1, newestGeneration: 1 });
    expect(body.platform.buildId).toMatch(/^\d+\.\d+\.\d+\+/);
    expect((await studio.site.call('GET', '/v1/updates?state=yok', { session: studio.owner })).status).toBe(400);
  });

  test('of another store is nobody else’s', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    const { id } = await queue.only();
    const foreign = await studio.site.session(studio.site.world.other);
    for (const way of ['uygula', 'ertele'])
      expect((await studio.site.call('POST', `/v1/updates/${id}/${way}`, { session: foreign, body: {} })).status).toBe(
        404,
      );
    expect((await studio.site.call('GET', '/v1/updates', { session: foreign })).body.items).toEqual([]);
  });

  test('is decided on by owners alone, and read by agents', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    const { id } = await queue.only();
    for (const kind of ['agent', 'developer'] as const) {
      const { token } = await studio.site.mint(kind);
      for (const way of ['uygula', 'ertele'])
        expect((await studio.site.call('POST', `/v1/updates/${id}/${way}`, { token, body: {} })).status).toBe(403);
      expect((await studio.site.call('GET', '/v1/updates', { token })).body.items).toHaveLength(1);
    }
  });

  test('that is taken back while a newer one is prepared gives way to that', async () => {
    await queue.published(titled('Bir'));
    await queue.sweep();
    const { id, rev } = await queue.only();
    expect((await queue.apply(id, rev)).status).toBe(200);
    const { world } = studio.site;
    const newer = 'upd_00000000000000000000000000';
    const release = await holding(
      world,
      `INSERT INTO store_update (store_id, id, kind, name, from_version, to_version, class, base_rev, report, state)
       VALUES ($1, $2, 'theme', 'sade', '1.1.0', '1.2.0', 'minor', 2, '{}', 'dismissed')`,
      [world.storeId, newer],
    );
    const back = studio.run('design.rollback', { seq: 1 });
    await untilWaiting(world);
    await release();
    expect((await back).status).toBe(200);
    expect(await studio.site.rows('SELECT id, state FROM store_update ORDER BY id')).toEqual([
      { id: newer, state: 'dismissed' },
      { id, state: 'applied' },
    ]);
  });

  test('that was looked at twice at once has each update once', async () => {
    await queue.published(titled('Bir'));
    await Promise.all(Array.from({ length: 6 }, () => queue.sweep()));
    expect(await queue.only()).toMatchObject({ rev: 1, state: 'pending' });
    expect(await queue.sweep()).toBe(0);
  });
});
