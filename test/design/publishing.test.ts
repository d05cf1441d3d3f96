import { bodyText } from '../../src/design/bundle/text';
import { newUlid } from '../../src/kernel/ids';
import { openShopsOf, PREVIEW_HOST, type Shops, shopEnvironment, titled } from '../storefront/shops';
import { rows, undoAll } from '../undo/undo';
import { holding, untilWaiting } from '../world/held';
import { openStudio, type Studio } from './studio';

let studio: Studio;
let shops: Shops;
beforeEach(async () => {
  studio = await openStudio({ environment: shopEnvironment });
  shops = await openShopsOf(studio.site.world);
});
afterEach(async () => {
  await shops.close();
  await studio.close();
});

const seen = async (url: string) => (await shops.get(new URL(url).pathname, { host: PREVIEW_HOST })).text;
const live = async () => (await shops.get('/')).text;
const versions = async () => {
  const { body } = await studio.site.call('GET', '/v1/design/versions', { session: studio.owner });
  return body.items as { seq: number; hash: string; label: string | null; live: boolean; fromSeq: number | null }[];
};
const isLive = async () => (await versions()).filter((each) => each.live).map(({ seq }) => seq);
const draftOf = async (title: string) => {
  const { rev } = await studio.draft();
  const { status, body } = await studio.put(titled(title), rev);
  expect(status).toBe(200);
  return body as { rev: number; hash: string; preview: { url: string } };
};
const published = async (title: string) => {
  await draftOf(title);
  const { status, body } = await studio.run('design.publish', {});
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.result as { seq: number; hash: string };
};

