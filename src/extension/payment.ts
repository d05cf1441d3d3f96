import type { Queryable, StoreReader } from '../kernel/database/queryable';
import type { Services } from '../kernel/declaration/services';
import { refuse } from '../kernel/errors';
import { careful } from '../provider/careful';
import { blankerOf } from '../provider/discreet';
import { guarded } from '../provider/guarded';
import { providerHttp } from '../provider/http';
import {
  type CallbackReading,
  type PaymentAdapter,
  type PaymentOperation,
  type PostedCallback,
  paymentNotOffered,
  paymentOperations,
  paymentTelling,
} from '../provider/payment-port';
import type { PaymentProvider } from '../provider/payment-provider';
import { accountAt } from './account';
import { assertGranted } from './consent';
import { ungranted } from './granted-rights';
import { lackingOf, paymentOf, portOf } from './provider/providers';
import { assertReady } from './readiness';
import { installedExtensions } from './store';

export interface ConnectedPayment<O extends PaymentOperation = PaymentOperation> {
  readonly provider: PaymentProvider;
  readonly adapter: Pick<PaymentAdapter, O>;
  /** The extension is enabled. Without that, payments are given back and read, and none is begun. */
  readonly enabled: boolean;
  /** Reads a callback that somebody has posted for this store. */
  readCallback(posted: PostedCallback): CallbackReading;
}

interface Connecting<O extends PaymentOperation> {
  readonly db: StoreReader;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
  readonly storeId: string;
  readonly ext: string;
  /** The operations that will be asked for. */
  readonly operations: readonly O[];
}

/**
 * The adapter of an installed payment provider: its calls are bounded, and what it says has the store's secrets blanked.
 * @throws {Refusal} not_found, extension_not_installed, extension_not_ready, not_offered, consent_required
 */
export async function connectPayment<O extends PaymentOperation>({
  db,
  services,
  storeId,
  ext,
  operations,
}: Connecting<O>): Promise<ConnectedPayment<O>> {
  const provider = paymentOf(ext);
  const { manifest, extension, secrets } = await accountAt(db, services.secretBox, storeId, ext);
  const { name } = manifest;
  const lacking = (missing: readonly PaymentOperation[]): never =>
    refuse('not_offered', paymentNotOffered(name, missing), { facts: { blockedBy: ['not_offered'] } });
  const missing = lackingOf(ext, operations);
  if (missing.length > 0) lacking(missing);
  assertReady(manifest, extension, new Set(Object.keys(secrets)));
  assertGranted(extension, manifest, operations);
  const account = { config: extension.config, secrets };
  const blank = blankerOf(Object.values(secrets));
  const bare = provider.connect(account, services.settings.providers[ext] ?? {}, providerHttp(name));
  return {
    provider,
    adapter: guarded<PaymentAdapter>(bare, {
      operations: paymentOperations,
      offered: provider.operations.filter((operation) => ungranted(extension, [operation]).length === 0),
      guard: careful({ name, blank, log: services.log, storeId, ext }),
      telling: paymentTelling,
      blank,
      lacking(one) {
        assertGranted(extension, manifest, [one]);
        return lacking([one]);
      },
    }),
    enabled: extension.enabled,
    readCallback: (posted) => provider.readCallback(account, posted),
  };
}

/** Extensions that take cards for a store, by their keys in their order: the first of them is asked. */
export const takingPayments = async (db: Queryable, storeId: string): Promise<string[]> =>
  (await installedExtensions(db, storeId))
    .filter(({ key, enabled }) => enabled && portOf(key) === 'payment' && lackingOf(key, ['begin']).length === 0)
    .filter((extension) => ungranted(extension, ['begin', 'complete']).length === 0)
    .map(({ key }) => key);
