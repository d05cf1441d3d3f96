import { bodyText } from '../../src/design/bundle/text';
import { templates } from '../../src/design/template/templates';
import { newId, newUlid } from '../../src/kernel/ids';
import { skeletonBody, titled } from '../storefront/shops';
import { rows, undoAll } from '../undo/undo';
import { isFullRun } from '../world/runs';
import { openStudio, type Studio } from './studio';

const RACERS = isFullRun ? 200 : 40;

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const auditOf = async (command: string) => {
  const { items } = await studio.site.world.read('audit.list', { query: { limit: 50 } });
  return items.find((row: { command: string }) => row.command === command);
};

describe('design.draft.get', () => {
  test('begins at rev 0, is saved by who states what he has read, and comes back as it was put', async () => {
    expect(await studio.draft()).toMatchObject({
      workspace: 'main',
      rev: 0,
      hash: null,
      body: null,
      drafted: false,
      behind: false,
    });
    const body = titled('Yeni');
    const { status, body: put, headers } = await studio.put(body, 0);
    const { hash } = bodyText(body);
    expect([status, put.rev, put.hash, put.previousHash, headers.get('ETag')]).toEqual([200, 1, hash, null, '"1"']);
    expect(put.preview.url).toMatch(/\/o\/[\w-]+\.[\w-]+\/$/);
    expect(await studio.draft()).toMatchObject({ rev: 1, hash, body, drafted: true, baseSeq: 0, behind: false });
  });

  test('without a rev it is 400, with a stale one 409 with the rev and the hash that are there', async () => {
    for (const answer of [await studio.put(titled('A'), undefined), await studio.discard(undefined)])
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer: '/header/If-Match' }] },
      });
    const { body: first } = await studio.put(titled('A'), 0);
    for (const answer of [await studio.put(titled('B'), 0), await studio.put(titled('B'), 2), await studio.discard(7)])
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'rev_conflict', currentRev: 1, currentHash: first.hash },
      });
    expect(await studio.draft()).toMatchObject({ rev: 1, hash: first.hash });
  });

  test('of many writers of one rev one wins', async () => {
    await studio.put(titled('Önce'), 0);
    const answers = await Promise.all(Array.from({ length: RACERS }, (_, nth) => studio.put(titled(`${nth}`), 1)));
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, RACERS - 1]);
    expect(await studio.draft()).toMatchObject({ rev: 2, hash: won[0]?.body.hash });
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ currentRev: 2, currentHash: won[0]?.body.hash });
  });

  test('a hash that the store does not know is not found, and body and hash go one without the other', async () => {
    expect((await studio.restore('0'.repeat(64), 0)).status).toBe(404);
    const { world } = studio.site;
    const other = await studio.site.session(world.other);
    const foreign = await studio.site.call('PUT', '/v1/design/draft', {
      session: other,
      headers: { 'If-Match': '"0"' },
      body: { body: titled('Öteki') },
    });
    expect(foreign.status).toBe(200);
    expect((await studio.restore(foreign.body.hash, 0)).status).toBe(404);
    for (const body of [{}, { body: titled('A'), hash: foreign.body.hash }])
      expect(
        (
          await studio.site.call('PUT', '/v1/design/draft', {
            session: studio.owner,
            headers: { 'If-Match': '0' },
            body,
          })
        ).status,
      ).toBe(400);
  });

  test('what is parked may be left out of a body, and stays', async () => {
    const parked = { pazar: { version: '1.0.0', variables: { 'color-accent': '#112233' } } };
    await studio.put({ ...titled('A'), parked }, 0);
    const { parked: _, ...rest } = titled('B');
    expect((await studio.put(rest, 1)).status).toBe(200);
    expect((await studio.draft()).body).toEqual({ ...titled('B'), parked });
    expect((await studio.put({ ...titled('B'), parked: {} }, 2)).status).toBe(200);
    expect((await studio.draft()).body.parked).toEqual({});
  });

  test('a dry run keeps nothing, a key answers the same once more', async () => {
    const dry = await studio.put(titled('A'), 0, { headers: { 'Dry-Run': 'true' } });
    expect(dry).toMatchObject({
      status: 200,
      body: {
        dryRun: true,
        preview: { changes: expect.arrayContaining([expect.objectContaining({ created: true })]) },
      },
    });
    expect(await studio.draft()).toMatchObject({ rev: 0 });
    expect(await studio.site.rows('SELECT hash FROM design_body')).toEqual([]);
    const headers = { 'Idempotency-Key': newUlid() };
    const [first, again] = [
      await studio.put(titled('A'), 0, { headers }),
      await studio.put(titled('A'), 0, { headers }),
    ];
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await studio.put(titled('B'), 0, { headers })).body.code).toBe('idempotency_conflict');
    expect(await studio.draft()).toMatchObject({ rev: 1 });
  });

  test('the audit log tells its hash and size, and nothing of its text', async () => {
    const { body } = await studio.put(titled('Gizli kalmalı'), 0);
    const row = await auditOf('design.draft.put');
    expect(row.payload).toEqual({ hash: body.hash });
    expect(row.changes).toMatchObject([{ entity: 'design draft', id: 'main', after: { hash: body.hash } }]);
    expect(JSON.stringify(row)).not.toContain('Gizli');
  });

  test('its undo is a command of the log, by hash', async () => {
    const { body: first } = await studio.put(titled('A'), 0);
    expect((await auditOf('design.draft.put')).inverse).toMatchObject({
      command: 'design.draft.delete',
      payload: { workspace: 'main', expectedRev: 1 },
    });
    await studio.put(titled('B'), 1);
    expect((await auditOf('design.draft.put')).inverse).toMatchObject({
      command: 'design.draft.put',
      payload: { workspace: 'main', hash: first.hash, baseSeq: 0, expectedRev: 2 },
      subject: 'main',
    });
    await studio.discard(2);
    expect((await auditOf('design.draft.delete')).inverse).toMatchObject({ command: 'design.draft.put' });
    const { world } = studio.site;
    const newest = await rows(world);
    expect(await undoAll(world, newest.slice(0, 1))).toEqual(['undone']);
    expect((await studio.draft()).body).toEqual(titled('B'));
    const again = (await rows(world)).filter(({ id }) => newest.some((row) => row.id === id));
    expect(await undoAll(world, again)).toEqual(['undone_before', 'undone', 'undone']);
    expect(await studio.draft()).toMatchObject({ drafted: false, rev: 6 });
  });
});

