import { startingBundle } from '../../src/design/template/starting';
import { kit } from '../../src/kit/kit';
import { fixedPageKinds } from '../../src/kit/page-kinds';
import { registry } from '../../src/registry';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { openShops, PREVIEW_HOST, publish, type Shops, titled } from '../storefront/shops';
import { said } from '../world/story';
import type { World } from '../world/world';

describe('reads of designs', () => {
  let shops: Shops;
  let world: World;
  beforeAll(async () => {
    shops = await openShops();
    ({ world } = shops);
  });
  afterAll(() => shops.close());

  const workspaceOf = async (): Promise<string> => {
    const { workspace } = await world.done('workspace.create', { name: 'Deneme' }, { as: world.owner });
    return workspace.id;
  };
  /** An agent of a workspace that is not its own. */
  const strangerTo = (route: string) => async (workspace: string) =>
    said(
      world.read(route, {
        as: { ...world.agent, workspaceId: 'wsp_00000000000000000000000000' },
        query: { workspace } as never,
      }),
    );

  describe('kit.contract.get', () => {
    test('names all that a skin may dress, so that a theme may be written without the code', async () => {
      const contract = await world.read('kit.contract.get');
      expect(contract).toMatchObject({ version: kit.version });
      expect(contract.elements.map(({ id }: { id: string }) => id)).toEqual(kit.elements.map(({ id }) => id));
      expect(
        contract.elements
          .filter(({ required }: { required: boolean }) => required)
          .map(({ id }: { id: string }) => id)
          .toSorted(),
      ).toEqual(['buy', 'cart-summary', 'field', 'footer', 'header', 'legal', 'notice', 'price']);
      expect(contract.zones.find(({ id }: { id: string }) => id === 'product.afterPrice')).toMatchObject({
        max: 3,
        pageKinds: ['product'],
      });
    });
  });

  describe('compat.contracts.get', () => {
    test('names each capability and scope of the release, and what the storefront draws', async () => {
      const { api, storefront } = await world.read('compat.contracts.get');
      expect(api.routes).toEqual(registry.routes.map(({ id }) => id));
      expect(api.commands).toEqual(registry.commands.map(({ id }) => id));
      expect(api.scopes).toContain('design:publish');
      expect(storefront.kit).toBe(kit.version);
      expect(storefront.sections).toEqual(expect.arrayContaining(['hero', 'productMain']));
    });
  });

  describe('sections.meta.get', () => {
    test('gives each type the form by which an editor asks for its fields', async () => {
      const { sections } = await world.read('sections.meta.get');
      const hero = sections.find(({ type }: { type: string }) => type === 'hero');
      expect(hero).toMatchObject({
        label: { tr: expect.any(String) },
        props: { type: 'object', properties: { title: { type: 'string' } } },
      });
      for (const kind of fixedPageKinds.filter((kind) => kind !== 'home'))
        expect(
          sections.some(({ pages, min }: { pages: string[]; min: number }) => pages.includes(kind) && min === 1),
        ).toBe(true);
    });
  });

  describe('design.templates.list', () => {
    test('offers designs to begin with, each in a theme that is there', async () => {
      const { templates } = await world.read('design.templates.list');
      const { themes } = await world.read('themes.list');
      expect(templates.map(({ key }: { key: string }) => key)).toEqual(['bos', 'katalog', 'tek-urun', 'atolye']);
      const keys = themes.map(({ key }: { key: string }) => key);
      expect(templates.filter(({ theme }: { theme: string }) => !keys.includes(theme))).toEqual([]);
    });
  });

  describe('validate.bundle', () => {
    const validate = (body: unknown) => world.read('validate.bundle', { body: { body } } as never);

    test('finds nothing in a design that may be published, and keeps nothing of it', async () => {
      expect(await validate(startingBundle(sade100))).toEqual({ valid: true, errors: [], warnings: [] });
      const db = world.platform.database.reader(world.storeId);
      expect(await db.query('SELECT FROM design_body')).toEqual([]);
    });

    test('tells the place and the reason of each fault, and refuses nothing that it can read', async () => {
      const body = titled('Merhaba');
      Object.assign(body.nodes['home-features'] as object, { type: 'carousel', slots: {} });
      const media = 'med_00000000000000000000000000';
      Object.assign(body.nodes['home-hero']?.props as object, { image: media });
      const { valid, errors } = await validate(body);
      expect(valid).toBe(false);
      expect(errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'unknown_type', pointer: '/nodes/home-features/type' }),
          expect.objectContaining({ code: 'media_missing', pointer: '/nodes/home-hero/props/image' }),
        ]),
      );
      expect(await validate(null)).toMatchObject({ valid: false, errors: [{ code: 'shape', pointer: '' }] });
      expect(await validate({ ...titled('x'), customCss: 'a{background:url(//x)}' })).toMatchObject({
        valid: false,
        errors: [{ pointer: '/customCss' }],
      });
    });
  });

  describe('themes.list', () => {
    test('tells which theme the live design wears, and which the draft', async () => {
      const { active, themes, workspace } = await world.read('themes.list');
      expect([workspace, active]).toEqual(['main', null]);
      expect(themes[0]).toMatchObject({ key: 'sade', source: 'firstParty', state: 'available' });
      expect(themes.map(({ key }: { key: string }) => key)).toEqual(['sade', 'pazar', 'atolye']);
      await publish(world, titled('Yayında'));
      const worn = await world.read('themes.list');
      expect(worn.active).toEqual({ key: 'sade', version: '1.0.0', preset: null });
      expect(worn.themes[0]).toMatchObject({ key: 'sade', state: 'live' });
      expect(await strangerTo('themes.list')(await workspaceOf())).toBe('403 agent_workspace_only');
    });
  });

  describe('themes.get', () => {
    const get = (theme: string, query: object = {}) => world.read('themes.get', { params: { theme }, query } as never);

    test('tells a version whole, the newest where none is asked for', async () => {
      const newest = await get('sade');
      expect(newest).toMatchObject({ version: '1.1.0', theme: { key: 'sade', versions: ['1.0.0', '1.1.0'] } });
      expect(newest.presets.length).toBeGreaterThan(0);
      const old = await get('sade', { version: '1.0.0' });
      expect(old.pack.hash).not.toBe(newest.pack.hash);
      const radius = ({ variables }: typeof old) =>
        variables.find(({ name }: { name: string }) => name === 'radius-card').default;
      expect([radius(old), radius(newest)]).toEqual(['0px', '8px']);
    });

    test('knows no other theme and no other version', async () => {
      expect(await said(get('yok'))).toBe('404 not_found');
      expect(await said(get('sade', { version: '9.0.0' }))).toBe('404 not_found');
      expect(await said(get('sade', { version: 'x' }))).toMatch(/^400 /);
    });
  });

  describe('design.catalog.get', () => {
    test('offers sections of the platform and of the theme, and blocks of what is installed', async () => {
      await publish(world, titled('Yayında'));
      const catalog = await world.read('design.catalog.get', { query: { workspace: 'main' } as never });
      const { sections } = await world.read('sections.meta.get');
      expect(catalog.theme).toMatchObject({ key: 'sade', version: '1.0.0' });
      expect(catalog.sections.map(({ type }: { type: string }) => type)).toEqual(
        sections.map(({ type }: { type: string }) => type),
      );
      expect(await strangerTo('design.catalog.get')(await workspaceOf())).toBe('403 agent_workspace_only');
    });
  });

  describe('workspaces.preview', () => {
    const link = (ws: string, as = world.owner) => world.read('workspaces.preview', { params: { ws }, as } as never);

    test('follows the draft of the workspace at one address, and shows the live design before there is one', async () => {
      const live = await publish(world, titled('Yayındaki başlık'));
      const draft = await publish(world, titled('Taslaktaki başlık'));
      await world.sql(`UPDATE design_live SET hash = '${live}'`);
      const workspace = await workspaceOf();
      const { url } = await link(workspace);
      const see = async () => (await shops.get(new URL(url).pathname, { host: PREVIEW_HOST })).text;
      expect(await see()).toContain('Yayındaki başlık');
      await world.sql(`
        INSERT INTO design_draft (store_id, workspace, hash, base_seq, media_ids)
          VALUES ('${world.storeId}', '${workspace}', '${draft}', 0, '{}')`);
      expect(await see()).toContain('Taslaktaki başlık');
      expect((await link(workspace)).url).toBe(url);
    });

    test('gives none to an agent of another workspace, and none of what is archived or not there', async () => {
      const workspace = await workspaceOf();
      expect(await said(link(workspace, world.agent))).toBe('403 agent_workspace_only');
      await world.done('workspace.archive', { workspaceId: workspace }, { as: world.owner });
      expect(await said(link(workspace))).toBe('404 not_found');
      expect(await said(link('wsp_00000000000000000000000000'))).toBe('404 not_found');
    });

    test('leads to the main draft by its name', async () => {
      expect(await link('main')).toMatchObject({ url: expect.stringContaining('http') });
    });
  });

  describe('design.previewUrl.get', () => {
    const link = (query: object) => world.read('design.previewUrl.get', { query } as never);

    test('opens a design by its hash in the storefront, without a log-in and beside the live one', async () => {
      const hash = await publish(world, titled('Denenen başlık'));
      await publish(world, titled('Yayındaki başlık'));
      const { url, expiresAt } = await link({ hash });
      expect(new URL(url).hostname).toBe(PREVIEW_HOST);
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
      const see = async (address: string) => (await shops.get(new URL(address).pathname, { host: PREVIEW_HOST })).text;
      expect(await see(url)).toContain('Denenen başlık');
      expect(await see((await link({})).url)).toContain('Yayındaki başlık');
    });

    test('gives none to what the store has not, or the caller may not see', async () => {
      expect(await said(link({ hash: 'f'.repeat(64) }))).toBe('404 not_found');
      expect(await said(link({ hash: 'f'.repeat(64), workspace: 'main' }))).toMatch(/^400 /);
      expect(await strangerTo('design.previewUrl.get')(await workspaceOf())).toBe('403 agent_workspace_only');
      const archived = await workspaceOf();
      await world.done('workspace.archive', { workspaceId: archived }, { as: world.owner });
      expect(await said(link({ workspace: archived }))).toBe('404 not_found');
    });
  });
});
