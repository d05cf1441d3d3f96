import type { InstalledExtension } from '../extension/extension.store';
import { extensionAt, openSecrets, secretKeys } from '../extension/extension.store';
import { blockers } from '../extension/readiness';
import type { Queryable } from '../kernel/database';
import type { Services } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { countRequest, takeBudget } from './channel.budget';
import type { ChannelAdapter, RemotePage } from './channel.port';
import { ProviderThrottled } from './provider.error';
import { TrendyolChannel } from './trendyol/trendyol.channel';
import { TrendyolClient } from './trendyol/trendyol.client';

export interface ConnectedChannel {
  readonly extension: InstalledExtension;
  readonly adapter: ChannelAdapter;
  /** Requests in 10 s; 0 is without limit. */
  readonly requestsPer10Seconds: number;
}

interface Connecting {
  readonly db: Queryable;
  readonly services: Pick<Services, 'config' | 'secretBox'>;
  readonly storeId: string;
  readonly ext: string;
}

/**
 * The adapter of an installed channel, within the store's budget at the provider.
 * @throws {Refusal} not_found, extension_not_installed, extension_not_ready
 */
export async function connectChannel({ db, services, storeId, ext }: Connecting): Promise<ConnectedChannel> {
  const { manifest, extension } = await extensionAt(db, storeId, ext);
  const secrets = await openSecrets(db, services.secretBox, storeId, ext);
  const blockedBy = blockers(manifest, extension, new Set(Object.keys(secrets)));
  if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
  const {
    sellerId,
    integrator = 'SelfIntegration',
    requestsPer10Seconds = 50,
  } = extension.config as unknown as {
    sellerId: string;
    integrator?: string;
    requestsPer10Seconds?: number;
  };
  const { apiKey = '', apiSecret = '' } = secrets;
  const client = new TrendyolClient(services.config.trendyolUrl, { sellerId, integrator, apiKey, apiSecret });
  const adapter = withinBudget(new TrendyolChannel(client), { db, storeId, ext, limit: requestsPer10Seconds });
  return { extension, adapter, requestsPer10Seconds };
}

/** Whether secrets and configuration are complete, for the health page. */
export async function channelBlockers({ db, storeId, ext }: Omit<Connecting, 'services'>): Promise<string[]> {
  const { manifest, extension } = await extensionAt(db, storeId, ext);
  return blockers(manifest, extension, new Set((await secretKeys(db, storeId, ext)).keys()));
}

/** Takes a slot before each call, counts it, and turns an empty budget into the wait that the provider would have asked for. */
function withinBudget(
  adapter: ChannelAdapter,
  budget: { db: Queryable; storeId: string; ext: string; limit: number },
): ChannelAdapter {
  const { db, storeId, ext, limit } = budget;
  const spend = async <T>(call: () => Promise<T>): Promise<T> => {
    const grant = await takeBudget(db, storeId, ext, limit);
    if (!grant.granted) throw new ProviderThrottled(grant.waitMs);
    try {
      const answer = await call();
      await countRequest(db, storeId, ext, false);
      return answer;
    } catch (error) {
      await countRequest(db, storeId, ext, error instanceof ProviderThrottled);
      throw error;
    }
  };
  return {
    test: (signal) => spend(() => adapter.test(signal)),
    products: (cursor, size, signal): Promise<RemotePage> => spend(() => adapter.products(cursor, size, signal)),
  };
}
