import type { FieldError } from '../kernel/errors';
import { schemaErrors } from '../kernel/validation';
import type { InstalledExtension } from './extension.store';
import type { Manifest } from './manifests';

/** Why an extension cannot work yet: `not_installed`, `missing_secret:<key>`, `invalid_config:<pointer>` (spec §5). */
export function blockers(
  manifest: Manifest,
  extension: InstalledExtension | undefined,
  secrets: ReadonlySet<string>,
): string[] {
  if (!extension) return ['not_installed'];
  return [
    ...manifest.secrets.filter(({ key }) => !secrets.has(key)).map(({ key }) => `missing_secret:${key}`),
    ...configErrors(manifest, extension.config).map(({ pointer }) => `invalid_config:${pointer}`),
  ];
}

export const configErrors = (manifest: Manifest, config: unknown): FieldError[] =>
  schemaErrors(manifest.config, config, '/config');
