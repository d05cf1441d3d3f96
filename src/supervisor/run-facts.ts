import { hostPattern } from '../kernel/process/host-pattern';
import { localUrl } from '../kernel/process/local-url';
import type { Demo } from './preparer';
import { hasShops, type Layout } from './programs';
import type { RunFile } from './run-file';

/** The facts of a run that stay as they are while processes start again. */
export type RunFacts = Omit<RunFile, 'pids' | 'setup' | 'sandbox'>;

/** Tells the facts of a run whose parts are all ready. @param stores undefined: there is no demo */
export function factsOf(layout: Layout, stores: Demo | undefined): RunFacts {
  const { config, doors, checkoutKey, shops, database, temporal, simulators } = layout;
  const url = localUrl(config.host, doors.api.port);
  const shopPlaces = hasShops(layout) ? { url: shops.TEZGAH_STOREFRONT_URL, preview: shops.TEZGAH_PREVIEW_URL } : null;
  const metricsAt = (port: number): string => `${localUrl(config.metricsHost, port)}/metrics`;
  return {
    api: url,
    docs: `${url}/docs`,
    mcp: `${url}/mcp`,
    checkout: { url: localUrl(config.checkoutHost, doors.checkout.port), key: checkoutKey },
    storefront: shopPlaces,
    temporal: temporal.address,
    temporalUi: temporal.uiUrl,
    metrics: {
      api: metricsAt(doors.metrics.api.port),
      worker: metricsAt(doors.metrics.worker.port),
      storefront: metricsAt(doors.metrics.storefront.port),
    },
    databaseUrl: database.ownerUrl,
    storeId: stores?.storeId ?? null,
    shop: stores && shopPlaces ? hostPattern(shopPlaces.url).urlOf(stores.slug) : null,
    owner: stores?.owner ?? null,
    tokens: stores?.tokens ?? null,
    simulators: Object.fromEntries(simulators.map(({ key, address }) => [key, address])),
    otherStore: stores?.otherStore ?? null,
  };
}
