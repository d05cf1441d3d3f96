import { bodyText } from '../../src/design/bundle/text';
import { startingBundle } from '../../src/design/template/starting';
import { endCssThreads } from '../../src/skin/css/apart';
import { atolye100 } from '../../src/skin/first-party/atolye/versions';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { openStudio, type Studio } from '../design/studio';

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());
afterAll(() => endCssThreads());

const own = () => ({
  ...startingBundle(sade100, 'deniz'),
  variables: { space: '20px', 'radius-card': '0px' },
  customCss: '[data-el="hero"] { gap: 4px; }',
});
const begin = async () => {
  for (const theme of ['pazar', 'atolye']) await studio.run('theme.install', { theme });
  return (await studio.put(own(), 0)).body;
};
const done = async (command: string, payload: object) => {
  const { status, body } = await studio.run(command, payload);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.result;
};

describe('theme.switch', () => {
  test('there and back leaves the hash of the draft as it was, and each switch tells what became of the values', async () => {
    const { hash } = await begin();
    const there = await done('theme.switch', { theme: 'pazar', mode: 'theme-skeleton', expectedRev: 1 });
    expect(there).toMatchObject({ rev: 2, previousHash: hash });
    expect(there.counts).toMatchObject({ parked: 12 });
    expect(
      there.report.map(({ kind, pointer, before }: { kind: string; pointer: string; before: unknown }) => [
        kind,
        pointer,
        before,
      ]),
    ).toEqual(expect.arrayContaining([['parked', '/variables/space', '20px']]));
    const { body } = await studio.draft();
    expect(body).toMatchObject({
      theme: { key: 'pazar', version: '1.0.0' },
      variables: {},
      parked: { sade: { version: '1.0.0', preset: 'deniz', variables: own().variables } },
    });
    expect(body.customCss).toBeUndefined();
    expect(body.pages.pg_home.root).toEqual([
      'home-categories',
      'home-hero',
      'home-newest',
      'home-features',
      'home-about',
    ]);
    expect(await done('theme.switch', { theme: 'sade', mode: 'theme-skeleton', expectedRev: 2 })).toMatchObject({
      rev: 3,
      hash,
    });
    expect((await studio.draft()).body).toEqual(own());
  });

  test('keeps the layout unless the theme shall bring its own', async () => {
    await begin();
    await done('theme.switch', { theme: 'atolye', expectedRev: 1 });
    const { body } = await studio.draft();
    expect(body.pages).toEqual(own().pages);
    expect(body.theme).toMatchObject({ key: 'atolye' });
  });

  test('is undone by one command, which the audit log names', async () => {
    const { hash } = await begin();
    await done('theme.switch', { theme: 'pazar', expectedRev: 1 });
    expect(await studio.restore(hash, 2)).toMatchObject({ status: 200, body: { rev: 3, hash } });
  });

  test('of an agent works in its own draft, and nowhere else', async () => {
    await begin();
    const { token } = await studio.site.mint('agent');
    const mine = { token };
    const foreign = await studio.run('theme.switch', { theme: 'pazar', workspace: 'main', expectedRev: 1 }, mine);
    expect([foreign.status, foreign.body.code]).toEqual([403, 'agent_workspace_only']);
    const { workspace } = await studio.draft(mine);
    expect(await studio.put(own(), 0, mine)).toMatchObject({ status: 200 });
    expect(await studio.run('theme.switch', { theme: 'pazar', expectedRev: 1 }, mine)).toMatchObject({
      status: 200,
      body: { result: { workspace, rev: 2 } },
    });
    expect(await studio.draft()).toMatchObject({ rev: 1 });
  });

  test.each([
    [{ theme: 'sade', expectedRev: 1 }, 409, 'theme_worn'],
    [{ theme: 'yok', expectedRev: 1 }, 404, 'not_found'],
    [{ theme: 'constructor', expectedRev: 1 }, 404, 'not_found'],
    [{ theme: 'pazar', expectedRev: 7 }, 409, 'rev_conflict'],
    [{ theme: 'pazar' }, 400, 'invalid_request'],
    [{ theme: 'pazar', mode: 'both', expectedRev: 1 }, 400, 'invalid_request'],
  ])('%j is refused: %d %s, and the draft stays', async (payload, status, code) => {
    const { hash } = await begin();
    const answer = await studio.run('theme.switch', payload);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await studio.draft()).toMatchObject({ rev: 1, hash });
  });

  test('to a theme that is not installed is refused in words that help', async () => {
    await studio.put(own(), 0);
    expect(await studio.run('theme.switch', { theme: 'pazar', expectedRev: 1 })).toMatchObject({
      status: 409,
      body: { code: 'theme_not_installed', theme: 'pazar', versions: ['1.0.0'] },
    });
  });

  test('of a store that has designed nothing is 404', async () => {
    expect((await studio.run('theme.switch', { theme: 'pazar', expectedRev: 0 })).status).toBe(404);
  });

  test('without running it is told as it would be', async () => {
    const { hash } = await begin();
    const { status, body } = await studio.site.call('POST', '/v1/commands', {
      session: studio.owner,
      body: {
        command: 'theme.switch',
        storeId: studio.site.world.storeId,
        payload: { theme: 'pazar', expectedRev: 1 },
        dryRun: true,
      },
    });
    expect([status, (body.changes ?? body.preview.changes)[0].entity]).toEqual([200, 'design draft']);
    expect(await studio.draft()).toMatchObject({ rev: 1, hash });
  });
});

