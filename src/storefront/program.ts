import type { Config } from '../config';
import type { Database } from '../kernel/database/database';
import type { Log } from '../kernel/log';
import type { Objects } from '../kernel/objects/objects';
import { PreviewTokens } from '../kernel/objects/preview-tokens';
import { listen } from '../kernel/process/listening';
import { LOCAL_NAMES } from '../kernel/process/local-names';
import { localUrl } from '../kernel/process/local-url';
import { ClientAddresses } from '../surfaces/client-address';
import { createServer } from '../surfaces/server';
import { createStorefrontApp } from './app';
import { isAnswering } from './health-store';
import { LinkPictures } from './link-pictures';
import { Pages } from './pages';
import { Designs } from './read/designs';
import { CheckoutClient } from './sale/checkout-client';
import { VisitorLimit } from './sale/visitor-limit';
import { Stores } from './stores';
import { Till } from './till';

export interface Storefront {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

interface StorefrontOptions {
  readonly config: Config;
  readonly database: Pick<Database, 'reader' | 'system'>;
  readonly objects: Pick<Objects, 'open'>;
  readonly log: Log;
  /** The name of this build. */
  readonly build: string;
}

/** The pages of all shops of an installation. Stateless: any number of them may run. */
export async function startStorefront({
  config,
  database,
  objects,
  log,
  build,
}: StorefrontOptions): Promise<Storefront> {
  const { storefrontPort, storefrontHost: host, previewKey, trustedProxies } = config;
  const reader = (storeId: string) => database.reader(storeId);
  const designs = new Designs(reader);
  const pages = new Pages(reader, designs, build);
  const addresses = new ClientAddresses(trustedProxies);
  const app = createStorefrontApp({
    hosts: config,
    stores: new Stores(database.system),
    designs,
    pages,
    database,
    objects,
    linkPictures: new LinkPictures(objects),
    tokens: previewKey === '' ? undefined : new PreviewTokens(previewKey),
    till: tillOf(config, pages, addresses),
    panels: panelsOf(config),
    isReady: () => isAnswering(database.system),
    log,
    build,
  });
  const server = createServer(app.callback(), addresses, {});
  const port = await listen(server, storefrontPort, host);
  return {
    port,
    url: localUrl(host, port),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** Codes of coupons that one address may try in a minute. */
const TRIES_PER_MINUTE = 10;

/** @returns undefined where no checkout is stated */
function tillOf(
  { checkoutUrl, checkoutKey, storefrontPerMinute }: Config,
  pages: Pages,
  addresses: ClientAddresses,
): Till | undefined {
  if (checkoutUrl === '' || checkoutKey === '') return undefined;
  const client = new CheckoutClient(checkoutUrl, checkoutKey);
  return new Till({
    client,
    pages,
    addresses,
    limit: new VisitorLimit(storefrontPerMinute),
    tries: new VisitorLimit(TRIES_PER_MINUTE),
  });
}

/** Origins of the panel: where people reach it. On this machine it has several names. */
function panelsOf({ publicUrl, host, port }: Config): readonly string[] {
  if (URL.canParse(publicUrl)) return [new URL(publicUrl).origin];
  const own = new URL(localUrl(host, port));
  const names = LOCAL_NAMES.has(own.hostname) ? ['127.0.0.1', 'localhost'] : [own.hostname];
  return names.map((name) => `http://${name}:${port}`);
}
