import { endCssThreads } from '../../src/skin/css/apart';
import { examplePackage } from '../../src/theme/package/example';
import { openShopsOf, PREVIEW_HOST, type Shops, shopEnvironment, titled } from '../storefront/shops';
import { connectTo } from '../surfaces/tool-client';
import { prepareTemporal, startTestWorker } from '../world/worker';
import { openStudio, type Studio } from './studio';

describe('a design that an agent proposes', () => {
  let studio: Studio;
  let shops: Shops;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    studio = await openStudio({ environment: shopEnvironment });
    shops = await openShopsOf(studio.site.world);
    await prepareTemporal(studio.site.world);
    const worker = await startTestWorker(studio.site.world);
    stop = () => worker.stop();
  });
  afterAll(async () => {
    await endCssThreads();
    await stop?.();
    await shops.close();
    await studio.close();
  });

  const live = async () => (await shops.get('/')).text;
  const seen = async (url: string) => (await shops.get(new URL(url).pathname, { host: PREVIEW_HOST })).text;
  const published = async (title: string): Promise<number> => {
    const { rev } = await studio.draft();
    await studio.put(titled(title), rev);
    const { body } = await studio.run('design.publish', { expectedRev: await liveRev() });
    return body.result.seq;
  };
  const proposalOf = (id: string) => studio.site.world.read('proposals.get', { params: { prp: id } });
  const proposed = async (title: string, over: number): Promise<string> => {
    const { token } = await studio.site.mint('agent');
    const { body: draft } = await studio.put(titled(title), 0, { token });
    const payload = { hash: draft.hash, expectedRev: over };
    const { body } = await studio.run('design.publish', payload, { token });
    await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
    return body.proposalId;
  };
  const liveRev = async (): Promise<number> =>
    (await studio.site.rows<{ rev: number }>('SELECT rev FROM design_live'))[0]?.rev ?? 0;
  const approve = async (id: string) => {
    const { hash } = await proposalOf(id);
    const { status } = await studio.run('proposal.approve', { proposalId: id, hash });
    expect(status).toBeLessThan(300);
  };
  const until = async (id: string, state: string) => {
    for (let looks = 0; looks < 1_500; looks += 1) {
      const found = await proposalOf(id);
      if (found.state === state) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${JSON.stringify(await proposalOf(id))} is not ${state}`);
  };

  test('is looked at beside the live one, and shown to shoppers once its owner approves', async () => {
    const over = await published('Bugünkü');
    const id = await proposed('Önerilen', over);
    const [{ design }] = (await proposalOf(id)).list;
    expect(design).toMatchObject({ before: { seq: over }, changed: 1, pages: [{ kind: 'home' }] });
    expect(design.changes).toMatchObject([
      { kind: 'section_changed', field: 'title', before: 'Bugünkü', after: 'Önerilen', section: { id: 'home-hero' } },
    ]);
    expect(await seen(design.before.url)).toContain('Bugünkü');
    expect(await seen(design.after.url)).toContain('Önerilen');
    expect(await live()).toContain('Bugünkü');
    await approve(id);
    expect((await until(id, 'applied')).list).toMatchObject([{ state: 'applied', design: { before: { seq: over } } }]);
    expect(await live()).toContain('Önerilen');
  });

  /** An agent pushes a theme, wears it and proposes both. @returns its proposal, and its own draft */
  const dressed = async (title: string, version: string, gap: string, over: number) => {
    const { token } = await studio.site.mint('agent');
    const css = `${examplePackage.css}\n[data-el="hero"] { gap: ${gap}; }`;
    const manifest = { ...examplePackage.manifest, version };
    await studio.run('theme.push', { ...examplePackage, manifest, css }, { token });
    const { body: draft } = await studio.put({ ...titled(title), theme: { key: 'bizim-tema', version } }, 0, { token });
    const { body } = await studio.run('design.publish', { hash: draft.hash, expectedRev: over }, { token });
    await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
    return { id: body.proposalId as string, preview: (await studio.draft({ token })).preview.url as string };
  };
  const styleOf = async (text: string, host?: string): Promise<string> => {
    const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    return (await shops.get(address, host ? { host } : {})).text;
  };

  test('is looked at in the theme that its agent pushed, and brings it along once both are approved', async () => {
    const over = await published('Bugünkü');
    const { id, preview } = await dressed('Giyinmiş', '1.0.0', '137px', over);
    const [pushed, shown] = (await proposalOf(id)).list;
    const theme = { key: 'bizim-tema', version: '1.0.0', pushedBy: 'agent' };
    expect([pushed.design.theme, shown.design.theme]).toEqual([theme, theme]);
    for (const url of [preview, shown.design.after.url])
      expect(await styleOf(await seen(url), PREVIEW_HOST)).toContain('137px');
    expect(await styleOf(await live())).not.toContain('137px');
    await approve(id);
    await until(id, 'applied');
    expect(await live()).toContain('Giyinmiş');
    expect(await styleOf(await live())).toContain('137px');
    expect((await studio.site.world.read('themes.get', { params: { theme: 'bizim-tema' } })).theme).toMatchObject({
      installed: '1.0.0',
      state: 'live',
    });
  });

  test('is never published in another theme than it was looked at in', async () => {
    const over = await published('Bugünkü');
    const { id } = await dressed('Başkası', '2.0.0', '139px', over);
    const manifest = { ...examplePackage.manifest, version: '2.0.0' };
    const css = `${examplePackage.css}\n[data-el="hero"] { gap: 211px; }`;
    expect((await studio.run('theme.push', { ...examplePackage, manifest, css })).status).toBe(200);
    await approve(id);
    const { list, pause } = await until(id, 'paused');
    expect(pause).toMatchObject({ reason: 'refused', itemId: list[0].id });
    await studio.run('proposal.item.skip', { proposalId: id, itemId: list[0].id, reason: 'adı dolu' });
    expect((await until(id, 'paused')).list[1].problem).toMatchObject({ code: 'bundle_invalid' });
    expect(await live()).toContain('Bugünkü');
  });

  test('is held up where another design was published meanwhile, and may be left out', async () => {
    const over = await published('Önce');
    const id = await proposed('Geç kalan', over);
    await published('Arada');
    await approve(id);
    const { list, pause } = await until(id, 'paused');
    expect([list[0].state, pause]).toMatchObject(['stale', { reason: 'stale', itemId: list[0].id }]);
    expect(list[0].design.before.seq).toBe(over);
    expect(await live()).toContain('Arada');
    const skipped = await studio.run('proposal.item.skip', { proposalId: id, itemId: list[0].id, reason: 'geç' });
    expect(skipped.status).toBeLessThan(300);
    expect(await live()).toContain('Arada');
  });

  test('is applied where the call of a tool states the version, as the schema of the tool asks for it', async () => {
    await published('Araçtan önce');
    const { token } = await studio.site.mint('agent');
    const client = await connectTo(studio.site, token, '/mcp/tools');
    const tool = async (name: string, args: Record<string, unknown>) => {
      const { content } = (await client.callTool({ name, arguments: args })) as unknown as {
        content: [{ text: string }];
      };
      return JSON.parse(content[0].text);
    };
    const draft = await tool('theme_preset_apply', { payload: { preset: 'deniz' }, expectedRev: 0 });
    const over = await liveRev();
    const { proposalId } = await tool('design_publish', { payload: { hash: draft.result.hash }, expectedRev: over });
    const back = await tool('design_rollback', { payload: { seq: over - 1 }, expectedRev: over });
    expect(back).toMatchObject({ proposed: true, proposalId });
    await tool('proposal_submit', { payload: { proposalId, note: 'Deniz renkleri' } });
    await client.close();
    expect((await proposalOf(proposalId)).list).toMatchObject([{ design: { before: { seq: over } } }, {}]);
    await approve(proposalId);
    expect((await until(proposalId, 'applied')).list).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
    expect(await liveRev()).toBe(over + 2);
  });

  test('is applied where the header of the call states the version', async () => {
    const over = await published('Başlıktan önce');
    const { token } = await studio.site.mint('agent');
    const { body: draft } = await studio.put(titled('Başlıktan sonra'), 0, { token });
    const { body } = await studio.run(
      'design.publish',
      { hash: draft.hash },
      { token, headers: { 'If-Match': `"${over}"` } },
    );
    await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
    await approve(body.proposalId);
    await until(body.proposalId, 'applied');
    expect(await live()).toContain('Başlıktan sonra');
  });

  test('is told change by change in each of many items, and one that is not told says so', async () => {
    const over = await published('Çok öğe');
    const { token } = await studio.site.mint('agent');
    let proposalId = '';
    for (let nth = 0; nth <= 20; nth += 1) {
      const { body: draft } = await studio.put(titled(`${nth}. başlık`), nth, { token });
      ({
        body: { proposalId },
      } = await studio.run('design.publish', { hash: draft.hash, expectedRev: over }, { token }));
    }
    const { list } = await proposalOf(proposalId);
    expect(list[19].design).toMatchObject({ changed: 1, changes: [{ after: '19. başlık' }] });
    expect(list[20].design).toMatchObject({ changed: null, changes: null, pages: [] });
  });

  test('tells some changes of each area, however many another has', async () => {
    const over = await published('Alanlar');
    const { token } = await studio.site.mint('agent');
    const items = Array.from({ length: 20 }, (_, nth) => ({
      label: `Menü ${nth}`,
      link: '/ara',
      items: Array.from({ length: 4 }, (__, inner) => ({ label: `Alt ${inner}`, link: '/sepet' })),
    }));
    const body = {
      ...titled('Son sırada'),
      menus: { main: { label: 'Ana menü', items } },
      customCss: '[data-el="hero"] { gap: 1px }',
    };
    const { body: draft } = await studio.put(body, 0, { token });
    const { body: recorded } = await studio.run('design.publish', { hash: draft.hash, expectedRev: over }, { token });
    const [{ design }] = (await proposalOf(recorded.proposalId)).list;
    expect(design.changed).toBeGreaterThan(200);
    expect(design.changes).toHaveLength(100);
    const fields = design.changes.map(({ field }: { field: string }) => field);
    expect(new Set(fields)).toEqual(new Set(['menus', 'customCss', 'title']));
  });

  test('is refused where it has a block of an extension that shows nothing until it is enabled', async () => {
    const over = await published('Bloksuz');
    const { token } = await studio.site.mint('agent');
    const block = { id: 'hidden', extension: 'whatsapp', block: 'ask', config: { phone: '905321234567' } };
    const hidden = { ...titled('Gizli blok'), zones: { 'product.afterBuy': [block] } };
    const { body: draft } = await studio.put(hidden, 0, { token });
    const call = { hash: draft.hash, expectedRev: over };
    const { status, body } = await studio.run('design.publish', call, { token });
    expect([status, body.code, body.findings]).toMatchObject([
      422,
      'bundle_invalid',
      [{ code: 'extension_missing', pointer: '/zones/product.afterBuy/0' }],
    ]);
    // The owner publishes it himself, and an agent's next design may keep it.
    expect((await studio.run('design.publish', call)).status).toBe(200);
    const { body: next } = await studio.put({ ...hidden, variables: { 'color-text': '#111111' } }, 1, { token });
    const { body: kept } = await studio.run('design.publish', { hash: next.hash, expectedRev: over + 1 }, { token });
    expect(kept).toMatchObject({ proposed: true });
  });
});
