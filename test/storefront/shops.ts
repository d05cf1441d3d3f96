import { request } from 'node:http';
import type { Bundle } from '../../src/design/bundle/bundle';
import { bodyText } from '../../src/design/bundle/text';
import { Database, STOREFRONT_ROLE } from '../../src/kernel/database/database';
import { createLog } from '../../src/kernel/log';
import { storageOf } from '../../src/kernel/objects/storage';
import { newestPack } from '../../src/skin/first-party/packs';
import { skeletonParts } from '../../src/skin/pack/skeleton';
import { type Storefront, startStorefront } from '../../src/storefront/program';
import { noteOpen } from '../world/open-things';
import { storefrontUrl } from '../world/services';
import { createWorld, type World } from '../world/world';

export const SHOP_HOST = 'kahve-dukkani.localhost';
export const PREVIEW_HOST = 'kahve-dukkani.onizleme.localhost';
export const PREVIEW_KEY = 'p'.repeat(43);

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
}

/** The storefront program over HTTP, by its own login, on a world of its own. */
export interface Shops {
  readonly world: World;
  readonly storefront: Storefront;
  readonly database: Database;
  /** @param options method, and headers; the host is that of the first store */
  get(path: string, options?: { host?: string; method?: string; headers?: Record<string, string> }): Promise<Answered>;
  close(): Promise<void>;
}

export async function openShops(options: Parameters<typeof createWorld>[0] = {}): Promise<Shops> {
  const world = await createWorld({ ...options, environment: { ...shopEnvironment, ...options.environment } });
  const shops = await openShopsOf(world);
  return {
    ...shops,
    async close() {
      await shops.close();
      await world.close();
    },
  };
}

export const shopEnvironment = { TEZGAH_PREVIEW_KEY: PREVIEW_KEY, TEZGAH_STOREFRONT_PORT: '0' };

/** The storefront program on a world that is there, with {@link shopEnvironment}, and that stays. */
export async function openShopsOf(world: World): Promise<Shops> {
  const url = storefrontUrl(world.superuserUrl);
  const database = await Database.open({ url, poolSize: 4, applicationName: 'shops', role: STOREFRONT_ROLE });
  const closeDatabase = noteOpen(() => database.close());
  const { config, platform } = world;
  const storefront = await startStorefront({
    config,
    database,
    objects: storageOf(config),
    log: process.env.SHOPS_LOG ? createLog('shops', 'warn') : platform.log,
    build: 'test',
  });
  const stop = noteOpen(() => storefront.stop());
  return {
    world,
    storefront,
    database,
    get: (path, { host = SHOP_HOST, method = 'GET', headers = {} } = {}) =>
      ask(storefront.port, path, method, { Host: `${host}:4200`, ...headers }),
    async close() {
      await stop();
      await closeDatabase();
    },
  };
}

/** Node finds no names below localhost, and `fetch` sends no Host of one's own. */
const ask = (port: number, path: string, method: string, headers: Record<string, string>): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode as number, headers: response.headers, text: bytes.toString(), bytes });
      });
    });
    asked.once('error', reject);
    asked.end();
  });

/** A design as the theme brings it. */
export const skeletonBody = (): Bundle => {
  const { skeleton } = newestPack('sade') as NonNullable<ReturnType<typeof newestPack>>;
  return {
    schema: 1,
    theme: { key: 'sade', version: '1.0.0' },
    variables: {},
    menus: {},
    composites: {},
    zones: {},
    extPages: {},
    parked: {},
    ...structuredClone(skeletonParts(skeleton)),
  } as unknown as Bundle;
};

/** The same with a title of one's own on the home page. */
export function titled(title: string): Bundle {
  const body = skeletonBody();
  const [hero] = Object.values(body.nodes).filter(({ type }) => type === 'hero');
  (hero as { props: Record<string, unknown> }).props.title = title;
  return structuredClone(body);
}

/** Until designs are published by commands. */
export async function publish(world: World, body: Bundle): Promise<string> {
  const { hash, text } = bodyText(body);
  await world.sql(`
    INSERT INTO design_body VALUES ('${world.storeId}', '${hash}', '${text.replaceAll("'", "''")}', now()) ON CONFLICT DO NOTHING;
    INSERT INTO design_live (store_id, id, hash, theme, theme_version, media_ids)
      VALUES ('${world.storeId}', 'dsg_1', '${hash}', 'sade', '1.0.0', '{}')
      ON CONFLICT (store_id) DO UPDATE SET rev = design_live.rev + 1, hash = excluded.hash;`);
  return hash;
}
