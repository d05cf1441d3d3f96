import type { StoreReader, Transaction } from '../kernel/database/database';
import type { Effects, Services } from '../kernel/declaration/declare';
import type { CallbackAnswer, PostedCallback } from '../provider/payment-port';

/** The most that is read of a webhook, in bytes. */
export const POSTED_BYTES_MAX = 256 * 1024;

/** What a provider has posted, as it came. */
export interface Posted extends PostedCallback {
  /** What stands behind the address that the store was shown: of providers that sign nothing; empty where nothing does. */
  readonly behind: string;
}

/**
 * What a webhook is about, as far as its consumer needs it to look: identifiers and codes, and no words of anybody. It is kept in a row
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
  /** What it does stays with the mark that the webhook is handled, or nothing of both does. */
  readonly tx: Transaction;
  readonly effects: Effects;
  readonly now: Date;
  readonly storeId: string;
  readonly ext: string;
}

/** What a noun does with the webhooks of the providers that it works with. A webhook is a reason to look, and no proof of anything. */
export interface WebhookConsumer {
  /** Which port a provider declares whose webhooks it takes. */
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
