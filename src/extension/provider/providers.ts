import { ConfigError } from '../../kernel/declaration/setting';
import { refuse } from '../../kernel/errors';
import type { Action } from '../../provider/action';
import type { CargoProvider } from '../../provider/cargo-provider';
import type { Manifest, ManifestSecret } from '../../provider/manifest';
import type { DecisionPoint } from '../../provider/manifest-document';
import type { PaymentProvider } from '../../provider/payment-provider';
import { actionsBehind, type ChannelProvider } from '../../provider/provider';
import { providers } from './list';
import { publishedBy } from './load';

const byKey = new Map(providers.map((provider) => [provider.manifest.key, provider]));
if (byKey.size < providers.length) throw new ConfigError('two providers have the same key');

/** The current version of each. */
export const manifests: readonly Manifest[] = providers.map(({ manifest }) => manifest);

/** Every version of each extension. */
export const published: readonly Manifest[] = providers.flatMap(publishedBy);

/** Finds the current version of an extension. */
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
