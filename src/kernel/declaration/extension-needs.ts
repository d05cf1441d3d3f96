/** The stage that an extension has to reach; each holds those before it. `ready`: its secrets are set and its configuration is valid. */
export type Stage = 'known' | 'installed' | 'ready' | 'enabled';

/** Needs of a capability towards the extension that a call names. */
export interface ExtensionNeeds {
  /** Extensions of this kind serve it. */
  readonly kind: string;
  readonly stage: Stage;
  /** Operations that the provider has to offer, by their names in the port of its kind. */
  readonly operations: readonly string[];
}
