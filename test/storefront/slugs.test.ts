import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { newId } from '../../src/kernel/ids';
import { slugFrom } from '../../src/store/slug';
import { findStoreAt, insertStore, storeSlug } from '../../src/store/store';
import { createWorld, type World } from '../world/world';

test('a name becomes a label of a host, and none that the platform itself has', () => {
  expect(['Kahve Dükkânı', 'IŞIK & Çağ', '!!!', 'Önizleme', 'WWW'].map(slugFrom)).toEqual([
    'kahve-dukkani',
    'isik-ve-cag',
    'magaza',
    'magaza-onizleme',
    'magaza-www',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (name) => {
      expect(slugFrom(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/);
    }),
  );
});

describe('stores of one name', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('have each a name in addresses of their own, also when they are opened at once', async () => {
    const open = async (): Promise<string> => {
      const id = newId('str');
      const owner = { id: newId('own'), email: `${randomUUID()}@example.com`, passwordHash: 'h' };
      await insertStore(world.database, { id, name: 'Çay Evi', owner });
      return storeSlug(world.database.reader(id), id);
    };
    const slugs = await Promise.all(Array.from({ length: 6 }, open));
    expect(slugs.toSorted()).toEqual(['cay-evi', 'cay-evi-2', 'cay-evi-3', 'cay-evi-4', 'cay-evi-5', 'cay-evi-6']);
    expect(await findStoreAt(world.database.system, 'kahve-dukkani')).toBe(world.storeId);
    expect(await findStoreAt(world.database.system, 'yok')).toBeUndefined();
  });

  test('keep it when they are called otherwise', async () => {
    await world.read('store.rename', { body: { name: 'Çay ve Kahve' } });
    expect(await storeSlug(world.database.reader(world.storeId), world.storeId)).toBe('kahve-dukkani');
  });
});
