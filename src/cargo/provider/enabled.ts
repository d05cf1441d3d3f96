import { assertGranted } from '../../extension/consent';
import { cargoOf } from '../../extension/provider/providers';
import { assertReady } from '../../extension/readiness';
import { secretKeys } from '../../extension/secret/store';
import { steadyExtension } from '../../extension/store';
import type { Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { assertCargoOffered, type CargoNeeds } from './needs';

/**
 * A provider of cargo that offers what is needed of it, is installed, has all that it needs, and is enabled; it stays so until the
 * transaction ends.
 * @throws {Refusal} not_found, extension_not_installed, not_offered, extension_not_ready, extension_not_enabled, consent_required
 */
export async function assertEnabledCargo(
  tx: Transaction,
  storeId: string,
  ext: string,
  needs: CargoNeeds,
): Promise<void> {
  cargoOf(ext);
  const { manifest, extension } = await steadyExtension(tx, storeId, ext);
  assertCargoOffered(manifest, needs);
  assertReady(manifest, extension, new Set((await secretKeys(tx, storeId, ext)).keys()));
  if (!extension.enabled) refuse('extension_not_enabled');
  assertGranted(extension, manifest, needs.operations);
}
