/** An address to which a marketplace posts news of packages. */
export interface RemoteWebhook {
  readonly webhookId: string;
  readonly url: string;
  /** Off: the marketplace posts nothing there. */
  readonly isActive: boolean;
}

/** An address and the key that the marketplace sends along with each post. */
export interface WebhookRegistration {
  readonly url: string;
  readonly key: string;
}

/** A post at a webhook address, as it came. */
export interface WebhookPost {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Packages that a post is about. Nothing of it is believed but their ids, which are looked up. */
export interface WebhookSubjects {
  readonly packageIds: readonly string[];
  readonly orderNumbers: readonly string[];
}
