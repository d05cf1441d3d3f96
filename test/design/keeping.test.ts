import type { Bundle } from '../../src/design/bundle/bundle';
import { mediaNamed } from '../../src/design/bundle/references';
import { bodyText } from '../../src/design/bundle/text';
import { startingBundle } from '../../src/design/template/starting';
import { templateOf, templates } from '../../src/design/template/templates';
import type { Transaction } from '../../src/kernel/database/queryable';
import { Contention } from '../../src/kernel/errors';
import { fixedPageKinds, groupNames } from '../../src/kit/page-kinds';
import { sectionsIn, sectionsOn } from '../../src/section/sections';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { keepBody } from '../../src/store/design/body-store';
import {
  draftRevs,
  findBody,
  findDraft,
  findVersion,
  insertDraft,
  insertLive,
  insertVersion,
  listVersions,
} from '../../src/store/design/store';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

const body: Bundle = startingBundle(sade100);
const { hash, text } = bodyText(body);
const at = new Date('2026-03-01T09:00:00Z');
const wears = { hash, theme: 'sade', themeVersion: '1.0.0' };

describe('a design as a store keeps it', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const write = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    world.platform.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      return { keep: true, value: await work(tx) };
    });
  const read = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => write(work);

  test('has each body once, in the bytes that were hashed', async () => {
    const kept = { hash, text, baseSeq: 0, keptAt: at.toISOString() };
    await write((tx) => keepBody(tx, world.storeId, kept));
    await write((tx) => keepBody(tx, world.storeId, { ...kept, text: '{}' }));
    expect(await read((tx) => findBody(tx, world.storeId, hash))).toBe(text);
    expect(await read((tx) => findBody(tx, world.storeId, 'f'.repeat(64)))).toBeUndefined();
  });

  test('is drafted once for each workspace, and a draft that was discarded has no rev to tell', async () => {
    const draft = { workspace: 'main', ...wears, bytes: Buffer.byteLength(text), baseSeq: 0, mediaIds: [] };
    const other = { ...draft, workspace: 'wsp_00000000000000000000000000', hash: null, bytes: null };
    await write((tx) => insertDraft(tx, world.storeId, draft, at));
    await write((tx) => insertDraft(tx, world.storeId, other, at));
    await expect(write((tx) => insertDraft(tx, world.storeId, draft, at))).rejects.toThrow(Contention);
    expect(await read((tx) => findDraft(tx, world.storeId, 'main'))).toMatchObject({ ...draft, rev: 1 });
    expect(await read((tx) => draftRevs(tx, world.storeId, ['main', other.workspace]))).toEqual(new Map([['main', 1]]));
  });

  test('is live once', async () => {
    const live = { id: 'dsg_00000000000000000000000000', ...wears, mediaIds: [] };
    await write((tx) => insertLive(tx, world.storeId, live, at));
    await expect(
      write((tx) => insertLive(tx, world.storeId, { ...live, id: 'dsg_00000000000000000000000001' }, at)),
    ).rejects.toThrow(Contention);
  });

  test('tells its versions, the newest first', async () => {
    const version = { ...wears, pack: hash, kit: '1.0.0', label: null, fromSeq: null, byKind: 'owner', byId: 'own_1' };
    for (const seq of [1, 2, 3])
      await write(async (tx) => insertVersion(tx, world.storeId, { ...version, seq, publishedAt: at.toISOString() }));
    const listed = (before: number | null, limit: number) =>
      read((tx) => listVersions(tx, world.storeId, before, limit)).then((rows) => rows.map(({ seq }) => seq));
    expect([await listed(null, 2), await listed(2, 2)]).toEqual([[3, 2], [1]]);
    expect(await read((tx) => findVersion(tx, world.storeId, 2))).toMatchObject({ seq: 2, hash });
    expect(await read((tx) => findVersion(tx, world.storeId, 9))).toBeUndefined();
  });
});

test('names the pictures that it shows, each once', () => {
  const picture = 'med_00000000000000000000000000';
  const shown = structuredClone(body);
  const [hero] = Object.values(shown.nodes).filter(({ type }) => type === 'hero');
  Object.assign(hero?.props ?? {}, { image: picture });
  Object.assign(shown.nodes, { again: structuredClone(hero) });
  expect([body, shown].map((each) => mediaNamed(JSON.stringify(each)))).toEqual([[], [picture]]);
});

test('starts from templates that are known by their keys', () => {
  expect(templates.map(({ key }) => templateOf(key)?.key)).toEqual(['bos', 'katalog', 'tek-urun', 'atolye']);
  expect(templateOf('yok')).toBeUndefined();
});

test('finds sections for each kind of page, and for what stands around all of them', () => {
  for (const kind of fixedPageKinds) expect(sectionsOn(kind).length).toBeGreaterThan(0);
  expect(
    groupNames.map((name) =>
      sectionsIn(name)
        .map(({ type }) => type)
        .toSorted(),
    ),
  ).toEqual([['announcement', 'header'], ['footer']]);
});
