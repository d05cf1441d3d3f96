import type { Stage } from '../kernel/declaration/extension-needs';
import { type FieldError, refuse } from '../kernel/errors';
import { schemaErrors } from '../kernel/schema/validation';
import { type Manifest, requiredSecrets } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { CONFIG_BYTES_MAX } from './hook/config-limit';

/**
 * Why an extension cannot work yet: `not_installed`, `missing_secret:<key>`, `invalid_config:<pointer>` (spec §5); `not_available`:
 * its provider was taken away.
 */
export function blockers(
  manifest: Manifest | undefined,
  extension: ExtensionRow | undefined,
  secrets: ReadonlySet<string>,
): string[] {
  if (!manifest) return ['not_available'];
  if (!extension) return ['not_installed'];
  return [
    ...requiredSecrets(manifest)
      .filter((key) => !secrets.has(key))
      .map((key) => `missing_secret:${key}`),
    ...configErrors(manifest, extension.config).map(({ pointer }) => `invalid_config:${pointer}`),
  ];
}

/** @throws {Refusal} extension_not_ready */
export function assertReady(manifest: Manifest, extension: ExtensionRow, secrets: ReadonlySet<string>): void {
  const blockedBy = blockers(manifest, extension, secrets);
  if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
}

/** Lists the hindrances of an extension at a stage, e.g. at that of an op: {@link blockers}, and `not_enabled`. */
export function blockersOf(
  stage: Stage,
  manifest: Manifest,
  extension: ExtensionRow | undefined,
  secrets: ReadonlySet<string>,
): string[] {
  if (stage === 'known') return [];
  if (!extension) return ['not_installed'];
  if (stage === 'installed') return [];
  const notEnabled = stage === 'enabled' && !extension.enabled ? ['not_enabled'] : [];
  return [...blockers(manifest, extension, secrets), ...notEnabled];
}

/** @throws {Refusal} config_invalid, with every error under its field */
export function assertFits(manifest: Manifest, config: unknown): void {
  const [first, ...more] = configErrors(manifest, config).map((error) => withoutUndeclared(manifest, error));
  if (first)
    refuse('config_invalid', `${first.pointer} ${first.message}`, { errors: [first, ...more], undeclared: true });
}

/** A name that is not declared may be a credential in the wrong place, and answers are kept: it is not repeated. */
function withoutUndeclared({ config }: Manifest, error: FieldError): FieldError {
  const declared = Object.keys(config.properties);
  const [, , name = ''] = error.pointer.split('/');
  if (name === '' || declared.includes(name)) return error;
  return { pointer: '/config', message: `has a name that is not declared; declared are ${declared.join(', ')}` };
}

export function configErrors(manifest: Manifest, config: unknown): FieldError[] {
  const errors = schemaErrors(manifest.config, config, '/config');
  const hasHooks = (manifest.hooks ?? []).length > 0;
  if (errors.length > 0 || !hasHooks || Buffer.byteLength(JSON.stringify(config)) <= CONFIG_BYTES_MAX) return errors;
  return [{ pointer: '/config', message: `is larger than the ${CONFIG_BYTES_MAX} bytes that its hooks are given` }];
}
