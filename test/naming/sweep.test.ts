import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { command } from '../../src/kernel/declaration/command';
import { contentSchema, exampleContent } from '../../src/kernel/declaration/content';
import { entity } from '../../src/kernel/declaration/entity';
import { newUlid } from '../../src/kernel/ids';
import { line, object, t } from '../../src/kernel/schema/schema';
import { insertsInto } from '../../src/kernel/table/table-store';
import { exampleImage } from '../../src/media/image/example';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { openSite, type Site } from '../surfaces/site';
import { runsOf } from '../world/runs';
import { registryWith } from '../world/world';
import { type Place, placesOf, Shelf } from './shelf';
import { CONTRACT, contract } from './table';

const picture = { types: imageTypes, bytesMax: 65_536, read: readImage, example: exampleImage };

/** What happens while a caller waits for what comes of the filing. */
let meanwhile = async (): Promise<void> => {};

const file = command({
  id: 'contracts.file',
  label: { tr: 'Sözleşmeyi dosyala', en: 'File a contract' },
  summary: 'File a contract.',
  policy: 'workspace',
  scope: 'orders:write',
  irreversible: true,
  payload: object({
    title: line(100),
    document: contentSchema,
    pages: t.Array(contentSchema, { maxItems: 9 }),
    enclosed: t.Array(contentSchema, { maxItems: 9 }),
  }),
  files: { document: picture, pages: picture, enclosed: picture },
  result: object({}),
  refuses: [],
  settles: {
    async look() {
      await meanwhile();
      return { state: 'done', result: {} };
    },
  },
  example: { title: 'Kira', document: exampleContent, pages: [], enclosed: [] },
  route: { http: 'POST /v1/contracts' },
  async run({ payload: { title, document, pages, enclosed }, tx, storeId, newId, record }) {
    const row = {
      id: newId('cnt'),
      document: document.object,
      pages: pages.map((page) => page.object),
      enclosed: { title, files: enclosed },
      orderId: null,
    };
    insertsInto(contract).insert(tx, storeId, row);
    record('contract', row.id, null, { title });
    return {};
  },
});

const entities = [entity('contract', object({ title: line(100) }), { titles: { titleOf: (id) => id } })];

