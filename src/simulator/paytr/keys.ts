import { createHmac } from 'node:crypto';

export interface Keys {
  readonly merchantId: string;
  readonly merchantKey: string;
  readonly merchantSalt: string;
}

/** What a request carries as `paytr_token`, and a notice as `hash`. */
export const tokenOf = ({ merchantKey }: Keys, ...fields: readonly string[]): string =>
  createHmac('sha256', merchantKey).update(fields.join('')).digest('base64');
