import { notTaken, plainAnswer } from '../provider/callback';
import { WebhookRefused } from '../provider/webhook';
import type { WebhookReading } from './port';

/** Refuses a post whose reader has thrown. @throws the error, where it is no refusal of the provider's reader */
export function refusedPost(error: unknown): WebhookReading {
  if (!(error instanceof WebhookRefused)) throw error;
  return error.reason === 'forged'
    ? notTaken('forged')
    : { accepted: false, answer: plainAnswer(400, 'Not understood') };
}
