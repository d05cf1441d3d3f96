import { createHash } from 'node:crypto';
import { jsonOf } from '../../kit/long-number';
import type { Waits } from '../../kit/waits';
import { type Json, objectIn, textIn } from './body';
import { refusedOrder } from './errors';
import type { Knobs } from './knobs';
import type { ShipmentPackage } from './wire';

const WEBHOOKS_MAX = 15;
const RETRY_MS = 5 * 60_000;
/** A webhook that has failed so often in a row is posted to no more. */
const FAILURES_MAX = 13;
const WITHIN_MS = 5_000;
const AT_ONCE = 16;
const KEPT_MAX = 2_000;
const FORBIDDEN = /trendyol|dolap|localhost/i;

const subscriptions = [
  'CREATED',
  'PICKING',
  'INVOICED',
  'SHIPPED',
  'CANCELLED',
  'DELIVERED',
  'UNDELIVERED',
  'RETURNED',
  'UNSUPPLIED',
  'AWAITING',
  'UNPACKED',
  'AT_COLLECTION_POINT',
  'VERIFIED',
] as const;

interface Webhook {
  id: string;
  createdDate: number;
  lastModifiedDate: number;
  url: string;
  username: string | null;
  authenticationType: 'BASIC_AUTHENTICATION' | 'API_KEY';
  status: 'ACTIVE' | 'PASSIVE';
  subscribedStatuses: string[];
  secret: string;
  failures: number;
}

interface Post {
  readonly webhookId: string;
  readonly body: string;
  readonly packageId: number;
  readonly status: string;
}

interface Delivery {
  webhookId: string;
  packageId: number;
  status: string;
  /** Null where nobody answered. */
  answer: number | null;
}

const bad = (message: string) => refusedOrder(400, 'Bad Request', message);

/** Addresses that are told of packages whose status changes. Posts are unsigned, and tried until somebody takes them. */
export class Webhooks {
  readonly deliveries: Delivery[] = [];
  private readonly all: Webhook[] = [];
  private readonly waiting: Post[] = [];
  private held: Post[] = [];
  private running = 0;
  private created = 0;
  private closed = false;

  constructor(
    private readonly seed: number,
    private readonly now: () => number,
    private readonly knobs: Knobs,
    private readonly waits: Waits,
  ) {}

  /** Secrets are never told. */
  list(): Omit<Webhook, 'secret' | 'failures'>[] {
    return this.all.map(({ secret: _, failures: __, ...told }) => told);
  }

  /** @throws {ProviderError} 400 */
  create(body: Buffer): { id: string } {
    if (this.all.length >= WEBHOOKS_MAX) throw bad(`En fazla ${WEBHOOKS_MAX} webhook oluşturulabilir.`);
    const wanted = wantedIn(objectIn(body));
    const id = createHash('sha256')
      .update(`${this.seed}:${this.created++}`)
      .digest('hex')
      .slice(0, 24);
    const atMs = this.now();
    this.all.push({ id, createdDate: atMs, lastModifiedDate: atMs, status: 'ACTIVE', failures: 0, ...wanted });
    return { id };
  }

  /** Replaces all of it but whether it is on. @throws {ProviderError} 400, 404 */
  replace(id: string, body: Buffer): null {
    Object.assign(this.find(id), wantedIn(objectIn(body)), { lastModifiedDate: this.now() });
    return null;
  }

  /** @throws {ProviderError} 404 */
  remove(id: string): null {
    this.all.splice(this.all.indexOf(this.find(id)), 1);
    return null;
  }

  /** @throws {ProviderError} 404 */
  turn(id: string, status: Webhook['status']): null {
    Object.assign(this.find(id), { status, failures: 0, lastModifiedDate: this.now() });
    return null;
  }