describe('design.draft.put', () => {
  const faults = async (body: object) => {
    const answer = await studio.put(body, 0);
    expect((await studio.draft()).rev).toBe(0);
    return answer;
  };
  const hero = (props: object) => {
    const body = structuredClone(skeletonBody()) as { nodes: Record<string, { type: string; props: object }> };
    const node = Object.values(body.nodes).find(({ type }) => type === 'hero') as { props: object };
    node.props = { ...node.props, ...props };
    return body;
  };

  test('of no form is refused with pointers, in both languages', async () => {
    const answer = await faults({ ...skeletonBody(), pages: 3, surprise: true });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/body/pages',
      '/body/surprise',
    ]);
    expect(answer.body.findings[0]).toMatchObject({ code: 'shape', message: expect.any(String) });
    for (const odd of [{ schema: 2 }, { pages: [] }, { nodes: { 'sec-1': {} } }, { theme: 'sade' }])
      expect((await faults({ ...skeletonBody(), ...odd })).status).toBeLessThan(500);
  });

  test('that is too large is 413', async () => {
    const body = skeletonBody() as unknown as { nodes: Record<string, object> };
    const nodes = Object.fromEntries(
      Array.from({ length: 600 }, (_, nth) => [`sec-${nth}`, { type: 'richText', props: { x: 'y'.repeat(1_000) } }]),
    );
    expect(await faults({ ...body, nodes: { ...body.nodes, ...nodes } })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    expect(await faults({ ...skeletonBody(), customCss: 'a{color:red}'.repeat(2_000) })).toMatchObject({ status: 413 });
  });

  test('with a bad link, hostile CSS or a picture that is not there is refused, and names the place', async () => {
    const link = await faults(hero({ primary: { label: 'Bas', link: 'javascript:alert(1)' } }));
    expect(link).toMatchObject({ status: 422, body: { findings: [{ code: 'link_refused' }] } });
    const css = await faults({ ...skeletonBody(), customCss: '@import "x";' });
    expect(css).toMatchObject({
      status: 422,
      body: {
        code: 'bundle_invalid',
        findings: expect.arrayContaining([expect.objectContaining({ pointer: '/customCss', code: 'css_at_rule' })]),
      },
    });
    const picture = await faults(hero({ image: newId('med') }));
    expect(picture).toMatchObject({ status: 422, body: { findings: [{ code: 'media_missing' }] } });
  });

  test('with a type that nobody knows is kept, and warned of', async () => {
    const body = skeletonBody() as unknown as {
      nodes: Record<string, object>;
      pages: Record<string, { kind: string; root: string[] }>;
    };
    body.nodes['sec-x'] = { type: 'hologram', props: { depth: 3 } };
    Object.values(body.pages)
      .find(({ kind }) => kind === 'home')
      ?.root.push('sec-x');
    const { status, body: put } = await studio.put(body, 0);
    expect([status, put.warnings.map(({ code }: { code: string }) => code)]).toEqual([
      200,
      ['unknown_type', 'reference_missing', 'reference_missing'],
    ]);
    const read = await studio.draft();
    expect([read.warnings, read.body]).toEqual([put.warnings, body]);
  });
});

