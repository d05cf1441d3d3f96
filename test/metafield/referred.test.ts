import type { RunningWorker } from '../../src/worker';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

describe('what the fields of a thing refer to', () => {
  let world: World;
  let worker: RunningWorker;
  beforeAll(async () => {
    world = await createWorld();
    worker = await startTestWorker(world);
  });
  afterAll(async () => {
    await worker.stop();
    await world.close();
  });

  /** A picture of that width, once it is drawn. */
  async function drawn(width: number): Promise<string> {
    const mediaId = await committed(world, await plain(width, 30));
    await eventually(async () => {
      const { items } = await world.read('media.list', { query: { state: 'ready' } });
      return items.some(({ id }: { id: string }) => id === mediaId);
    });
    return mediaId;
  }

  test('is called by name and has its picture, in lists too, and nothing does that only looks like it', async () => {
    const create = async (title: string) => (await world.done('catalog.product.create', { title, price: 100 })).id;
    const [shirt, tie] = [await create('Gömlek'), await create('Kravat')];
    const { id: shelf } = await world.done('catalog.collection.create', { title: 'Raf' });
    const [front, label] = [await drawn(40), await drawn(41)];
    await world.done('catalog.product.setMedia', { productId: shirt, media: [{ mediaId: front }] });
    for (const [key, field] of Object.entries({
      goes_with: { type: 'product', list: true },
      shown_on: { type: 'collection' },
      label: { type: 'media' },
      note: { type: 'text' },
    }))
      await world.done('metafield.definition.create', { target: 'product', label: 'Alan', key, ...field });
    const values = { goes_with: [tie, shirt], shown_on: shelf, label, note: front };
    for (const [key, value] of Object.entries(values)) await world.done('metafield.set', { ownerId: tie, key, value });
    await world.done('catalog.product.archive', { productId: shirt });
    const query = { ownerId: tie };
    const { references, pictures } = await world.read('metafields.definitions.list', { as: world.owner, query });
    expect(references).toEqual({ [shirt]: 'Gömlek', [tie]: 'Kravat', [shelf]: 'Raf' });
    const named = new Map(pictures.map(({ id, url }: { id: string; url: string }) => [id, url]));
    expect([...named.keys()].toSorted()).toEqual([shirt, label].toSorted());
    expect(named.get(shirt)).toMatch(new RegExp(`^/media/${world.storeId}/.+\\.webp$`));
    expect(named.get(label)).not.toBe(named.get(shirt));
  });
});
