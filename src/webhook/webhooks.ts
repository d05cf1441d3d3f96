import { createHash } from 'node:crypto';
import { portOf } from '../extension/provider/providers';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import type { Services } from '../kernel/declaration/services';
import { refuse } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { EffectQueue } from '../kernel/work/outbox';
import type { CallbackAnswer } from '../provider/payment-port';
import { extensionAt, opensWebhook } from './address';
import { type WebhookInput, webhookIngestion } from './contract';
import type { Posted, WebhookConsumer } from './port';
import { endWebhook, failWebhook, keepWebhook, lockWebhook, sweepWebhooks } from './store';

interface Options {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log' | 'digests'>;
  readonly consumers: readonly WebhookConsumer[];
}

/** The address to which something was posted. */
export interface WebhookPlace {
  readonly storeId: string;
  readonly ext: string;
  readonly secret: string;
}

const REASON_LENGTH_MAX = 300;

/** Takes what providers tell by themselves, and has it handled once. */
export class Webhooks {
  constructor(private readonly options: Options) {}

  /** Admits a post before anything of it is read. @throws {Refusal} not_found for an address that no store was shown */
  admit({ storeId, ext: segment, secret }: WebhookPlace): void {
    const ext = extensionAt(segment);
    if (!this.consumerOf(ext) || !opensWebhook(this.options.services.digests, storeId, ext, secret)) nothing();
  }

  /**
   * Keeps what was posted, once it is known who did, and has it handled. @returns the provider's own answer
   * @throws {Refusal} not_found, extension_not_installed, extension_not_ready, unavailable
   */
  async take({ storeId, ext: segment }: WebhookPlace, posted: Posted): Promise<CallbackAnswer> {
    const ext = extensionAt(segment);
    const { bus, database, services } = this.options;
    const consumer = this.consumerOf(ext) ?? nothing();
    const reading = await consumer.read({ db: database.reader(storeId), services, storeId, ext }, posted);
    if (!reading.accepted) return reading.answer;
    const digest = createHash('sha256').update(posted.behind).update('\0').update(posted.body).digest('hex');
    await bus.inTransaction<void>(storeId, async (tx) => {
      const now = await bus.timeOf(tx);
      const fresh = { id: newId('whk'), extension: ext, digest, news: reading.news };
      const webhookId = await keepWebhook(tx, storeId, fresh, now);
      if (webhookId === undefined) return { keep: false, value: undefined };
      sweepWebhooks(tx, storeId, now);
      const effects = new EffectQueue();
      effects.startWorkflow(webhookIngestion, { storeId, webhookId });
      effects.write(tx, storeId, undefined);
      return { keep: true, value: undefined };
    });
    return reading.answer;
  }

  /** Has whoever it is for look, once, whoever drives it and how often. @returns null of what has nothing to be done about it */
  handle({ storeId, webhookId }: WebhookInput): Promise<'handled' | 'ignored' | null> {
    const { bus } = this.options;
    return bus.inTransaction<'handled' | 'ignored' | null>(storeId, async (tx) => {
      const row = await lockWebhook(tx, storeId, webhookId);
      if (!row) return { keep: false, value: null };
      const { extension: ext, news } = row;
      const consumer = this.consumerOf(ext);
      if (!consumer) throw new Error(`nobody takes the webhooks of ${ext}`);
      const effects = new EffectQueue();
      const handling = { tx, effects, now: await bus.timeOf(tx), storeId, ext };
      const state = (await consumer.handle(handling, news as Parameters<WebhookConsumer['handle']>[1]))
        ? 'handled'
        : 'ignored';
      endWebhook(tx, storeId, webhookId, state);
      effects.write(tx, storeId, undefined);
      return { keep: true, value: state };
    });
  }

  async giveUp({ storeId, webhookId }: WebhookInput, reason: string): Promise<'failed'> {
    await failWebhook(this.options.database.writer(storeId), storeId, webhookId, reason.slice(0, REASON_LENGTH_MAX));
    return 'failed';
  }

  private consumerOf(ext: string): WebhookConsumer | undefined {
    return this.options.consumers.find(({ port }) => port === portOf(ext));
  }
}

const nothing = (): never => refuse('not_found', 'There is nothing at this path.');
