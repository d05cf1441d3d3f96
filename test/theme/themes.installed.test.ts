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
  test('says that a theme which shoppers see is in use, also where nobody has installed it', async () => {
    const uninstalling = async (theme: string) => (await studio.run('theme.uninstall', { theme })).body;
    expect(await uninstalling('sade')).toMatchObject({ code: 'theme_in_use', uses: [{ kind: 'default' }] });
    expect((await uninstalling('pazar')).code).toBe('not_found');
    await studio.put(startingBundle(pazar100), 0);
    await done('design.publish', {});
    expect(await uninstalling('pazar')).toMatchObject({
      code: 'theme_in_use',
      uses: [{ kind: 'live' }, { kind: 'draft' }],
    });
  });

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

  test('of an agent, while it waits, keeps the theme from being uninstalled', async () => {
    await done('theme.push', examplePackage);
    const { token } = await studio.site.mint('agent');
    const wider = {
      variables: [...examplePackage.variables, { name: 'color-mark', type: 'color', default: '#112233' }],
    };
    const { body } = await studio.run('theme.push', next('1.1.0', wider), { token });
    expect((await studio.run('theme.uninstall', { theme: 'bizim-tema' })).body).toMatchObject({
      code: 'theme_in_use',
      uses: [{ kind: 'proposal', name: body.proposalId }],
    });
    await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
    await done('proposal.reject', { proposalId: body.proposalId, reason: 'Olmaz' });
    await done('theme.uninstall', { theme: 'bizim-tema' });
  });

  test('through the gate alone: what it refuses is kept nowhere', async () => {
    for (const css of [`${examplePackage.css} p { background: url(//evil.example) }`, '<style>', 'p { color: red'])
      expect(await studio.run('theme.push', next('1.0.0', { css }))).toMatchObject({
        status: 422,
        body: { code: 'theme_invalid', errors: [{ pointer: '/payload/css' }] },
      });
    expect(await studio.site.rows('SELECT FROM theme_pack')).toEqual([]);
    const taken = { ...examplePackage, manifest: { ...examplePackage.manifest, key: 'sade' } };
    expect(await studio.run('theme.push', taken)).toMatchObject({ status: 409, body: { code: 'theme_key_taken' } });
  });

  test('has a hundred places: the oldest that nothing names makes room', async () => {
    await done('theme.push', examplePackage);
    await studio.site.world.sql(`
      INSERT INTO theme_pack (store_id, hash, key, version, text, bytes, by_kind, pushed_at)
      SELECT store_id, hash, 'eski', '1.0.' || n, text, bytes, 'owner', pushed_at - interval '1 day' * n
      FROM theme_pack, generate_series(1, 99) AS n`);
    await done('theme.push', next('1.1.0'));
    const rows = await studio.site.rows<{ version: string }>(`SELECT version FROM theme_pack WHERE key = 'eski'`);
    expect([rows.length, rows.some(({ version }) => version === '1.0.99')]).toEqual([98, false]);
  });
});