  tell(told: ShipmentPackage): void {
    const { envelope, copies, otherBytes, postAfterMs, lost, hold } = this.knobs;
    if (lost) return;
    const said = envelope === 'content' ? { page: 0, size: 1, totalPages: 1, totalElements: 1, content: [told] } : told;
    for (const { id, subscribedStatuses, status } of this.all) {
      if (status !== 'ACTIVE' || !isSubscribed(subscribedStatuses, told.status)) continue;
      for (let copy = 0; copy < copies; copy++) {
        const body = otherBytes && copy > 0 ? jsonOf(reversed(said), copy) : jsonOf(said);
        const post = { webhookId: id, body, packageId: told.shipmentPackageId, status: told.status };
        if (hold) this.held.push(post);
        else if (postAfterMs > 0) this.waits.after(postAfterMs, () => this.post(post));
        else this.post(post);
      }
    }
  }

  get heldCount(): number {
    return this.held.length;
  }

  release(isReversed: boolean): void {
    const { held } = this;
    this.held = [];
    for (const post of isReversed ? held.toReversed() : held) this.post(post);
  }

  close(): void {
    this.closed = true;
    this.waiting.length = 0;
  }

  private post(post: Post): void {
    this.waiting.push(post);
    while (this.running < AT_ONCE && this.waiting.length > 0) void this.work();
  }

  private async work(): Promise<void> {
    this.running++;
    for (let post = this.waiting.shift(); post && !this.closed; post = this.waiting.shift()) await this.deliver(post);
    this.running--;
  }

  private async deliver(post: Post): Promise<void> {
    const webhook = this.all.find(({ id }) => id === post.webhookId);
    if (webhook?.status !== 'ACTIVE') return;
    const answer = await fetch(webhook.url, {
      method: 'POST',
      body: post.body,
      headers: { 'content-type': 'application/json', ...proofOf(webhook) },
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => null,
    );
    const { packageId, status } = post;
    this.deliveries.push({ webhookId: webhook.id, packageId, status, answer });
    if (this.deliveries.length > KEPT_MAX) this.deliveries.shift();
    if (answer !== null && answer < 300) {
      webhook.failures = 0;
      return;
    }
    webhook.failures++;
    if (webhook.failures >= FAILURES_MAX) webhook.status = 'PASSIVE';
    else if (!this.closed) this.waits.after(RETRY_MS, () => this.post(post));
  }

  private find(id: string): Webhook {
    const webhook = this.all.find((each) => each.id === id);
    if (!webhook) throw refusedOrder(404, 'Not Found', 'Webhook bulunamadı.');
    return webhook;
  }
}

function proofOf({ authenticationType, username, secret }: Webhook): Record<string, string> {
  if (authenticationType === 'API_KEY') return { 'x-api-key': secret };
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
}

/** AtCollectionPoint is AT_COLLECTION_POINT, and UnDelivered is UNDELIVERED. */
function isSubscribed(subscribed: readonly string[], status: string): boolean {
  const bare = (word: string): string => word.replaceAll('_', '').toUpperCase();
  return subscribed.length === 0 || subscribed.some((each) => bare(each) === bare(status));
}

/** The same JSON with its fields in the other order. */
function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, Array.isArray(each) ? each.map(reversed) : reversed(each)]),
  );
}

function wantedIn(
  sent: Json,
): Pick<Webhook, 'url' | 'username' | 'authenticationType' | 'subscribedStatuses' | 'secret'> {
  const url = textIn(sent, 'url');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw bad('url geçersiz.');
  if (FORBIDDEN.test(url)) throw bad('url Trendyol, Dolap veya Localhost içeremez.');
  const { authenticationType, subscribedStatuses = [] } = sent;
  const isKnown = (each: unknown): boolean => subscriptions.some((status) => status === each);
  if (!Array.isArray(subscribedStatuses) || !subscribedStatuses.every(isKnown))
    throw bad('subscribedStatuses geçersiz.');
  if (authenticationType === 'API_KEY')
    return { url, username: null, authenticationType, subscribedStatuses, secret: textIn(sent, 'apiKey') };
  if (authenticationType === 'BASIC_AUTHENTICATION') {
    const [username, secret] = [textIn(sent, 'username'), textIn(sent, 'password')];
    return { url, username, authenticationType, subscribedStatuses, secret };
  }
  throw bad('authenticationType BASIC_AUTHENTICATION veya API_KEY olmalıdır.');
}
