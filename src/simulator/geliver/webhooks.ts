import { isInteger, type Resources, record } from '../kit/control';
import { objectIn, textIn } from './body';
import { badRequest, refused } from './errors';
import { idOf } from './id';
import type { Shipment } from './wire';

const WITHIN_MS = 5_000;
const COPIES_MAX = 5;
const KEPT_MAX = 1_000;

interface Webhook {
  id: string;
  type: string;
  url: string;
}

interface Delivery {
  url: string;
  shipmentId: string;
  /** Null where nobody answered. */
  status: number | null;
}

/** Who is told of shipments that move, and how well. Geliver signs nothing, and tries nothing again that anybody has documented. */
export class Webhooks {
  private readonly all: Webhook[] = [];
  private created = 0;
  private readonly deliveries: Delivery[] = [];
  private held: Shipment[] = [];
  private isHeld = false;
  private copies = 1;

  constructor(private readonly seed: number) {}

  /** What tests turn on: news that are held, and go out late, more than once, or in the reverse order. */
  readonly resource: Resources[string] = {
    GET: () => ({ held: this.held.length, deliveries: this.deliveries }),
    PUT: (body) => {
      const { hold, copies = this.copies, reversed = false } = record(body, 'The body', ['hold', 'copies', 'reversed']);
      if (typeof hold !== 'boolean' || typeof reversed !== 'boolean')
        throw new RangeError('hold and reversed must be true or false.');
      if (!isInteger(copies) || copies < 1 || copies > COPIES_MAX)
        throw new RangeError(`copies must be a whole number from 1 to ${COPIES_MAX}.`);
      this.isHeld = hold;
      this.copies = copies;
      if (!hold) this.release(reversed);
      return { hold, copies };
    },
  };

  list(): readonly Webhook[] {
    return this.all;
  }

  /** @throws {Refused} 400 */
  create(body: Buffer): Webhook {
    const { type, url } = webhookIn(body);
    const webhook = { id: idOf(this.seed, this.created++, 'webhook'), type, url };
    this.all.push(webhook);
    return webhook;
  }

  /** @throws {Refused} 404 */
  remove(id: string): void {
    const at = this.all.findIndex((webhook) => webhook.id === id);
    if (at < 0) throw refused(404, 'E1060', 'Webhook bulunamadı.');
    this.all.splice(at, 1);
  }

  /** Tells of a shipment once, for a try. @throws {Refused} 400 */
  attempt(body: Buffer, shipment: Shipment | undefined): void {
    const { url } = webhookIn(body);
    if (shipment) void this.deliver(url, shipment);
  }

  /** Tells of a shipment as it stands now. */
  tell(shipment: Shipment): void {
    const now = structuredClone(shipment);
    if (this.isHeld) this.held.push(now);
    else this.spread(now);
  }

  private release(reversed: boolean): void {
    const held = this.held;
    this.held = [];
    for (const shipment of reversed ? held.toReversed() : held) this.spread(shipment);
  }

  private spread(shipment: Shipment): void {
    for (const { url } of this.all) for (let copy = 0; copy < this.copies; copy += 1) void this.deliver(url, shipment);
  }

  private async deliver(url: string, shipment: Shipment): Promise<void> {
    const body = JSON.stringify({ event: 'TRACK_UPDATED', metadata: '', data: shipment });
    const status = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    }).then(
      (response) => response.status,
      () => null,
    );
    this.deliveries.push({ url, shipmentId: shipment.id, status });
    if (this.deliveries.length > KEPT_MAX) this.deliveries.shift();
  }
}

function webhookIn(body: Buffer): Pick<Webhook, 'type' | 'url'> {
  const sent = objectIn(body);
  const url = textIn(sent, 'url');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw badRequest('E1061', 'url geçersiz.');
  const type = sent.type === undefined ? 'TRACK_UPDATED' : textIn(sent, 'type');
  if (type !== 'TRACK_UPDATED') throw badRequest('E1062', 'type TRACK_UPDATED olmalıdır.');
  return { type, url };
}