describe('theme.push by an agent', () => {
  const packageOf = (version: string, gap: string) => ({
    ...examplePackage,
    manifest: { ...examplePackage.manifest, version },
    css: `${examplePackage.css}\n[data-el="hero"] { gap: ${gap}; }`,
  });
  const asAgent = async () => {
    const { token } = await studio.site.mint('agent');
    await studio.put(startingBundle(sade100), 0, { token });
    const { workspace } = await studio.draft({ token });
    return { token, workspace };
  };
  const themeFor = async (caller: { token?: string }, query = '') => {
    const as = caller.token ? caller : { session: studio.owner };
    return (await studio.site.call('GET', `/v1/themes/bizim-tema${query}`, as as never)).body;
  };

  test('is proposed: the store has nothing of it, and its name stays free', async () => {
    const { token, workspace } = await asAgent();
    const { status, body } = await studio.run('theme.push', packageOf('1.0.0', '3px'), { token });
    expect([status, body.proposed]).toEqual([202, true]);
    expect(await studio.site.rows('SELECT FROM theme_pack')).toEqual([]);
    expect(await theme('bizim-tema')).toBeUndefined();
    expect((await themeFor({ token })).theme).toMatchObject({ waiting: ['1.0.0'], installed: null, version: '1.0.0' });
    expect((await themeFor({}, `?workspace=${workspace}`)).pack.pushedBy).toBe('agent');
    expect((await studio.run('theme.install', { theme: 'bizim-tema' })).status).toBe(404);
    // Neither another agent nor a person meets it: a package of theirs takes the name.
    const other = await asAgent();
    expect((await themeFor(other)).code).toBe('not_found');
    expect((await studio.run('theme.push', packageOf('1.0.0', '4px'), other)).status).toBe(202);
    expect((await done('theme.push', packageOf('1.0.0', '5px'))).result.unchanged).toBe(false);
  });

  test('is worn by the draft of its workspace, by what it holds, and by no other draft', async () => {
    const { token, workspace } = await asAgent();
    const { body } = await studio.run('theme.push', packageOf('1.0.0', '3px'), { token });
    expect((await studio.run('theme.switch', { theme: 'bizim-tema', expectedRev: 1 }, { token })).status).toBe(200);
    const worn = await studio.draft({ token });
    expect(worn.warnings).toEqual([]);
    expect(worn.body.theme).toEqual({ key: 'bizim-tema', version: '1.0.0', pack: body.preview.result.hash });
    // Somebody takes the name: the draft goes on wearing what was tried.
    await done('theme.push', packageOf('1.0.0', '5px'));
    expect((await studio.draft({ token })).warnings).toEqual([]);
    await studio.put(startingBundle(sade100), 0);
    expect(await studio.put(worn.body, 1)).toMatchObject({ status: 422, body: { code: 'bundle_invalid' } });
    // A version that it tries, and another one that the store has.
    expect((await studio.run('theme.push', packageOf('1.1.0', '6px'), { token })).status).toBe(202);
    await studio.run('theme.upgrade', { version: '1.1.0', expectedRev: 2 }, { token });
    expect((await studio.draft({ token })).body.theme).toMatchObject({ version: '1.1.0', pack: expect.any(String) });
    await studio.run('theme.switch', { theme: 'pazar', expectedRev: 3 }, { token });
    expect((await themeFor({}, `?workspace=${workspace}`)).theme).toMatchObject({
      versions: ['1.0.0', '1.1.0'],
      waiting: ['1.1.0'],
      installed: '1.0.0',
    });
  });

  test('keeps twenty packs of a workspace, and the one that its draft wears', async () => {
    const { token, workspace } = await asAgent();
    for (let patch = 0; patch <= 20; patch += 1) {
      const { status, body } = await studio.run('theme.push', packageOf(`1.0.${patch}`, `${patch}px`), { token });
      expect([patch, status]).toEqual([patch, 202]);
      if (patch === 0) await studio.run('theme.switch', { theme: 'bizim-tema', expectedRev: 1 }, { token });
      if (patch === 19) await studio.run('proposal.withdraw', { proposalId: body.proposalId }, { token });
    }
    const rows = await studio.site.rows<{ version: string; workspace_id: string }>(
      'SELECT version, workspace_id FROM workspace_pack ORDER BY pushed_at',
    );
    expect(rows).toHaveLength(21);
    expect(rows[0]).toEqual({ version: '1.0.0', workspace_id: workspace });
    await studio.run('theme.push', packageOf('1.1.0', '7px'), { token });
    expect((await themeFor({ token })).theme.waiting).not.toContain('1.0.1');
    expect((await studio.draft({ token })).warnings).toEqual([]);
  });

  test('is refused as that of a person is, and leaves nothing', async () => {
    const { token } = await asAgent();
    const hostile = { ...examplePackage, css: 'p { background: url(//evil.example) }' };
    expect((await studio.run('theme.push', hostile, { token })).status).toBe(422);
    await done('theme.push', packageOf('1.0.0', '3px'));
    expect(await studio.run('theme.push', packageOf('1.0.0', '4px'), { token })).toMatchObject({
      status: 409,
      body: { code: 'theme_version_taken' },
    });
    expect(await studio.site.rows('SELECT FROM workspace_pack')).toEqual([]);
  });
});