describe('what a declared column names is not swept', () => {
  let site: Site;
  let shelf: Shelf;
  let stores: readonly string[];
  let places: Place[];
  beforeAll(async () => {
    site = await openSite({ capabilities: registryWith([file], entities), tables: [contract] });
    await site.world.sql(CONTRACT);
    stores = [site.world.storeId, site.world.other.storeId];
    places = placesOf(site.world);
    shelf = await Shelf.open(site.world);
  });
  afterAll(async () => {
    await shelf.close();
    await site.close();
  });

  const kept = async (): Promise<string[]> => {
    const { config, storeId } = site.world;
    return (await readdir(path.join(config.dataFolder, 'objects', storeId)).catch(() => [])).toSorted();
  };

  test('the test knows every way to name them', () => {
    const named = places.map(({ table, column, manner }) => `${table.table}.${column} ${manner}`);
    expect(named).toEqual(
      expect.arrayContaining([
        'media.object value',
        'media_upload.object value',
        'media_variant.object value',
        'proposal_item.objects list',
        'contract.document value',
        'contract.pages list',
        'contract.enclosed document',
      ]),
    );
  });

  const send = (token: string, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('title', 'Kira');
    const blob = new Blob([exampleImage()], { type: 'image/png' });
    for (const field of ['document', 'pages', 'pages', 'enclosed', 'enclosed']) form.append(field, blob, 'x.png');
    return site.call('POST', '/v1/contracts', { token, headers, body: form });
  };

  test('nor dropped when its call is refused after the row was written', async () => {
    const before = await kept();
    const { id, token } = await site.mint('developer', ['orders:write']);
    const key = { 'Idempotency-Key': newUlid(), Prefer: 'wait=20' };
    meanwhile = async () => {
      await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    };
    const refused = await send(token, key);
    meanwhile = async () => {};
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
    expect((await kept()).filter((each) => !before.includes(each))).toHaveLength(5);
    await site.rows('DELETE FROM contract');
    for (const object of await kept()) await shelf.age(site.world.storeId, object);
    await shelf.sweep();
  });

  test('of a noun that is still to come by its declaration alone, until the row goes', async () => {
    const { token } = await site.mint('developer', ['orders:write']);
    expect((await send(token)).status).toBe(202);
    const brought = await kept();
    expect(brought).toHaveLength(5);
    for (const object of brought) await shelf.age(site.world.storeId, object);
    await shelf.sweep();
    expect(await kept()).toEqual(brought);
    await site.rows('DELETE FROM contract');
    await shelf.sweep();
    expect(await kept()).toEqual([]);
  });

  test('in whichever column of whichever row it moves to while the sweep asks', async () => {
    const [storeId = ''] = stores;
    const object = await shelf.keep(storeId);
    await shelf.age(storeId, object);
    let at = 0;
    await shelf.name(storeId, object, places[at] as Place);
    for (const _ of places) {
      await shelf.sweep(async (asked) => {
        const from = places[at] as Place;
        // It hides where this statement does not look, if there is such a place.
        const hidden = places.findIndex(({ table }) => !asked.includes(` ${table.table} `));
        at = hidden === -1 ? (at + 1) % places.length : hidden;
        if (places[at] !== from) await shelf.move(storeId, object, from, places[at] as Place);
      });
      expect(await shelf.isThere(storeId, object)).toBe(true);
    }
    await shelf.unname(storeId, object, places[at] as Place);
    await shelf.sweep();
    expect(await shelf.isThere(storeId, object)).toBe(false);
  });

  interface Bytes {
    readonly storeId: string;
    readonly object: string;
    old: boolean;
    readonly places: Set<Place>;
  }

  /** Those that nobody can be about to name, and nobody names. */
  const isNobodys = ({ old, places }: Bytes): boolean => old && places.size === 0;

  test('whatever names it, and at whatever moment the sweep comes; all else goes at last', async () => {
    const step = fc.record({
      kind: fc.constantFrom('keep', 'name', 'name', 'age', 'age', 'unname', 'move', 'sweep'),
      store: fc.nat(1),
      bytes: fc.nat(4),
      place: fc.nat(places.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        let all: Bytes[] = [];
        const expectAsNamed = async (): Promise<void> => {
          for (const { storeId, object } of all)
            expect([object, await shelf.isThere(storeId, object)]).toEqual([object, true]);
        };
        for (const { kind, store, bytes: which, place: where } of steps) {
          const bytes = all[which % all.length];
          const place = places[where] as Place;
          if (kind === 'keep' || !bytes) {
            const storeId = stores[store] as string;
            all.push({ storeId, object: await shelf.keep(storeId), old: false, places: new Set() });
          } else if (kind === 'name' && !isNobodys(bytes) && !bytes.places.has(place)) {
            await shelf.name(bytes.storeId, bytes.object, place);
            bytes.places.add(place);
          } else if (kind === 'age') {
            await shelf.age(bytes.storeId, bytes.object);
            bytes.old = true;
          } else if (kind === 'unname' || kind === 'move') {
            const [from] = bytes.places;
            if (!from || bytes.places.has(place)) continue;
            if (kind === 'move') await shelf.move(bytes.storeId, bytes.object, from, place);
            else await shelf.unname(bytes.storeId, bytes.object, from);
            bytes.places.delete(from);
            if (kind === 'move') bytes.places.add(place);
          } else if (kind === 'sweep') {
            await shelf.sweep();
            const gone = all.filter(isNobodys);
            all = all.filter((each) => !isNobodys(each));
            for (const { storeId, object } of gone)
              expect([object, await shelf.isThere(storeId, object)]).toEqual([object, false]);
            await expectAsNamed();
          }
        }
        for (const { storeId, object } of all) await shelf.age(storeId, object);
        await shelf.sweep();
        all = all.filter(({ places }) => places.size > 0);
        await expectAsNamed();
        for (const { storeId, object, places } of all)
          for (const place of places) await shelf.unname(storeId, object, place);
        await shelf.sweep();
        for (const { storeId, object } of all)
          expect([object, await shelf.isThere(storeId, object)]).toEqual([object, false]);
      }),
      { numRuns: runsOf(20) },
    );
  }, 120_000);

  test('what a column names of which no schema says so is told when a world closes', async () => {
    const other = await openSite();
    await other.world.sql('CREATE TABLE receipt (store_id text, id text, picture text)');
    const { world } = other;
    const { object } = await world.platform.services.objects.put(world.storeId, Readable.from([exampleImage()]));
    await other.rows(`INSERT INTO receipt VALUES ('s', 'r', $1)`, [object]);
    await expect(other.close()).rejects.toThrow('receipt.picture');
  });
});
