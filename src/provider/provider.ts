import type { Settings, Values } from '../kernel/declaration/setting';
import { labelOf, placeOf } from '../kernel/schema/meaning';
import type { TObject } from '../kernel/schema/schema';
import { assertRead } from '../kernel/schema/walk';
import type { Action } from './action';
import { actionOfCargo } from './cargo-port';
import type { CargoProvider } from './cargo-provider';
import type { ClaimLimits } from './channel/claim';
import type { ListingLimits, OfferLimits } from './channel/listing';
import type { PackageActs } from './channel/package';
import type { WebhookPost, WebhookSubjects } from './channel/webhook';
import type { ProviderHttp } from './http';
import type { Manifest } from './manifest';
import type { DecisionPoint } from './manifest-document';
import { actionOfPayment, type PaymentAdapter, type PaymentOperation } from './payment-port';
import type { PaymentProvider } from './payment-provider';
import type { PictureHost } from './picture/hosts';
import { actionOfOperation, type ChannelAccount, type ChannelAdapter, type Operation, type Verdict } from './port';

/** A marketplace as the platform reaches it. */
export interface ChannelProvider<
  S = Readonly<Record<string, unknown>>,
  A extends Partial<ChannelAdapter> = Partial<ChannelAdapter>,
  O extends Operation = Operation,
> {
  /** The operations of its adapter. A capability that needs another is not offered, and is refused before anything is queued. */
  readonly operations: readonly O[];
  /**
   * Opens no connection and keeps none: an adapter serves one call or one step of a job.
   * @param http the client for requests to the marketplace: deadlines, bounds and the errors of the port come with it
   */
  connect(account: ChannelAccount, settings: S, http: ProviderHttp): A;
  /** Requests that the account may make in 10 s, in all its processes together; 0 is without limit. */
  requestsPer10Seconds(config: ChannelAccount['config']): number;
  /**
   * Limits of its request groups beside `requestsPer10Seconds`, which holds for each group that names no limit of its own.
   * Operations of no group share one. @default there is one group
   */
  groups?(config: ChannelAccount['config']): readonly RequestGroup[];
  /** Bounds on stock and prices; needed where `sendOffers` is offered. */
  readonly offerLimits?: OfferLimits;
  /** Bounds on items that are listed for the first time; needed where `sendListings` is offered. */
  readonly listingLimits?: ListingLimits;
  /** Rules for acts upon claims; needed where `actOnClaim` is offered. */
  readonly claimLimits?: ClaimLimits;
  /**
   * The acts upon packages that it knows, each with its terms; needed where `actOnPackage` is offered. Any other is refused before anything
   * is queued.
   */
  readonly packageActs?: PackageActs;
  /**
   * Proves that a post comes from the marketplace, and reads its subjects. It makes no request.
   * @param keys the keys that the marketplace may send: the present one, and for a while the one before
   * @throws WebhookRefused
   */
  readWebhook?(post: WebhookPost, keys: readonly string[]): WebhookSubjects;
  /** The hosts from which the pictures that it names are fetched. @default none are */
  pictureHosts?(settings: S): readonly PictureHost[];
  /** True if imports bring the pictures of new products. @default they do */
  wantsPictures?(config: ChannelAccount['config']): boolean;
  /** The verdicts for statuses of the marketplace. Any other is `refused`, or `unreachable` from 500 on. */
  readonly verdicts: Readonly<Record<number, Verdict>>;
}

/** Operations that share a limit of requests at the marketplace. */
export interface RequestGroup {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Requests in 10 s; null: as the channel as a whole. */
  readonly per10Seconds: number | null;
  /** Requests in 60 s; null: without limit. */
  readonly perMinute: number | null;
}

/** A server that speaks the provider's API, for a demo store and for tests. */
export interface SimulatorDeclaration {
  /** The compiled program, by its path from the compiled `src` or as an absolute one. */
  readonly program: string;
  /** Preferred where nobody else listens. */
  readonly port: number;
  args(options: { readonly products: number }): readonly string[];
  /** The variables that lead the product to the simulator. @param address `http://host:port` */
  environment(address: string): Readonly<Record<string, string>>;
  /** The account that a store enters to be let in. */
  readonly account: ChannelAccount;
  /** A payment whose money was taken before the simulator starts, for an order of the demo. */
  readonly taken?: {
    /** The reference that this product gave. */
    readonly reference: string;
    /** The provider's id of the payment. */
    readonly paymentId: string;
    /** The taken amount in kuruş. */
    readonly amount: number;
  };
}

