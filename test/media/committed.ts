import { Readable } from 'node:stream';
import type { TestStore, World } from '../world/world';

/** Brings a PNG into the library of a store. @returns its id */
export async function committed(
  world: World,
  bytes: Uint8Array,
  { storeId, developer: as }: TestStore = world,
): Promise<string> {
  const kept = await world.platform.services.objects.put(storeId, Readable.from([bytes]));
  const { id: uploadId } = await world.read('media.upload', { as, body: { ...kept, type: 'image/png' } });
  return (await world.done('catalog.media.commit', { uploadId }, { as })).id;
}
