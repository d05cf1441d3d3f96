import { t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { CargoNews } from '../cargo-port';
import { readJson } from '../json';
import { isSameSecret, WEBHOOK_BYTES_MAX, type WebhookCall, WebhookRefused } from '../webhook';
import { shipmentIn, trackingOf } from './shipment';

/** Geliver signs nothing: the header names that its libraries have reserved are not in force (providers.md §3). */
const eventSchema = t.Object({ event: t.Literal('TRACK_UPDATED'), data: t.Unknown() });

/**
 * Reads a webhook. Its only proof is the secret in the address that Geliver was given. So the secret is checked first, and nothing is read
 * before.
 * @throws {WebhookRefused}
 */
export function newsIn({ secret, body }: WebhookCall, kept: string): CargoNews {
  if (!isSameSecret(secret, kept)) throw new WebhookRefused('forged', 'The webhook does not know the secret.');
  if (body.byteLength > WEBHOOK_BYTES_MAX)
    throw new WebhookRefused('malformed', `The webhook has more than ${WEBHOOK_BYTES_MAX} bytes.`);
  const event = parsed(body);
  if (schemaErrors(eventSchema, event).length > 0)
    throw new WebhookRefused('malformed', 'The webhook tells of nothing that is known.');
  try {
    const shipment = shipmentIn((event as { readonly data: unknown }).data);
    return { shipmentId: shipment.id, tracking: trackingOf(shipment) };
  } catch (error) {
    throw new WebhookRefused('malformed', (error as Error).message);
  }
}

function parsed(body: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookRefused('malformed', 'The webhook is no JSON.');
  }
}
