/** How far an extension has to be: each stage holds those before it. `ready`: its secrets are set and its configuration is valid. */
export type Stage = 'known' | 'installed' | 'ready' | 'enabled';

/** What a capability needs of the extension that a call names. */
export interface ExtensionNeeds {
  /** Extensions of this kind serve it. */
  readonly kind: string;
  readonly stage: Stage;
  /** What the provider has to offer, by the names that the port of its kind has. */
  readonly operations: readonly string[];
}
