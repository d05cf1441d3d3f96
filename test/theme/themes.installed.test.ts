import { startingBundle } from '../../src/design/template/starting';
import { endCssThreads } from '../../src/skin/css/apart';
import { pazar100 } from '../../src/skin/first-party/pazar/versions';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { examplePackage } from '../../src/theme/package/example';
import { openStudio, type Studio } from '../design/studio';
import { holding, untilWaiting } from '../world/held';

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());
afterAll(() => endCssThreads());

const done = async (command: string, payload: object) => {
  const { status, body } = await studio.run(command, payload);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const themes = async () => (await studio.site.call('GET', '/v1/themes', { session: studio.owner })).body.themes;
const theme = async (key: string) => (await themes()).find((each: { key: string }) => each.key === key);

describe('theme.install', () => {
  test('lets drafts wear a theme, and is taken back by one command', async () => {
    expect((await theme('atolye')).installed).toBeNull();
    const { result, inverse } = await done('theme.install', { theme: 'atolye', version: '1.0.0' });
    expect(result).toMatchObject({ version: '1.0.0', previous: null, rev: 1 });
    expect((await theme('atolye')).installed).toBe('1.0.0');
    await done('theme.install', { theme: 'atolye', expectedRev: 1 });
    expect((await theme('atolye')).installed).toBe('2.0.0');
    const { items } = (await studio.site.call('GET', '/v1/audit', { session: studio.owner })).body;
    expect(items[0].inverse).toMatchObject({
      command: 'theme.install',
      payload: { theme: 'atolye', version: '1.0.0' },
    });
    expect(inverse ?? items[1].inverse).toMatchObject({ command: 'theme.uninstall' });
  });

  test('of an agent is proposed: nothing is installed until it is decided', async () => {
    const { token } = await studio.site.mint('agent');
    const { status, body } = await studio.run('theme.install', { theme: 'pazar' }, { token });
    expect([status, (await theme('pazar')).installed]).toEqual([202, null]);
    expect(body.preview.changes).toMatchObject([{ field: 'version', before: null, after: '1.0.0' }]);
  });

  test.each([
    [{ theme: 'yok' }, 404],
    [{ theme: 'pazar', version: '7.0.0' }, 404],
    [{ theme: 'pazar', expectedRev: 4 }, 409],
    [{ theme: '__proto__' }, 404],
  ])('%j is refused with %d', async (payload, status) => {
    expect((await studio.run('theme.install', payload)).status).toBe(status);
  });
});

describe('theme.uninstall', () => {
  test('of a theme that nothing wears goes, and comes back by one command', async () => {
    await done('theme.install', { theme: 'pazar' });
    await done('theme.uninstall', { theme: 'pazar', expectedRev: 1 });
    expect((await theme('pazar')).installed).toBeNull();
    expect((await studio.run('theme.uninstall', { theme: 'pazar' })).status).toBe(404);
    // A rev that somebody has seen fits nothing that is installed later.
    expect((await studio.run('theme.install', { theme: 'pazar', expectedRev: 1 })).status).toBe(409);
    await done('theme.install', { theme: 'pazar', expectedRev: 2 });
  });

  test('names each design, draft and proposal that keeps it', async () => {
    for (const key of ['pazar', 'atolye']) await done('theme.install', { theme: key });
    await studio.put(startingBundle(pazar100), 0);
    const { token } = await studio.site.mint('agent');
    await studio.put({ ...startingBundle(sade100), variables: { space: '20px' } }, 0, { token });
    const { workspace } = await studio.draft({ token });
    await studio.run('theme.switch', { theme: 'atolye', expectedRev: 1 }, { token });
    await studio.run('theme.install', { theme: 'atolye', version: '1.0.0' }, { token });
    expect(await studio.run('theme.uninstall', { theme: 'pazar' })).toMatchObject({
      status: 409,
      body: { code: 'theme_in_use', uses: [{ kind: 'draft', name: 'main' }] },
    });
    expect((await studio.run('theme.uninstall', { theme: 'atolye' })).body.uses).toEqual([
      { kind: 'draft', name: workspace },
      { kind: 'proposal', name: expect.stringMatching(/^prp_/) },
    ]);
    await done('theme.install', { theme: 'sade' });
    expect((await studio.run('theme.uninstall', { theme: 'sade' })).body.uses).toEqual([
      { kind: 'parked', name: workspace },
      { kind: 'default', name: 'default' },
    ]);
  });
});

describe('theme.uninstall, beside others', () => {
  test('is refused for a waiting rollback to a version that wears the theme, or has it parked', async () => {
    await done('theme.install', { theme: 'pazar' });
    await studio.put(startingBundle(pazar100), 0);
    await done('design.publish', {});
    const parked = { pazar: { version: '1.0.0', variables: { 'color-accent': '#112233' } } };
    await studio.put({ ...startingBundle(sade100), parked }, 1);
    await done('design.publish', {});
    await studio.put({ ...startingBundle(sade100), parked: {} }, 2);
    await done('design.publish', {});
    const { token } = await studio.site.mint('agent');
    for (const seq of [1, 2]) {
      const { body } = await studio.run('design.rollback', { seq }, { token });
      expect((await studio.run('theme.uninstall', { theme: 'pazar' })).body.uses).toEqual([
        { kind: 'proposal', name: body.proposalId },
      ]);
      await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
      await done('proposal.reject', { proposalId: body.proposalId, reason: 'Olmaz' });
    }
    await done('theme.uninstall', { theme: 'pazar' });
  });

  test('waits for a draft that puts the theme on, and finds it', async () => {
    await done('theme.install', { theme: 'pazar' });
    await studio.put(startingBundle(sade100), 0);
    const { world } = studio.site;
    const release = await holding(world, 'SELECT FROM design_draft WHERE store_id = $1 FOR UPDATE', [world.storeId]);
    const switching = studio.run('theme.switch', { theme: 'pazar', expectedRev: 1 });
    await untilWaiting(world);
    const uninstalling = studio.run('theme.uninstall', { theme: 'pazar' });
    await untilWaiting(world, 2);
    await release();
    expect((await switching).status).toBe(200);
    expect(await uninstalling).toMatchObject({ status: 409, body: { uses: [{ kind: 'draft', name: 'main' }] } });
  });
});

describe('theme.push', () => {
  const next = (version: string, part: object = {}) => ({
    ...examplePackage,
    manifest: { ...examplePackage.manifest, version },
    ...part,
  });

  test('keeps a theme of the store, which drafts wear and lists tell', async () => {
    const { result } = await done('theme.push', examplePackage);
    expect(result).toMatchObject({ theme: 'bizim-tema', version: '1.0.0', unchanged: false });
    expect(await theme('bizim-tema')).toMatchObject({ source: 'private', installed: '1.0.0', versions: ['1.0.0'] });
    const { body } = await studio.site.call('GET', '/v1/themes/bizim-tema', { session: studio.owner });
    expect(body.pack.hash).toBe(result.hash);
    await studio.put(startingBundle(sade100), 0);
    await done('theme.switch', { theme: 'bizim-tema', expectedRev: 1 });
    expect((await studio.draft()).body.theme).toEqual({ key: 'bizim-tema', version: '1.0.0' });
    await done('theme.preset.apply', { preset: 'gece', expectedRev: 2 });
    expect((await studio.draft()).warnings).toEqual([]);
    const foreign = await studio.site.session(studio.site.world.other);
    expect((await studio.site.call('GET', '/v1/themes/bizim-tema', { session: foreign })).status).toBe(404);
  });

  test('of the same package twice changes nothing, and of another one under its version is refused', async () => {
    const { result } = await done('theme.push', examplePackage);
    expect((await done('theme.push', examplePackage)).result).toMatchObject({ hash: result.hash, unchanged: true });
    // One that was uninstalled meanwhile is installed again.
    await done('theme.uninstall', { theme: 'bizim-tema' });
    expect((await done('theme.push', examplePackage)).result).toMatchObject({ unchanged: true });
    expect(await theme('bizim-tema')).toMatchObject({ installed: '1.0.0' });
    const other = next('1.0.0', { css: `${examplePackage.css} [data-el="hero"] { gap: 3px; }` });
    expect(await studio.run('theme.push', other)).toMatchObject({ status: 409, body: { code: 'theme_version_taken' } });
  });

  test('of a newer version is held to the class of its change, and a draft is upgraded to it', async () => {
    await done('theme.push', examplePackage);
    const wider = {
      variables: [...examplePackage.variables, { name: 'color-mark', type: 'color', default: '#112233' }],
    };
    expect(await studio.run('theme.push', next('1.0.1', wider))).toMatchObject({
      status: 422,
      body: { code: 'theme_invalid', rows: [{ code: 'version_low', pointer: '/manifest/version' }] },
    });
    await studio.put({ ...startingBundle(sade100), theme: { key: 'bizim-tema', version: '1.0.0' } }, 0);
    await done('theme.push', next('1.1.0', wider));
    const { result } = await done('theme.upgrade', { expectedRev: 1 });
    expect(result.report).toMatchObject([{ kind: 'added', pointer: '/variables/color-mark', after: '#112233' }]);
  });

  test('through the gate alone: what it refuses is kept nowhere', async () => {
    for (const css of [`${examplePackage.css} p { background: url(//evil.example) }`, '<style>', 'p { color: red'])
      expect(await studio.run('theme.push', next('1.0.0', { css }))).toMatchObject({
        status: 422,
        body: { code: 'theme_invalid' },
      });
    expect(await studio.site.rows('SELECT FROM theme_pack')).toEqual([]);
    const taken = { ...examplePackage, manifest: { ...examplePackage.manifest, key: 'sade' } };
    expect(await studio.run('theme.push', taken)).toMatchObject({ status: 409, body: { code: 'theme_key_taken' } });
  });

  const last = '99999.99999.99999';
  const hiding = next(last, { css: `${examplePackage.css} [data-el="footer"] > * { display: none; }` });

  test('of an agent is kept, and waits for a person who installs it by its version', async () => {
    await done('theme.push', examplePackage);
    const { token } = await studio.site.mint('agent');
    expect((await studio.run('theme.push', hiding, { token })).status).toBe(200);
    expect(await theme('bizim-tema')).toMatchObject({
      version: '1.0.0',
      versions: ['1.0.0', last],
      waiting: [last],
      installed: '1.0.0',
    });
    const read = async (query: string) =>
      (await studio.site.call('GET', `/v1/themes/bizim-tema${query}`, { session: studio.owner })).body.pack;
    expect(await read('')).toMatchObject({ manifest: { version: '1.0.0' }, pushedBy: 'owner' });
    expect(await read(`?version=${last}`)).toMatchObject({ manifest: { version: last }, pushedBy: 'agent' });
    const proposed = async (payload: object) => {
      const { body } = await studio.run('theme.install', payload, { token });
      const { list } = await studio.site.world.read('proposals.get', { params: { prp: body.proposalId } });
      return list.at(-1).design;
    };
    const told = { before: null, after: null, changes: null, pages: [] };
    expect(await proposed({ theme: 'bizim-tema', version: last })).toEqual({
      ...told,
      changed: null,
      theme: { key: 'bizim-tema', version: last, pushedBy: 'agent' },
    });
    expect((await proposed({ theme: 'bizim-tema' })).theme).toEqual({
      key: 'bizim-tema',
      version: '1.0.0',
      pushedBy: 'owner',
    });
    expect((await proposed({ theme: 'pazar' })).theme).toEqual({ key: 'pazar', version: '1.0.0', pushedBy: null });
    const body = { ...startingBundle(sade100), theme: { key: 'bizim-tema', version: '1.0.0' } };
    await studio.put(body, 0);
    expect(await studio.run('theme.upgrade', { expectedRev: 1 })).toMatchObject({
      status: 409,
      body: { code: 'theme_not_newer' },
    });
    expect((await done('theme.install', { theme: 'bizim-tema' })).result.version).toBe('1.0.0');
    // The agent tries it on in its own draft, where it names it.
    await studio.put(body, 0, { token });
    expect((await studio.run('theme.upgrade', { expectedRev: 1 }, { token })).body.code).toBe('theme_not_newer');
    expect((await studio.run('theme.upgrade', { version: last, expectedRev: 1 }, { token })).status).toBe(200);
    expect((await studio.draft({ token })).body.theme.version).toBe(last);
    // What a person pushes goes on from what people pushed.
    await done('theme.push', next('1.1.0'));
    expect(await theme('bizim-tema')).toMatchObject({ version: '1.1.0', installed: '1.1.0', waiting: [last] });
    await done('theme.install', { theme: 'bizim-tema', version: last });
    expect(await theme('bizim-tema')).toMatchObject({ version: last, installed: last, waiting: [] });
  });

  test('of agents has 20 places: the oldest that nothing names makes room, and a person finds some', async () => {
    const { token } = await studio.site.mint('agent');
    const pushed = async (version: string) => (await studio.run('theme.push', next(version), { token })).status;
    for (let patch = 1; patch <= 20; patch += 1) expect(await pushed(`1.0.${patch}`)).toBe(200);
    await studio.put({ ...startingBundle(sade100), theme: { key: 'bizim-tema', version: '1.0.1' } }, 0, { token });
    expect(await pushed('1.0.21')).toBe(200);
    const { versions } = await theme('bizim-tema');
    expect(versions).toHaveLength(20);
    expect(versions.filter((version: string) => /^1\.0\.[123]$/.test(version))).toEqual(['1.0.1', '1.0.3']);
    // The store is full: for a person, what an agent pushed makes room.
    await studio.site.world.sql(`
      INSERT INTO theme_pack (store_id, hash, key, version, text, bytes, by_kind, pushed_at)
      SELECT store_id, hash, 'eski', '1.0.' || n, text, bytes, 'owner', pushed_at - interval '1 day'
      FROM theme_pack, generate_series(1, 80) AS n WHERE version = '1.0.1'`);
    await done('theme.push', next('1.1.0'));
    expect((await theme('bizim-tema')).versions.slice(0, 2)).toEqual(['1.0.1', '1.0.4']);
    expect(await studio.site.rows(`SELECT FROM theme_pack WHERE key = 'eski'`)).toHaveLength(80);
    await studio.site.world.sql(`DELETE FROM theme_pack WHERE key = 'eski'`);
    expect(await pushed('1.0.22')).toBe(200);
    // An item that waits names each version of its theme.
    await studio.run('theme.install', { theme: 'bizim-tema', version: '1.0.1' }, { token });
    expect(await studio.run('theme.push', next('1.0.23'), { token })).toMatchObject({
      status: 409,
      body: { code: 'theme_packs_full', most: 20 },
    });
    await done('theme.push', next('1.2.0'));
  });

  test('of a theme by an agent alone is worn by agents in their drafts, and by nobody else', async () => {
    const { token } = await studio.site.mint('agent');
    await studio.run('theme.push', examplePackage, { token });
    expect(await theme('bizim-tema')).toMatchObject({ installed: null, waiting: ['1.0.0'] });
    await studio.put(startingBundle(sade100), 0);
    expect(await studio.run('theme.switch', { theme: 'bizim-tema', expectedRev: 1 })).toMatchObject({
      status: 409,
      body: { code: 'theme_not_installed' },
    });
    expect((await studio.run('theme.install', { theme: 'bizim-tema' })).body.detail).toContain('An agent pushed 1.0.0');
    await studio.put(startingBundle(sade100), 0, { token });
    expect((await studio.run('theme.switch', { theme: 'bizim-tema', expectedRev: 1 }, { token })).status).toBe(200);
    // The same package by a person is theirs.
    await done('theme.push', examplePackage);
    expect(await theme('bizim-tema')).toMatchObject({ installed: '1.0.0', waiting: [] });
  });
});
