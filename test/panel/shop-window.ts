import { Database } from '../../src/kernel/database/database';
import { STOREFRONT_ROLE } from '../../src/kernel/database/roles';
import { storageOf } from '../../src/kernel/objects/storage';
import { startStorefront } from '../../src/storefront/program';
import { openSite, type Site } from '../surfaces/site';
import { openDoor } from '../world/door';
import { noteOpen } from '../world/open-things';
import { storefrontUrl } from '../world/services';

/** A site whose previews a browser opens: the storefront runs beside it. */
export interface ShopWindow {
  readonly site: Site;
  close(): Promise<void>;
}

export async function openShopWindow(): Promise<ShopWindow> {
  const door = await openDoor();
  const site = await openSite({
    environment: {
      TEZGAH_PREVIEW_KEY: 'p'.repeat(43),
      TEZGAH_STOREFRONT_PORT: '0',
      TEZGAH_STOREFRONT_URL: `http://*.localhost:${door.port}`,
      TEZGAH_PREVIEW_URL: `http://*.onizleme.localhost:${door.port}`,
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
  door.leadTo(storefront.port);
  const stop = noteOpen(() => storefront.stop());
  return {
    site,
    async close() {
      await door.close();
      await stop();
      await closeDatabase();
      await site.close();
    },
  };
}
