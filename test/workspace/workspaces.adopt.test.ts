import { startingBundle } from '../../src/design/template/starting';
import { newId, newUlid } from '../../src/kernel/ids';
import { pazar100 } from '../../src/skin/first-party/pazar/versions';
import { openStudio, type Studio } from '../design/studio';
import { plain } from '../media/pictures';
import { mintAgent } from '../proposal/agents';
import { titled } from '../storefront/shops';
import { lastRow, undoAll } from '../undo/undo';

describe('workspaces.adopt', () => {
  let studio: Studio;
  let workspace: string;
  beforeEach(async () => {
    studio = await openStudio();
    const { world } = studio.site;
    ({ id: workspace } = (await world.done('workspace.create', { name: 'Deneme' }, { as: world.owner })).workspace);
  });
  afterEach(() => studio.close());

  const adopt = (rev: number | undefined, ws = workspace) =>
    studio.site.call('POST', `/v1/workspaces/${ws}/adopt`, {
      session: studio.owner,
      headers: { 'Idempotency-Key': newUlid(), ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }) },
      body: {},
    });
  const listed = async () => {
    const { world } = studio.site;
    const { items } = await world.read('workspaces.list', { as: world.owner });
    return Object.fromEntries(items.map(({ id, draftRev }: { id: string; draftRev: number }) => [id, draftRev]));
  };

  test('makes the draft of the workspace the main one, whole, and leaves it where it is', async () => {
    await studio.put(titled('Ana'), 0);
    const { body: own } = await studio.put(titled('Ajanın'), 0, { workspace });
    const { status, body } = await adopt(1);
    expect([status, body.workspace, body.rev, body.hash]).toEqual([200, 'main', 2, own.hash]);
    expect((await studio.draft()).body).toEqual(titled('Ajanın'));
    expect((await studio.draft({ workspace })).hash).toBe(own.hash);
    expect(await listed()).toEqual({ main: 2, [workspace]: 1 });
  });

  test('needs the rev of the main draft that its caller has seen', async () => {
    await studio.put(titled('Ana'), 0);
    await studio.put(titled('Ajanın'), 0, { workspace });
    expect((await adopt(undefined)).status).toBe(400);
    expect(await adopt(0)).toMatchObject({ status: 409, body: { code: 'rev_conflict', currentRev: 1 } });
    expect((await studio.draft()).body).toEqual(titled('Ana'));
  });

  test('finds nothing in a workspace that is archived, that drafts nothing, or that is not there', async () => {
    expect((await adopt(0)).status).toBe(404);
    expect((await adopt(0, newId('wsp'))).status).toBe(404);
    await studio.put(titled('Ajanın'), 0, { workspace });
    const { world } = studio.site;
    await world.done('workspace.archive', { workspaceId: workspace }, { as: world.owner });
    expect((await adopt(0)).status).toBe(404);
    expect((await listed())[workspace]).toBe(2);
  });

  test('is refused to agents, of their own workspace as of any other', async () => {
    await studio.put(titled('Ajanın'), 0, { workspace });
    const { world } = studio.site;
    const as = await mintAgent(world, { scopes: ['design:read', 'design:write'], workspaceId: workspace });
    const input = { params: { ws: workspace }, body: {}, expectedRev: 0, idempotencyKey: newUlid(), as };
    expect(await world.read('workspaces.adopt', input as never)).toMatchObject({ code: 'agent_workspace_only' });
  });

  test('is taken back by the log: the main draft is as it was', async () => {
    const { body: before } = await studio.put(titled('Ana'), 0);
    await studio.put(titled('Ajanın'), 0, { workspace });
    await adopt(1);
    expect(await undoAll(studio.site.world, [await lastRow(studio.site.world)])).toEqual(['undone']);
    expect((await studio.draft()).hash).toBe(before.hash);
  });
});

describe('workspace.archive', () => {
  test('discards the draft where that is asked for', async () => {
    const studio = await openStudio();
    const { world } = studio.site;
    const open = async () =>
      (await world.done('workspace.create', { name: 'Deneme' }, { as: world.owner })).workspace.id as string;
    const [kept, discarded] = [await open(), await open()];
    for (const workspace of [kept, discarded]) await studio.put(titled('Taslak'), 0, { workspace });
    const archive = async (workspaceId: string, more: object = {}) =>
      (await world.done('workspace.archive', { workspaceId, ...more }, { as: world.owner })).workspace.draftRev;
    expect(await archive(kept)).toBe(2);
    expect(await archive(discarded, { discardDraft: true })).toBeNull();
    await studio.close();
  });

  test('lets go of the theme and the pictures of a draft that it keeps', async () => {
    const studio = await openStudio();
    const { world } = studio.site;
    const { token } = await studio.site.mint('developer', ['catalog:read', 'catalog:write']);
    const { body: sent } = await studio.site.call('POST', '/v1/media/upload', { token, body: await plain(50, 30) });
    const { id: mediaId } = await world.done('catalog.media.commit', { uploadId: sent.id });
    await world.sql("UPDATE media SET state = 'ready'");
    const shown = startingBundle(pazar100);
    const [hero] = Object.values(shown.nodes).filter(({ type }) => type === 'hero');
    Object.assign(hero?.props ?? {}, { image: mediaId });
    const { id: workspaceId } = (await world.done('workspace.create', { name: 'Deneme' }, { as: world.owner }))
      .workspace;
    await world.done('theme.install', { theme: 'pazar' }, { as: world.owner });
    for (const workspace of [undefined, workspaceId])
      expect(await studio.put(shown, 0, { workspace })).toMatchObject({ status: 200 });
    const remove = () => studio.run('catalog.media.delete', { mediaId });
    const uninstall = () => studio.run('theme.uninstall', { theme: 'pazar' });
    expect(await remove()).toMatchObject({
      status: 422,
      body: {
        code: 'media_in_use',
        detail: 'The design draft “Ana taslak” shows it; the design draft “Deneme” shows it: take it out there first.',
        usedBy: ['main', workspaceId],
        references: { main: 'Ana taslak', [workspaceId]: 'Deneme' },
      },
    });
    await world.done('design.publish', {}, { as: world.owner });
    expect((await remove()).body.detail).toMatch(/^The design “.+” shows it; the design draft “Ana taslak”/);
    await studio.put(titled('Ana'), 1);
    await world.done('design.publish', {}, { as: world.owner });
    expect([(await remove()).body.usedBy, (await uninstall()).body.uses]).toEqual([
      [workspaceId],
      [{ kind: 'draft', name: workspaceId }],
    ]);
    await world.done('workspace.archive', { workspaceId }, { as: world.owner });
    expect([(await remove()).status, (await uninstall()).status]).toEqual([200, 200]);
    expect((await studio.draft({ workspace: workspaceId })).body).toEqual(shown);
    await studio.close();
  });
});