describe('whose draft it is', () => {
  test('an agent writes its own and reads main; a developer writes any that is open', async () => {
    const { site } = studio;
    const { token } = await site.mint('agent');
    const me = (await site.call('GET', '/v1/tokens/me', { token })).body;
    const own = me.workspaceId;
    expect(await studio.put(titled('A'), 0, { token })).toMatchObject({ status: 200, body: { workspace: own } });
    const main = await studio.put(titled('A'), 0, { token, workspace: 'main' });
    expect(main).toMatchObject({ status: 403, body: { code: 'agent_workspace_only' } });
    expect((await studio.discard(1, { token, workspace: newId('wsp') })).body.code).toBe('agent_workspace_only');
    expect((await studio.draft({ token, workspace: 'main' })).rev).toBe(0);
    expect((await studio.draft({ token })).rev).toBe(1);
    const developer = (await site.mint('developer')).token;
    expect((await studio.put(titled('B'), 1, { token: developer, workspace: own })).status).toBe(200);
    expect((await studio.put(titled('B'), 0, { token: developer })).body.workspace).toBe('main');
    await site.world.done('workspace.archive', { workspaceId: own }, { as: site.world.owner });
    expect((await studio.put(titled('C'), 2, { token: developer, workspace: own })).status).toBe(404);
    expect((await studio.put(titled('C'), 0, { workspace: newId('wsp') })).status).toBe(404);
  });
});

describe('design.draft.delete', () => {
  test('a discarded draft shows the live design, its rev goes on, and its hash brings it back', async () => {
    const { body: first } = await studio.put(titled('A'), 0);
    const { status, body } = await studio.discard(1);
    expect([status, body]).toEqual([200, { workspace: 'main', rev: 2, hash: null, previousHash: first.hash }]);
    expect(await studio.draft()).toMatchObject({ rev: 2, body: null, drafted: false });
    expect((await studio.discard(2)).status).toBe(404);
    const back = await studio.restore(first.hash, 2);
    expect(back).toMatchObject({ status: 200, body: { rev: 3, hash: first.hash } });
    expect((await studio.draft()).body).toEqual(titled('A'));
  });
});

describe('design.draftFromTemplate', () => {
  test('becomes the draft, over one that was read alone', async () => {
    const begin = (rev: number | undefined, template = 'tek-urun') =>
      studio.site.call('POST', '/v1/design/draft-from-template', {
        session: studio.owner,
        headers: rev === undefined ? {} : { 'If-Match': `"${rev}"` },
        body: { template },
      });
    expect((await begin(undefined)).status).toBe(400);
    for (const [rev, { key, make }] of templates.entries()) {
      const { status, body } = await begin(rev, key);
      expect([key, status, body.rev, body.warnings]).toEqual([key, 200, rev + 1, []]);
      expect((await studio.draft()).body).toEqual(make());
    }
    expect((await begin(0)).status).toBe(409);
    expect((await begin(4, 'yok')).status).toBe(400);
  });
});