describe('design.publish', () => {
  test('edit, preview, publish, live, roll back: each page shows what it should', async () => {
    const step = async () => {
      const { points } = await studio.site.world.read('store.health.get');
      return points.find(({ point }: { point: string }) => point === 'design');
    };
    expect((await shops.get('/')).status).toBe(503);
    expect(await step()).toMatchObject({ done: false, mend: { capability: 'design.publish' }, blocks: [] });
    expect(await published('İlk hâli')).toMatchObject({ seq: 1, previousSeq: null });
    expect(await step()).toMatchObject({ done: true, why: null });
    expect(await live()).toContain('İlk hâli');
    const before = await live();
    const { preview, hash } = await draftOf('İkinci hâli');
    expect(await seen(preview.url)).toContain('İkinci hâli');
    expect(await live()).toBe(before);
    const { body } = await studio.run('design.publish', { label: 'Bahar' });
    expect(body.result).toMatchObject({ seq: 2, hash, label: 'Bahar', previousSeq: 1, live: true });
    expect(await live()).toContain('İkinci hâli');
    expect(await studio.draft()).toMatchObject({ baseSeq: 2, behind: false });
    const back = await studio.run('design.rollback', { seq: 1 });
    expect(back.body.result).toMatchObject({ seq: 3, fromSeq: 1, previousSeq: 2 });
    expect(await live()).toBe(before);
    expect(await studio.draft()).toMatchObject({ hash, behind: true });
    expect((await versions()).map(({ seq, live }) => [seq, live])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  test('a draft that is behind is not published unknowingly', async () => {
    await published('A');
    await published('B');
    await studio.run('design.rollback', { seq: 1 });
    expect(await studio.run('design.publish', {})).toMatchObject({
      status: 409,
      body: { code: 'rev_conflict', currentRev: 3, baseSeq: 2 },
    });
    expect((await studio.run('design.publish', { expectedRev: 2 })).status).toBe(409);
    expect((await studio.run('design.publish', { expectedRev: 3 })).body.result).toMatchObject({ seq: 4 });
    expect(await live()).toContain('>B<');
  });

  test('a body that is put back by its hash is based on what it was based on, by its undo as well', async () => {
    await published('A');
    const { hash } = await draftOf('Eski');
    await studio.discard((await studio.draft()).rev);
    const { world } = studio.site;
    const discarding = (await rows(world)).slice(0, 1);
    await published('B');
    const isHeldUp = async (rev: number) => {
      const draft = await studio.draft();
      expect(draft).toMatchObject({ rev, hash, baseSeq: 1, behind: true });
      expect(await studio.run('design.publish', {})).toMatchObject({ status: 409, body: { baseSeq: 1 } });
    };
    const { rev } = await studio.draft();
    await studio.restore(hash, rev);
    await isHeldUp(rev + 1);
    // The same by undo: of the restore, of the draft that was published, and of the discard.
    const restored = (await rows(world)).slice(0, 1);
    expect(await undoAll(world, restored)).toEqual(['undone']);
    expect(await studio.draft()).toMatchObject({ baseSeq: 2, behind: false });
    await studio.discard(rev + 2);
    const { body: back } = await studio.restore(hash, rev + 3);
    expect(back).toMatchObject({ baseSeq: 1, behind: true });
    expect(discarding[0]?.inverse).toMatchObject({ payload: { hash, baseSeq: 1 } });
    // A caller that knows the base states it; a version that is still to come is none.
    const stated = (baseSeq: number) =>
      studio.site.call('PUT', '/v1/design/draft', {
        session: studio.owner,
        headers: { 'If-Match': `"${rev + 4}"` },
        body: { hash, baseSeq },
      });
    expect(await stated(3)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/baseSeq' }] } });
    expect(await stated(2)).toMatchObject({ status: 200, body: { baseSeq: 2, behind: false } });
  });

  test('a draft that is saved across a publish is based on the version that was published', async () => {
    await draftOf('A');
    const { world } = studio.site;
    const { hash, text } = bodyText(titled('B'));
    const release = await holding(
      world,
      'INSERT INTO design_body (store_id, hash, text, kept_at) VALUES ($1, $2, $3, now())',
      [world.storeId, hash, text],
    );
    const saving = studio.put(titled('B'), 1);
    await untilWaiting(world);
    expect((await studio.run('design.publish', {})).status).toBe(200);
    await release();
    expect((await saving).status).toBe(200);
    expect(await studio.draft()).toMatchObject({ rev: 2, hash, baseSeq: 1, behind: false });
    expect((await studio.run('design.publish', {})).status).toBe(200);
  });

  test('a hash goes with the version that was seen, and is one that the store has', async () => {
    const { hash } = await draftOf('A');
    expect(await studio.run('design.publish', { hash })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/payload/expectedRev' }] },
    });
    expect((await studio.run('design.publish', { hash: '0'.repeat(64), expectedRev: 0 })).status).toBe(404);
    await draftOf('B');
    expect((await studio.run('design.publish', { hash, expectedRev: 0 })).body.result).toMatchObject({ seq: 1, hash });
    expect((await studio.run('design.publish', { hash, expectedRev: 0 })).status).toBe(409);
  });

  test('what a draft may have and shoppers may not meet is refused, and nothing is live', async () => {
    expect((await studio.run('design.publish', {})).status).toBe(404);
    const body = titled('A') as unknown as { nodes: Record<string, { type: string; props: object }> };
    const hero = Object.values(body.nodes).find(({ type }) => type === 'hero') as { props: object };
    hero.props = { ...hero.props, glitter: true };
    expect((await studio.put(body, 0)).body.warnings).toMatchObject([{ code: 'unknown_prop' }, {}, {}]);
    const refused = await studio.run('design.publish', {});
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'bundle_invalid', findings: [{ code: 'unknown_prop' }] },
    });
    expect((await shops.get('/')).status).toBe(503);
    expect(await versions()).toEqual([]);
  });

  test('an older version of the live theme needs a word', async () => {
    const { body: put } = await studio.put({ ...titled('A'), theme: { key: 'sade', version: '1.1.0' } }, 0);
    await studio.run('design.publish', {});
    await draftOf('B');
    expect(await studio.run('design.publish', {})).toMatchObject({
      status: 409,
      body: { code: 'theme_older_than_live', version: '1.0.0', liveVersion: '1.1.0' },
    });
    expect((await versions()).map(({ hash }) => hash)).toEqual([put.hash]);
    expect((await studio.run('design.publish', { allowOlderTheme: true })).status).toBe(200);
  });

  test('publishers race: one order, and no version twice', async () => {
    const { hash } = await draftOf('A');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => studio.run('design.publish', { hash, expectedRev: 0 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    const free = await Promise.all(Array.from({ length: 10 }, () => studio.run('design.publish', {})));
    expect(free.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await versions()).map(({ seq }) => seq)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await isLive()).toEqual([11]);
  });

  test('a developer needs design:publish', async () => {
    await draftOf('A');
    const plain = (await studio.site.mint('developer', ['design:write', 'design:read'])).token;
    const allowed = (await studio.site.mint('developer', ['design:publish'])).token;
    for (const command of ['design.publish', 'design.migrate'])
      expect(await studio.run(command, {}, { token: plain })).toMatchObject({
        status: 403,
        body: { code: 'forbidden_scope', scope: 'design:publish' },
      });
    expect((await studio.run('design.publish', {}, { token: allowed })).status).toBe(200);
  });
});

describe('design.rollback', () => {
  test('goes to what was published, not to what is live, and is taken back', async () => {
    await published('A');
    const { hash } = await published('B');
    expect((await studio.run('design.rollback', { seq: 3 })).status).toBe(404);
    expect(await studio.run('design.rollback', { seq: 2 })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    await studio.run('design.rollback', { seq: 1, label: 'Eski hâl' });
    const { items } = await studio.site.world.read('audit.list', { query: { limit: 1 } });
    expect(items[0].inverse).toMatchObject({ command: 'design.rollback', payload: { seq: 2, expectedRev: 3 } });
    expect((await studio.run('design.rollback', items[0].inverse.payload)).body.result).toMatchObject({ seq: 4, hash });
    expect((await studio.run('design.rollback', items[0].inverse.payload)).status).toBe(409);
  });
});

describe('design.version.get', () => {
  test('answers the body as it was published, with a link that shows it', async () => {
    await published('A');
    await published('B');
    const session = studio.owner;
    const { body } = await studio.site.call('GET', '/v1/design/version/1', { session });
    expect(body).toMatchObject({ seq: 1, live: false, hash: bodyText(titled('A')).hash, body: titled('A') });
    expect(await seen(body.preview.url)).toContain('>A<');
    expect((await studio.site.call('GET', '/v1/design/version/3', { session })).status).toBe(404);
    expect((await studio.site.call('GET', '/v1/design/version/0', { session })).status).toBe(400);
    const other = await studio.site.session(studio.site.world.other);
    expect((await studio.site.call('GET', '/v1/design/version/1', { session: other })).status).toBe(404);
  });
});

describe('design.versions.list', () => {
  test('has the newest first, page by page, and none of another store', async () => {
    for (const title of ['A', 'B', 'C']) await published(title);
    const ask = (query: string, session = studio.owner) =>
      studio.site.call('GET', `/v1/design/versions?${query}`, { session });
    const { body } = await ask('limit=2');
    expect(body.items.map(({ seq }: { seq: number }) => seq)).toEqual([3, 2]);
    const { body: rest } = await ask(`limit=2&cursor=${body.nextCursor}`);
    expect([rest.items.map(({ seq }: { seq: number }) => seq), rest.nextCursor]).toEqual([[1], null]);
    expect((await ask('', await studio.site.session(studio.site.world.other))).body.items).toEqual([]);
  });
});

describe('design.migrate', () => {
  test('changes nothing of a design in the present form', async () => {
    expect((await studio.run('design.migrate', {})).status).toBe(404);
    await published('A');
    expect((await studio.run('design.migrate', {})).body.result).toMatchObject({ seq: 1, unchanged: true });
    expect(await isLive()).toEqual([1]);
  });
});

describe('an agent', () => {
  test('proposes its body over a version; the owner’s approval publishes it, and a live that moved holds it up', async () => {
    await published('A');
    const { token } = await studio.site.mint('agent');
    const put = await studio.put(titled('Önerilen'), 0, { token });
    expect(await studio.run('design.publish', {}, { token })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/payload/hash' }] },
    });
    const payload = { hash: put.body.hash, expectedRev: 1, label: 'Ajan' };
    const { status, body } = await studio.run('design.publish', payload, { token });
    expect([status, body.proposed]).toEqual([202, true]);
    expect(await live()).toContain('>A<');
    const { world } = studio.site;
    const proposal = await world.read('proposals.get', { params: { prp: body.proposalId } });
    expect(proposal.list).toMatchObject([{ command: 'design.publish', payload }]);
    expect(body.preview.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'hash', after: put.body.hash })]),
    );
    await studio.run('proposal.submit', { proposalId: body.proposalId }, { token });
    await published('Arada');
    const dry = await studio.site.call('POST', '/v1/commands', {
      session: studio.owner,
      body: { command: 'design.publish', storeId: world.storeId, payload, idempotencyKey: newUlid() },
    });
    expect(dry.status).toBe(409);
    expect(await live()).toContain('Arada');
  });
});
