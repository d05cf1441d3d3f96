import type { ExtensionRow } from '../../extension/aggregate';
import { blockers } from '../../extension/readiness';
import { openSecrets, secretKeys } from '../../extension/secret/store';
import { extensionAt, keptAt } from '../../extension/store';
import type { Queryable, StoreReader } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import { refuse } from '../../kernel/errors';
import { bounded } from '../../provider/bounded';
import { discreet } from '../../provider/discreet';
import { ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import { providerHttp } from '../../provider/http';
import { unavailableIfUnanswered } from '../../provider/not-answered';
import type { ChannelAdapter, RemotePage } from '../../provider/port';
import type { ChannelProvider } from '../../provider/provider';
import { channelOf, manifestOf } from '../../provider/providers';
import { countRequest, takeBudget } from './budget-store';

export interface ConnectedChannel {
  readonly provider: ChannelProvider;
  readonly adapter: ChannelAdapter;
}

interface Connecting {
  readonly db: StoreReader;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'bookkeeping' | 'log'>;
  readonly storeId: string;
  readonly ext: string;
}

/**
 * The adapter of an installed channel, within the store's budget at the provider.
 * @throws {Refusal} not_found, extension_not_installed, extension_not_ready
 */
export async function connectChannel({ db, services, storeId, ext }: Connecting): Promise<ConnectedChannel> {
  const { manifest, extension, secrets } = await db.snapshot(async (moment) => ({
    ...(await extensionAt(moment, storeId, ext)),
    secrets: await openSecrets(moment, services.secretBox, storeId, ext),
  }));
  const provider = channelOf(ext);
  const blockedBy = blockers(manifest, extension, new Set(Object.keys(secrets)));
  if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
  const { config } = extension;
  const { name } = manifest;
  const settings = services.settings.providers[ext] ?? {};
  const adapter = discreet(provider.connect({ config, secrets }, settings, providerHttp(name)), secrets);
  const limit = provider.requestsPer10Seconds(config);
  return {
    provider,
    adapter: withinBudget(adapter, {
      books: services.bookkeeping(storeId),
      log: services.log,
      storeId,
      ext,
      name,
      limit,
    }),
  };
}

/** Whether secrets and configuration are complete, for the health page. */
export async function channelReadiness(
  db: Queryable,
  storeId: string,
  ext: string,
): Promise<{ extension: ExtensionRow; blockedBy: string[] }> {
  const extension = await keptAt(db, storeId, ext);
  const secrets = await secretKeys(db, storeId, ext);
  return { extension, blockedBy: blockers(manifestOf(ext), extension, new Set(secrets.keys())) };
}

/**
 * Takes a slot before each call, counts it, bounds it, and turns an empty budget into the wait that the provider would have asked for. Where the
 * adapter lets through what the network failed with, the port's error takes its place, and what it failed with goes to the log.
 */
function withinBudget(
  adapter: ChannelAdapter,
  budget: {
    books: Queryable;
    log: Services['log'];
    storeId: string;
    ext: string;
    name: string;
    limit: number;
  },
): ChannelAdapter {
  const { books, log, storeId, ext, name, limit } = budget;
  const spend = async <T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const grant = await takeBudget(books, storeId, ext, limit);
    if (!grant.granted) throw new ProviderThrottled(grant.waitMs);
    try {
      const answer = await bounded(name, signal, call);
      await countRequest(books, storeId, ext, false);
      return answer;
    } catch (error) {
      await countRequest(books, storeId, ext, error instanceof ProviderThrottled);
      const failure = unavailableIfUnanswered(name, error);
      if (failure instanceof ProviderUnavailable)
        log.warn({ err: failure, storeId, extension: ext }, 'a provider did not answer');
      throw failure;
    }
  };
  return {
    test: (caller) => spend(caller, (signal) => adapter.test(signal)),
    products: (cursor, size, caller): Promise<RemotePage> =>
      spend(caller, (signal) => adapter.products(cursor, size, signal)),
    brands: (name, caller) => spend(caller, (signal) => adapter.brands(name, signal)),
    createBrand: (name, logos, caller) => spend(caller, (signal) => adapter.createBrand(name, logos, signal)),
  };
}
