import { propertiesOf, type TSchema } from '../kernel/schema/schema';
import { schemaErrors } from '../kernel/schema/validation';
import type { ExtensionRow } from './aggregate';
import { published } from './provider/providers';

/**
 * Leaves of a stated configuration the part that trails may keep: fields that some version of the extension declares, with values that fit
 * there. All else may be a credential in the wrong place, whatever else the call is refused for.
 */
export function keptConfig(key: string, config: ExtensionRow['config']): ExtensionRow['config'] {
  const versions = published
    .filter((manifest) => manifest.key === key)
    .map((manifest) => propertiesOf(manifest.config));
  const isDeclared = ([name, value]: [string, unknown]): boolean =>
    versions.some((fields) => Object.hasOwn(fields, name) && schemaErrors(fields[name] as TSchema, value).length === 0);
  return Object.fromEntries(Object.entries(config).filter(isDeclared));
}
