import type { StoreReader, Transaction } from '../kernel/database/queryable';
import type { Effects } from '../kernel/declaration/context';
import type { Services } from '../kernel/declaration/services';
import type { CallbackAnswer, PostedCallback } from '../provider/payment-port';

/** The most that is read of a webhook, in bytes. */
export const POSTED_BYTES_MAX = 256 * 1024;

/** A request that a provider has posted, as it came. */
export interface Posted extends PostedCallback {
  /** The part behind the address that the store was shown, for providers that sign nothing; empty where there is none. */
  readonly behind: string;
}

/**
 * The subject of a webhook, as far as its consumer needs it to look: identifiers and codes, and no words of anybody. It is kept in a row
 * for weeks, and buyers' data is not.
 */
export type WebhookNews = Readonly<Record<string, string | number | boolean | null>>;

export type WebhookReading =
  /** The answer is sent once the news is kept. */
  | { readonly accepted: true; readonly news: WebhookNews; readonly answer: CallbackAnswer }
  | { readonly accepted: false; readonly answer: CallbackAnswer };

export interface WebhookAt {
  readonly db: StoreReader;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
  readonly storeId: string;
  readonly ext: string;
}

export interface WebhookHandling {
  /** The transaction of the mark that the webhook is handled: both stay, or neither does. */
  readonly tx: Transaction;
  readonly effects: Effects;
  readonly now: Date;
  readonly storeId: string;
  readonly ext: string;
}

/** The handling of webhooks by a noun that works with their providers. A webhook is a reason to look, and no proof of anything. */
export interface WebhookConsumer {
  /** The port of the providers whose webhooks the consumer takes. */
  readonly port: 'payment' | 'cargo' | 'channel';
  /**
   * Authenticates what was posted, as the provider does, and says what it is about. It asks nobody.
   * @throws {Refusal} of an extension that the store has not set up
   */
  read(at: WebhookAt, posted: Posted): Promise<WebhookReading>;
  /**
   * Has whoever waits for it look. News may come late, out of order, and more than once in other words.
   * @returns false of what is about nothing here
   */
  handle(handling: WebhookHandling, news: WebhookNews): Promise<boolean>;
}
