import { isSameText } from '../kernel/same-text';

/** The most that is read of a webhook: a shipment with all its offers has some 30 KB. */
export const WEBHOOK_BYTES_MAX = 256 * 1024;

/** A call of a provider's, as it arrived. */
export interface WebhookCall {
  /** The last part of the address that the provider was given; empty: there is none. */
  readonly secret: string;
  /** Raw: a signature is over exactly these. */
  readonly body: Uint8Array;
}

/** A webhook that is not the provider's, or says nothing that can be read. Nothing of it is believed. */
export class WebhookRefused extends Error {
  /** @param reason `forged`: whoever called does not know the secret. `malformed`: the provider would not say that. */
  constructor(
    readonly reason: 'forged' | 'malformed',
    message: string,
  ) {
    super(message);
  }
}

/** Compares two secrets. The time that it takes tells nothing of either, and an empty one never fits. */
export const isSameSecret = (given: string, kept: string): boolean => isSameText(given, kept) && kept !== '';
