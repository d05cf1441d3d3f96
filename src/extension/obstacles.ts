import type { ExtensionNeeds } from '../kernel/declaration/extension-needs';
import type { Manifest } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { ungranted } from './granted-rights';
import { lackingOf } from './provider/providers';
import { blockersOf } from './readiness';

interface Standing {
  readonly manifest: Manifest;
  /** As the store has it; undefined: it is not installed. */
  readonly extension: ExtensionRow | undefined;
  /** The keys of the secrets that are set. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Lists what keeps an extension from these needs: `not_offered` of what its provider does not do, else {@link blockersOf}, and
 * `consent_required` of rights that an owner has not granted.
 */
export function obstaclesOf(
  { stage, operations }: Pick<ExtensionNeeds, 'stage' | 'operations'>,
  { manifest, extension, secrets }: Standing,
): string[] {
  if (lackingOf(manifest.key, operations).length > 0) return ['not_offered'];
  const unasked = extension && ungranted(extension, operations).length > 0 ? ['consent_required'] : [];
  return [...blockersOf(stage, manifest, extension, secrets), ...unasked];
}