describe('theme.preset.apply', () => {
  test('changes what the preset names and nothing else', async () => {
    await begin();
    const { report } = await done('theme.preset.apply', { preset: 'gece', expectedRev: 1 });
    const { body } = await studio.draft();
    expect(body.theme.preset).toBe('gece');
    // The control corner came from the preset before, and stays.
    expect(body.variables).toEqual({ space: '20px', 'radius-card': '0px', 'radius-control': '6px' });
    expect(report).toContainEqual(
      expect.objectContaining({ kind: 'changed', pointer: '/variables/color-bg', before: '#ffffff', after: '#15171a' }),
    );
    expect((await studio.run('theme.preset.apply', { preset: 'manav', expectedRev: 2 })).status).toBe(404);
  });
});

describe('theme.page.reset', () => {
  test('brings the sections of the theme back, and one command the page that was there', async () => {
    const bundle = own();
    bundle.pages.pg_home?.root.splice(0, 2);
    for (const id of ['home-hero', 'home-categories']) delete bundle.nodes[id];
    const { hash } = (await studio.put(bundle, 0)).body;
    await done('theme.page.reset', { page: 'pg_home', expectedRev: 1 });
    expect((await studio.draft()).body).toEqual(own());
    expect(await studio.restore(hash, 2)).toMatchObject({ status: 200, body: { hash } });
    expect((await studio.run('theme.page.reset', { page: 'pg_yok', expectedRev: 3 })).status).toBe(404);
  });
});

describe('theme.upgrade', () => {
  test('follows the theme, but for values of the shop', async () => {
    const { hash } = await begin();
    const { report, rev } = await done('theme.upgrade', { expectedRev: 1 });
    expect(rev).toBe(2);
    const { body } = await studio.draft();
    expect(body).toEqual({ ...own(), theme: { key: 'sade', version: '1.1.0', preset: 'deniz' } });
    expect(report.map(({ kind, pointer }: { kind: string; pointer: string }) => `${kind} ${pointer}`)).toEqual([
      'kept /variables/radius-card',
      'added /variables/color-sale',
    ]);
    expect(await studio.run('theme.upgrade', { expectedRev: 2 })).toMatchObject({
      status: 409,
      body: { code: 'theme_not_newer', version: '1.1.0', newest: '1.1.0' },
    });
    expect(await studio.restore(hash, 2)).toMatchObject({ status: 200, body: { hash } });
  });

  test('keeps a value aside for which the theme has no place, also when the draft is saved without it', async () => {
    const bundle = { ...startingBundle(atolye100), variables: { 'color-line': '#cccccc', 'font-accent': 'mono' } };
    await studio.put(bundle, 0);
    await done('theme.upgrade', { version: '2.0.0', expectedRev: 1 });
    const removed = [{ theme: 'atolye', version: '2.0.0', pointer: '/variables/font-accent', value: 'mono' }];
    const { body } = await studio.draft();
    expect(body).toMatchObject({ variables: { 'color-border': '#cccccc' }, removed });
    const { removed: _, parked: __, ...rest } = body;
    const { body: put } = await studio.put({ ...rest, variables: {} }, 2);
    expect((await studio.draft()).body).toMatchObject({ removed, parked: {} });
    expect(put.hash).toBe(bodyText({ ...body, variables: {} }).hash);
  });

  test('by an agent needs the version to be installed', async () => {
    await studio.put({ ...startingBundle(atolye100) }, 0);
    const { token } = await studio.site.mint('agent');
    await studio.put({ ...startingBundle(atolye100) }, 0, { token });
    const asked = () => studio.run('theme.upgrade', { expectedRev: 1 }, { token });
    expect(await asked()).toMatchObject({
      status: 409,
      body: { code: 'theme_not_installed', theme: 'atolye', version: '2.0.0', installed: null },
    });
    await done('theme.install', { theme: 'atolye' });
    expect((await asked()).status).toBe(200);
  });

  test('by an owner installs the version along', async () => {
    await studio.put({ ...startingBundle(atolye100) }, 0);
    await done('theme.upgrade', { expectedRev: 1 });
    const { body } = await studio.site.call('GET', '/v1/themes/atolye', { session: studio.owner });
    expect(body.theme).toMatchObject({ installed: '2.0.0', state: 'draft' });
  });

  test('to a version that is not there is 404', async () => {
    await begin();
    expect((await studio.run('theme.upgrade', { version: '9.0.0', expectedRev: 1 })).status).toBe(404);
  });
});
