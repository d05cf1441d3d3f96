import { assertGranted } from '../../extension/consent';
import { assertReady } from '../../extension/readiness';
import { secretKeys } from '../../extension/secret/store';
import { steadyExtension } from '../../extension/store';
import type { Transaction } from '../../kernel/database/queryable';
import { Refusal, refuse } from '../../kernel/errors';
import type { Manifest } from '../../provider/manifest';
import { assertChannel, assertOffered, type ChannelNeeds } from './needs';

/**
 * A channel that offers what is needed of it, is installed, has all that it needs, is enabled, and is let do it. It stays so until the transaction
 * ends: a job that is asked for while somebody disables it would be missed by what stops them.
 * @throws {Refusal} not_found, extension_not_installed, not_offered, extension_not_ready, extension_not_enabled, consent_required
 */
export async function enabledChannel(
  tx: Transaction,
  storeId: string,
  ext: string,
  needs: ChannelNeeds,
): Promise<Manifest> {
  assertChannel(ext);
  const { manifest, extension } = await steadyExtension(tx, storeId, ext);
  assertOffered(manifest, needs);
  assertReady(manifest, extension, new Set((await secretKeys(tx, storeId, ext)).keys()));
  if (!extension.enabled) refuse('extension_not_enabled');
  assertGranted(extension, manifest, needs.operations);
  return manifest;
}

/** Tells whether {@link enabledChannel} holds, for work that the product asks for by itself and that waits for no setting. */
export async function isEnabledChannel(
  tx: Transaction,
  storeId: string,
  ext: string,
  needs: ChannelNeeds,
): Promise<boolean> {
  try {
    await enabledChannel(tx, storeId, ext, needs);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}
