import type { CargoAccount, CargoAdapter, CargoOperation, Parcel } from './cargo-port';
import type { ProviderHttp } from './http';

/** A provider of cargo as the platform reaches it. */
export interface CargoProvider<S = Readonly<Record<string, unknown>>> {
  /** The operations of its adapter. A capability that needs another is not offered, and is refused before anything is queued. */
  readonly operations: readonly CargoOperation[];
  /**
   * Opens no connection and keeps none: an adapter serves one call or one step of a work.
   * @param http the client for requests to the provider: deadlines, bounds and the errors of the port come with it
   */
  connect(account: CargoAccount, settings: S, http: ProviderHttp): Partial<CargoAdapter>;
  /** The secret that stands behind the address at which it tells things, where it signs nothing: `<address>/<secret>`. */
  readonly webhookSecret?: string;
  /** The parcel of a store that does not measure each one. */
  parcel(config: CargoAccount['config']): Parcel;
  /** The address from which the store's parcels are fetched, by its id at the provider; null as long as it has none. */
  senderId(config: CargoAccount['config']): string | null;
  /** The configuration with another such address, and all else as it is. */
  withSender(config: CargoAccount['config'], senderId: string): Record<string, unknown>;
}
