import path from 'node:path';
import { ConfigError, setting } from '../../kernel/declaration/setting';
import { compareVersions } from '../../kernel/version';
import type { Manifest } from '../../provider/manifest';
import { documentOf, manifestErrors } from '../../provider/manifest-check';
import type { DecisionPoint } from '../../provider/manifest-document';
import { actionFault, type Provider } from '../../provider/provider';

export const furtherProviders = setting(
  'TEZGAH_PROVIDERS',
  '',
  'Modules of providers of your own, compiled to JavaScript, as paths with commas between them; each exports one as `provider`. They run as a part of the product.',
  (raw) => raw.split(',').filter(Boolean),
);

/** Loads the provider that a module exports. @throws {ConfigError} of a module that has none, or one of another release */
export function loaded(file: string): Provider {
  const found = exportsOf(file);
  if (!found.provider) throw new ConfigError(`${furtherProviders.name} names ${file}, which exports no provider`);
  return offering(file, found.provider);
}

/** A module may have been compiled for another release, whose types nobody has checked. */
function offering(file: string, provider: Provider): Provider {
  if (provider.channel && !Array.isArray(provider.channel.operations))
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, whose marketplace does not declare the operations that it offers; compile it for this release`,
    );
  if (Array.isArray(provider.channel?.packageActs))
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, whose marketplace declares no terms of its acts upon packages; compile it for this release`,
    );
  if (provider.payment && !Array.isArray(provider.payment.operations))
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, whose payments do not declare the operations that they offer; compile it for this release`,
    );
  const codeless = publishedBy(provider).flatMap(({ hooks = [] }) =>
    hooks.filter(({ point }) => provider.hooks?.[point as DecisionPoint] === undefined),
  );
  if (codeless[0])
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, which has no code for its hook at ${codeless[0].point}`,
    );
  for (const manifest of publishedBy(provider)) {
    const [fault] = manifestErrors(documentOf(manifest), { op: () => undefined });
    const which = manifest === provider.manifest ? 'manifest' : `manifest ${manifest.version}`;
    if (fault)
      throw new ConfigError(
        `${furtherProviders.name} names ${file}, whose ${which} is not valid: ${fault.pointer} ${fault.message}`,
      );
  }
  const fault = lineFault(provider);
  if (fault) throw new ConfigError(`${furtherProviders.name} names ${file}, whose earlier versions ${fault}`);
  const unsaid = actionFault(provider);
  if (unsaid) throw new ConfigError(`${furtherProviders.name} names ${file}, whose provider ${unsaid}`);
  return provider;
}

/** Every version of a provider's extension, the first one first. */
export function publishedBy({ earlier = [], manifest }: Provider): Manifest[] {
  return [...earlier, manifest];
}

/** The fault that keeps the published versions from being one line of an extension. */
export function lineFault(provider: Provider): string | undefined {
  const published = publishedBy(provider);
  const { key, kind } = provider.manifest;
  if (published.some((each) => each.key !== key || each.kind !== kind)) return 'are of another key or kind';
  const isLine = published.every(({ version }, at) => {
    const before = published[at - 1];
    return !before || compareVersions(before.version, version) < 0;
  });
  return isLine ? undefined : 'do not come one after another';
}

function exportsOf(file: string): { readonly provider?: Provider } {
  try {
    return require(path.resolve(file));
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, which cannot be loaded as compiled JavaScript: ${reason}`,
    );
  }
}
