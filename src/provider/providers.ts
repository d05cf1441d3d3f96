import path from 'node:path';
import { ConfigError, setting } from '../kernel/declaration/setting';
import { refuse } from '../kernel/errors';
import type { Manifest } from './manifest';
import { documentOf, manifestErrors } from './manifest-check';
import type { ChannelProvider, Provider } from './provider';
import { trendyol } from './trendyol/provider';

export const furtherProviders = setting(
  'TEZGAH_PROVIDERS',
  '',
  'Modules of providers of your own, compiled to JavaScript, as paths with commas between them; each exports one as `provider`. They run as a part of the product.',
  (raw) => raw.split(',').filter(Boolean),
);

/** Every provider, those of the operator behind the product's own. Schemas name what they declare, so they are there before anything else. */
export const providers: readonly Provider[] = [
  trendyol,
  ...furtherProviders.read(process.env[furtherProviders.name] ?? '').map(loaded),
];

/** @throws {ConfigError} */
function loaded(file: string): Provider {
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
  const [fault] = manifestErrors(documentOf(provider.manifest), { op: () => undefined });
  if (fault)
    throw new ConfigError(
      `${furtherProviders.name} names ${file}, whose manifest is not valid: ${fault.pointer} ${fault.message}`,
    );
  return provider;
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

const byKey = new Map(providers.map((provider) => [provider.manifest.key, provider]));
if (byKey.size < providers.length) throw new ConfigError('two providers have the same key');

export const manifests: readonly Manifest[] = providers.map(({ manifest }) => manifest);

export const manifestOf = (key: string): Manifest | undefined => byKey.get(key)?.manifest;

/** What people call an extension; one that is not there any more has its key alone. */
export const nameOf = (key: string): string => manifestOf(key)?.name ?? key;

/** @throws {Refusal} not_found of an extension that is no marketplace */
export const channelOf = (key: string): ChannelProvider =>
  byKey.get(key)?.channel ?? refuse('not_found', 'The extension is no marketplace.');

/** What the provider of an extension does not offer of what is needed. */
export function lackingOf<O extends string>(key: string, needed: readonly O[]): O[] {
  const offered: readonly string[] = byKey.get(key)?.channel?.operations ?? [];
  return needed.filter((operation) => !offered.includes(operation));
}

/** Every secret that some extension declares. */
export const secretNames: readonly string[] = [
  ...new Set(manifests.flatMap(({ secrets }) => secrets.map(({ key }) => key))),
];

/** What people call them, as `[Turkish, English]`. */
export const secretWords = Object.fromEntries(
  manifests.flatMap(({ secrets }) => secrets.map(({ key, label, english }) => [key, [label, english] as const])),
);
