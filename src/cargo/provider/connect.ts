import { assertReady } from '../../extension/readiness';
import { openSecrets } from '../../extension/secret/store';
import { extensionAt } from '../../extension/store';
import type { StoreReader } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import { refuse } from '../../kernel/errors';
import { bounded } from '../../provider/bounded';
import { type CargoAdapter, type CargoOperation, cargoNotOffered, cargoOperations } from '../../provider/cargo-port';
import type { CargoProvider } from '../../provider/cargo-provider';
import { discreet } from '../../provider/discreet';
import { ProviderUnavailable } from '../../provider/error';
import { type Guard, guarded } from '../../provider/guarded';
import { providerHttp } from '../../provider/http';
import { unavailableIfUnanswered } from '../../provider/not-answered';
import { cargoOf } from '../../provider/providers';
import { assertCargoOffered, type CargoNeeds } from './needs';

interface Connecting<O extends CargoOperation> {
  readonly db: StoreReader;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
  readonly storeId: string;
  readonly ext: string;
  readonly needs: CargoNeeds<O>;
}

export interface ConnectedCargo<O extends CargoOperation = CargoOperation> {
  readonly provider: CargoProvider;
  readonly adapter: Pick<CargoAdapter, O>;
  /** Of the store, as it is installed. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * The adapter of an installed provider of cargo. Each call has a deadline, and the store's secrets are blanked in what it fails with.
 * @throws {Refusal} not_found, extension_not_installed, not_offered, extension_not_ready
 */
export async function connectCargo<O extends CargoOperation>(asked: Connecting<O>): Promise<ConnectedCargo<O>> {
  const { db, services, storeId, ext, needs } = asked;
  const { manifest, extension, secrets } = await db.snapshot(async (moment) => ({
    ...(await extensionAt(moment, storeId, ext)),
    secrets: await openSecrets(moment, services.secretBox, storeId, ext),
  }));
  const provider = cargoOf(ext);
  assertCargoOffered(manifest, needs);
  assertReady(manifest, extension, new Set(Object.keys(secrets)));
  const { name } = manifest;
  const { config } = extension;
  const adapter = provider.connect({ config, secrets }, services.settings.providers[ext] ?? {}, providerHttp(name));
  const discretion = discreet(secrets);
  const guard: Guard = async (call, signal) => {
    try {
      return await bounded(name, signal, (given) => discretion(call, given));
    } catch (error) {
      const failure = unavailableIfUnanswered(name, error);
      if (failure instanceof ProviderUnavailable)
        services.log.warn({ err: failure, storeId, extension: ext }, 'a provider did not answer');
      throw failure;
    }
  };
  const lacking = (operation: CargoOperation) => refuse('not_offered', cargoNotOffered(name, [operation]));
  const operations = { operations: cargoOperations, offered: provider.operations, guard, lacking };
  return { provider, adapter: guarded<CargoAdapter>(adapter, operations), config };
}
