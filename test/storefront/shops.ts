import { request } from 'node:http';
import type { Config } from '../../src/config';
import type { Bundle } from '../../src/design/bundle/bundle';
import { bodyText } from '../../src/design/bundle/text';
import { type Enclave, openEnclave } from '../../src/enclave';
import { Database } from '../../src/kernel/database/database';
import { STOREFRONT_ROLE } from '../../src/kernel/database/roles';
import { createLog } from '../../src/kernel/log';
import { storageOf } from '../../src/kernel/objects/storage';
import { Visitor } from '../../src/simulator/shopper/visitor';
import { newestPack } from '../../src/skin/first-party/packs';
import { skeletonParts } from '../../src/skin/pack/skeleton';
import { type Storefront, startStorefront } from '../../src/storefront/program';
import { VISITOR_WAITS } from '../../src/storefront/waits';
import { openDoor } from '../world/door';
import { hookThread } from '../world/hook-thread';
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

/** Shops that take orders: the checkout answers beside the storefront. */
export async function openSellingShops(options: Parameters<typeof createWorld>[0] = {}): Promise<SellingShops> {
  const door = await openDoor();
  const environment = {
    ...shopEnvironment,
    TEZGAH_STOREFRONT_URL: `http://*.localhost:${door.port}`,
    TEZGAH_CHECKOUT_PORT: '0',
    TEZGAH_CHECKOUT_KEY: 'k'.repeat(43),
  };
  const world = await createWorld({ ...options, environment: { ...environment, ...options.environment } });
  const { platform, config } = world;
  const enclave = (await openEnclave(platform, config, platform.log, hookThread(), 1)) as Enclave;
  const stop = noteOpen(() => enclave.stop());
  const shops = await openShopsOf(world, enclave.url);
  door.leadTo(shops.storefront.port);
  const origin = `http://${SHOP_HOST}:${door.port}`;
  return {
    ...shops,
    enclave,
    origin,
    visitor: () => new Visitor(origin, shops.storefront.port),
    async close() {
      await door.close();
      await shops.close();
      await stop();
      await world.close();
    },
  };
}

export interface SellingShops extends Shops {
  readonly enclave: Enclave;
  /** As browsers of this machine reach the first shop. */
  readonly origin: string;
  /** Somebody new. */
  visitor(): Visitor;
}

/** The storefront program on a world that is there, with {@link shopEnvironment}, and that stays. @param more settings of its own */
export async function openShopsOf(
  world: World,
  checkoutUrl = '',
  more: Partial<Config> = {},
  url = storefrontUrl(world.superuserUrl),
): Promise<Shops> {
  const of = { url, poolSize: 4, applicationName: 'shops', role: STOREFRONT_ROLE } as const;
  const database = await Database.open({ ...of, ...VISITOR_WAITS });
  const closeDatabase = noteOpen(() => database.close());
  const { config, platform } = world;
  const storefront = await startStorefront({
    config: { ...config, checkoutUrl, ...more },
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

/** The same with pages that the law wants. */
export function legalBody(): Bundle {
  const body = skeletonBody();
  const pages = Object.fromEntries(
    (['salesContract', 'privacyNotice'] as const).map((role) => [
      `pg_${role.toLowerCase()}`,
      { kind: 'page', path: role.toLowerCase(), title: role, legal: role, root: [] },
    ]),
  );
  return { ...body, pages: { ...body.pages, ...pages } } as Bundle;
}

/** As a shopper fills in the form. */
export const buyerAddress = {
  ad: 'Ayşe Yılmaz',
  eposta: 'ayse@example.com',
  telefon: '0532 123 45 67',
  il: 'İstanbul',
  ilce: 'kadikoy',
  adres: 'Moda Cad. No: 12 D: 3',
  postakodu: '34710',
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
    INSERT INTO design_body (store_id, hash, text, kept_at) VALUES ('${world.storeId}', '${hash}', '${text.replaceAll("'", "''")}', now()) ON CONFLICT DO NOTHING;
    INSERT INTO design_live (store_id, id, hash, theme, theme_version, media_ids)
      VALUES ('${world.storeId}', 'dsg_1', '${hash}', 'sade', '1.0.0', '{}')
      ON CONFLICT (store_id) DO UPDATE SET rev = design_live.rev + 1, hash = excluded.hash;`);
  return hash;
}