/**
 * All that the platform has to know of a provider: what an extension's owner sees and enters, the variables that its operator sets,
 * the adapters of what it does, and the simulator that stands in for it.
 */
export interface Provider<
  S extends Settings = Settings,
  A extends Partial<ChannelAdapter> = Partial<ChannelAdapter>,
  O extends Operation = Operation,
  P extends Partial<PaymentAdapter> = Partial<PaymentAdapter>,
  Q extends PaymentOperation = PaymentOperation,
> {
  /** The manifest of the current version. */
  readonly manifest: Manifest;
  /**
   * The manifests of earlier versions, the first one first. A store stays at its installed version until it is upgraded, so the adapters
   * take the configuration of each.
   */
  readonly earlier?: readonly Manifest[];
  readonly settings: S;
  readonly channel?: ChannelProvider<Values<S>, A, O>;
  readonly payment?: PaymentProvider<Values<S>, P, Q>;
  readonly cargo?: CargoProvider<Values<S>>;
  /**
   * The code of the hooks that its manifests declare: an expression in JavaScript whose value is `(cart, config) => [operation, …]`. It runs
   * walled off, without a clock, chance or any way out, see `checkout/hook`.
   */
  readonly hooks?: Readonly<Partial<Record<DecisionPoint, string>>>;
  readonly simulator?: SimulatorDeclaration;
}

interface Acting {
  readonly manifest: Manifest;
  readonly earlier?: readonly Manifest[];
  readonly channel?: { readonly operations: readonly string[] };
  readonly payment?: { readonly operations: readonly string[] };
  readonly cargo?: { readonly operations: readonly string[] };
}

/** The actions behind operations of a provider. @param among undefined: all that it offers */
export function actionsBehind(
  { channel, payment, cargo }: Omit<Acting, 'manifest'>,
  among?: readonly string[],
): Action[] {
  const ports = [
    [channel, actionOfOperation],
    [payment, actionOfPayment],
    [cargo, actionOfCargo],
  ] as const;
  const found = ports.flatMap(([port, actionOf]) =>
    (port?.operations ?? [])
      .filter((operation) => !among || among.includes(operation))
      .map((operation) => (actionOf as Readonly<Record<string, Action | null>>)[operation]),
  );
  return [...new Set(found.filter((action) => action != null))];
}

/** The fault of manifests that do not say what their provider does: nobody could consent to it. */
export function actionFault(provider: Acting): string | undefined {
  const { manifest, earlier = [], channel } = provider;
  const declared = manifest.actions ?? [];
  const done = actionsBehind(provider);
  const hidden = done.filter((action) => !declared.includes(action));
  if (hidden.length > 0) return `does ${hidden.join(', ')}, and its manifest ${manifest.version} does not say so`;
  const idle = declared.filter((action) => !done.includes(action));
  if (idle.length > 0) return `does not do ${idle.join(', ')}, and its manifest ${manifest.version} says so`;
  // Stock is told only to a marketplace whose orders are known.
  const blind = [...earlier, manifest].find(
    ({ actions = [] }) => actions.includes('offers.send') && !actions.includes('orders.read'),
  );
  return blind && channel?.operations.includes('packages')
    ? `has orders, and its manifest ${blind.version} sends stock without reading them`
    : undefined;
}

/**
 * Declares a provider. The settings that its adapters are given follow from those that it declares.
 * @throws of what an owner enters and would read as code, or what no reader of schemas would find
 */
export function provider<
  const S extends Settings,
  A extends Partial<ChannelAdapter>,
  P extends Partial<PaymentAdapter>,
>(declared: Provider<S, A, keyof A & Operation, P, keyof P & PaymentOperation>): Provider<S> {
  for (const { key, config, blocks = [], pages = [] } of [...(declared.earlier ?? []), declared.manifest]) {
    assertForm(key, config);
    for (const { key: part, fields } of [...blocks, ...pages]) if (fields) assertForm(`${key}/${part}`, fields);
  }
  const fault = actionFault(declared);
  if (fault) throw new Error(`the provider of ${declared.manifest.key} ${fault}`);
  return declared;
}

function assertForm(key: string, form: TObject): void {
  const [unnamed] = Object.entries(form.properties).filter(([, schema]) => !labelOf(placeOf(schema as TObject)));
  if (unnamed) throw new Error(`the setting ${unnamed[0]} of ${key} has no label`);
  assertRead(`the configuration of ${key}`, form);
}
