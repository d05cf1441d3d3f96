import { type AddressInfo, connect, createServer } from 'node:net';
import { Database, STOREFRONT_ROLE } from '../../src/kernel/database/database';
import { storageOf } from '../../src/kernel/objects/storage';
import { startStorefront } from '../../src/storefront/program';
import { openSite, type Site } from '../surfaces/site';
import { noteOpen } from '../world/open-things';
import { storefrontUrl } from '../world/services';

/** A site whose previews a browser opens: the storefront runs beside it. */
export interface ShopWindow {
  readonly site: Site;
  close(): Promise<void>;
}

export async function openShopWindow(): Promise<ShopWindow> {
  // The address of previews is known before the storefront has a port of its own.
  let port = 0;
  const door = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const closeDoor = noteOpen(async () => void door.close());
  const { port: seen } = door.address() as AddressInfo;
  const site = await openSite({
    environment: {
      TEZGAH_PREVIEW_KEY: 'p'.repeat(43),
      TEZGAH_STOREFRONT_PORT: '0',
      TEZGAH_STOREFRONT_URL: `http://*.localhost:${seen}`,
      TEZGAH_PREVIEW_URL: `http://*.onizleme.localhost:${seen}`,
    },
  });
  const { world, api } = site;
  const database = await Database.open({
    url: storefrontUrl(world.superuserUrl),
    poolSize: 4,
    applicationName: 'shop-window',
    role: STOREFRONT_ROLE,
  });
  const closeDatabase = noteOpen(() => database.close());
  const storefront = await startStorefront({
    config: { ...world.config, port: api.port },
    database,
    objects: storageOf(world.config),
    log: world.platform.log,
    build: 'test',
  });
  port = storefront.port;
  const stop = noteOpen(() => storefront.stop());
  return {
    site,
    async close() {
      await closeDoor();
      await stop();
      await closeDatabase();
      await site.close();
    },
  };
}
