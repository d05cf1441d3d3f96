import { assertGranted } from '../../extension/consent';
import { ungranted } from '../../extension/granted-rights';
import { cargoOf } from '../../extension/provider/providers';
import { assertReady } from '../../extension/readiness';
import { openSecrets } from '../../extension/secret/store';
import { extensionAt } from '../../extension/store';
import type { StoreReader } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import { careful } from '../../provider/careful';
import {
  type CargoAdapter,
  type CargoOperation,
  cargoNotOffered,
  cargoOperations,
  cargoTelling,
} from '../../provider/cargo-port';
import type { CargoProvider } from '../../provider/cargo-provider';
import type { Dependencies } from '../../provider/conversation/conversation';
import { blankerOf } from '../../provider/discreet';
import { guarded } from '../../provider/guarded';
import { providerHttp } from '../../provider/http';
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
  /** The configuration of the extension as the store has installed it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The extension is enabled. Without that, it tracks, cancels and labels earlier bookings, and books nothing. */
  readonly isEnabled: boolean;
}

/**
 * The adapter of an installed provider of cargo. Each call has a deadline, and the store's secrets are blanked in what it fails with.
 * @throws {Refusal} not_found, extension_not_installed, not_offered, extension_not_ready, consent_required
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
  assertGranted(extension, manifest, needs.operations);
  const { name } = manifest;
  const { config } = extension;
  const adapter = provider.connect({ config, secrets }, services.settings.providers[ext] ?? {}, providerHttp(name));
  const blank = blankerOf(Object.values(secrets));
  const guard = careful({ name, blank, log: services.log, storeId, ext });
  const lacking = (operation: CargoOperation) => {
    assertGranted(extension, manifest, [operation]);
    return refuse('not_offered', cargoNotOffered(name, [operation]));
  };
  const calls = {
    operations: cargoOperations,
    offered: provider.operations.filter((operation) => ungranted(extension, [operation]).length === 0),
    guard,
    telling: cargoTelling,
    blank,
    lacking,
  };
  return { provider, adapter: guarded<CargoAdapter>(adapter, calls), config, isEnabled: extension.enabled };
}

/** The same of an extension that a step of a workflow asks. */
export const connectedFor = <O extends CargoOperation>(
  { services, database }: Pick<Dependencies, 'services' | 'database'>,
  storeId: string,
  ext: string,
  needs: CargoNeeds<O>,
): Promise<ConnectedCargo<O>> => connectCargo({ db: database.reader(storeId), services, storeId, ext, needs });
