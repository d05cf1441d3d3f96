import { plainAnswer } from '../provider/callback';
import { WebhookRefused } from '../provider/webhook';
import type { WebhookReading } from './port';

/** Answer to a post that is taken. */
export const TAKEN = plainAnswer(200, 'OK');

/** Answer to a post without a signature that can be checked. */
export const NOT_SIGNED: WebhookReading = { accepted: false, answer: plainAnswer(401, 'Not signed') };

/** Refuses a post whose reader has thrown. @throws the error, where it is no refusal of the provider's reader */
export function refusedPost(error: unknown): WebhookReading {
  if (!(error instanceof WebhookRefused)) throw error;
  return error.reason === 'forged' ? NOT_SIGNED : { accepted: false, answer: plainAnswer(400, 'Not understood') };
}
