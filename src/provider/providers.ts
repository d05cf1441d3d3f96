import path from 'node:path';
import { ConfigError, setting } from '../kernel/declaration/setting';
import { refuse } from '../kernel/errors';
import type { Action } from './action';
import { campaign } from './campaign/provider';
import type { CargoProvider } from './cargo-provider';
import { cashRules } from './cash-rules/provider';
import { delivery } from './delivery/provider';
import { geliver } from './geliver/provider';
import { hepsiburada } from './hepsiburada/provider';
import { iyzico } from './iyzico/provider';
import type { Manifest, ManifestSecret } from './manifest';
import { documentOf, manifestErrors } from './manifest-check';
import type { DecisionPoint } from './manifest-document';
import type { PaymentProvider } from './payment-provider';
import { paytr } from './paytr/provider';
import { actionFault, actionsBehind, type ChannelProvider, type Provider } from './provider';
import { trendyol } from './trendyol/provider';
import { compareVersions } from './version';
import { whatsapp } from './whatsapp/provider';

export const furtherProviders = setting(
  'TEZGAH_PROVIDERS',
  '',
  'Modules of providers of your own, compiled to JavaScript, as paths with commas between them; each exports one as `provider`. They run as a part of the product.',
  (raw) => raw.split(',').filter(Boolean),
);

/** Every provider, those of the operator behind the product's own. Schemas name what they declare, so they are there before anything else. */
export const providers: readonly Provider[] = [
  trendyol,
  hepsiburada,
  iyzico,
  paytr,
  geliver,
  campaign,
  cashRules,
  whatsapp,
  delivery,
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

function publishedBy({ earlier = [], manifest }: Provider): Manifest[] {
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

const byKey = new Map(providers.map((provider) => [provider.manifest.key, provider]));
if (byKey.size < providers.length) throw new ConfigError('two providers have the same key');

/** The current version of each. */
export const manifests: readonly Manifest[] = providers.map(({ manifest }) => manifest);

/** Every version of each. */
export const published: readonly Manifest[] = providers.flatMap(publishedBy);

/** The current version. */
export const manifestOf = (key: string): Manifest | undefined => byKey.get(key)?.manifest;

/** This version, if it is known here. */
export const publishedAs = (key: string, version: string): Manifest | undefined =>
  published.find((manifest) => manifest.key === key && manifest.version === version);

/** The manifest of an installed extension: that of its version, or the current one if that version is not known any more. */
export const installedManifestOf = ({ key, version }: Pick<Manifest, 'key' | 'version'>): Manifest | undefined =>
  publishedAs(key, version) ?? manifestOf(key);

/** The name of an extension. One that is gone is called by its key. */
export const nameOf = (key: string): string => manifestOf(key)?.name ?? key;

/** @throws {Refusal} not_found of an extension that is no marketplace */
export const channelOf = (key: string): ChannelProvider =>
  byKey.get(key)?.channel ?? refuse('not_found', 'The extension is no marketplace.');

/** @throws {Refusal} not_found of an extension that takes no payments */
export const paymentOf = (key: string): PaymentProvider =>
  byKey.get(key)?.payment ?? refuse('not_found', 'The extension takes no payments.');

/** @throws {Refusal} not_found of an extension that is no provider of cargo */
export const cargoOf = (key: string): CargoProvider =>
  byKey.get(key)?.cargo ?? refuse('not_found', 'The extension is no provider of cargo.');

/** The port of an extension whose provider posts to the shop; undefined: any other extension. */
export function portOf(key: string): 'payment' | 'cargo' | 'channel' | undefined {
  const { payment, cargo, channel } = byKey.get(key) ?? {};
  if (payment) return 'payment';
  if (cargo) return 'cargo';
  return channel?.readWebhook ? 'channel' : undefined;
}

/** The key of the secret that stands behind the webhook address of an extension; undefined where its provider signs what it tells. */
export const webhookSecretOf = (key: string): string | undefined => byKey.get(key)?.cargo?.webhookSecret;

/** The code of the hook that an extension has at a decision point, in whichever version. */
export const hookCodeOf = (key: string, point: DecisionPoint): string | undefined => byKey.get(key)?.hooks?.[point];

/** The needed operations that the extension's provider does not offer. */
export function lackingOf<O extends string>(key: string, needed: readonly O[]): O[] {
  const { channel, payment, cargo } = byKey.get(key) ?? {};
  const offered: readonly string[] = [channel, payment, cargo].flatMap((port) => port?.operations ?? []);
  return needed.filter((operation) => !offered.includes(operation));
}

/** The actions of an extension that these operations are a part of. */
export const actionsFor = (key: string, operations: readonly string[]): Action[] =>
  actionsBehind(byKey.get(key) ?? {}, operations);

/** Every secret that some extension declares, in whichever version. */
export const secretNames: readonly string[] = [
  ...new Set(published.flatMap(({ secrets }) => secrets.map(({ key }) => key))),
];

/** The secrets of an extension by their keys. A secret of several versions is that of the latest. */
export function secretsOf(extension: string): ReadonlyMap<string, ManifestSecret> {
  const declared = published.filter(({ key }) => key === extension).flatMap(({ secrets }) => secrets);
  return new Map(declared.map((secret) => [secret.key, secret]));
}

/** The names of secrets by key, as `[Turkish, English]`. Where extensions name one differently, each name has its extension. */
export const secretWords = Object.fromEntries(
  secretNames.map((key) => {
    const named = manifests.flatMap(({ key: extension, name }) => {
      const secret = secretsOf(extension).get(key);
      return secret ? [{ ...secret, name }] : [];
    });
    return [
      key,
      [
        together(named.map(({ label, name }) => [label, name])),
        together(named.map(({ english, name }) => [english, name])),
      ],
    ] as const;
  }),
);

function together(named: readonly (readonly [word: string, of: string])[]): string {
  const words = [...new Set(named.map(([word]) => word))];
  return words.length === 1 ? words.join() : named.map(([word, of]) => `${word} (${of})`).join(', ');
}
