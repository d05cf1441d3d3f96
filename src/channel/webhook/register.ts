import { accountAt } from '../../extension/account';
import { refuse } from '../../kernel/errors';
import type { RemoteWebhook, WebhookRegistration } from '../../provider/channel/webhook';
import { ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { askOnce } from '../job/ask-once';
import { inTime } from '../job/in-time';
import type { JobDependencies, JobSteps } from '../job/steps';
import { webhookRegister } from './declaration';
import { keysIn } from './keys';
import { findWebhook, noteStand } from './store';

export interface Registered {
  readonly registration: WebhookRegistration;
  readonly registeredAt: string;
  /** Its id, as far as it is known. */
  readonly webhookId: string | null;
}

/** Reads address and key for the marketplace. @throws {Refusal} invalid_state of a channel that has no webhook */
export async function registrationOf(
  { database, services }: Pick<JobDependencies, 'database' | 'services'>,
  storeId: string,
  extension: string,
): Promise<Registered> {
  const db = database.reader(storeId);
  const webhook = await inTime(findWebhook(db, storeId, extension));
  const { secrets } = await inTime(accountAt(db, services.secretBox, storeId, extension));
  const [key] = keysIn(secrets, false);
  if (!webhook || key === undefined)
    return refuse('invalid_state', 'The channel has no webhook.', { facts: { state: 'not_registered' } });
  const { url, registeredAt, webhookId } = webhook;
  return { registration: { url, key }, registeredAt, webhookId };
}

export const ownIn = (list: readonly RemoteWebhook[], { registration, webhookId }: Registered) =>
  list.find(({ url }) => url === registration.url) ?? list.find((each) => each.webhookId === webhookId);

/** Tells a marketplace address and key of a webhook that it has, switches it on, and reads back whether it is. */
export async function renewWebhook(
  adapter: Pick<ChannelAdapter, 'webhooks' | 'replaceWebhook'>,
  webhookId: string,
  { registration }: Registered,
  signal: AbortSignal,
): Promise<void> {
  await adapter.replaceWebhook(webhookId, registration, signal);
  const list = await adapter.webhooks(signal);
  if (!list.some((each) => each.webhookId === webhookId && each.url === registration.url && each.isActive))
    throw new ProviderUnavailable('The marketplace does not show the webhook as it was told.');
}

/**
 * Registers the webhook of a channel. One that the marketplace has is replaced, which may be asked for again at any time; a new one is asked
 * for once and looked for. What is read back proves that the marketplace has the present key.
 */
export const webhookRegisterSteps: JobSteps<typeof webhookRegister> = {
  kind: webhookRegister,
  step: (dependencies, storeId, job, options) =>
    registering(dependencies, storeId).step(dependencies, storeId, job, options),
  flawOf: async () => undefined,
};

const registering = (dependencies: JobDependencies, storeId: string) =>
  askOnce({
    kind: webhookRegister,

    async look({ adapter, job: { extension }, signal }) {
      const registered = await registrationOf(dependencies, storeId, extension);
      const own = ownIn(await adapter.webhooks(signal), registered);
      if (!own) return undefined;
      await renewWebhook(adapter, own.webhookId, registered, signal);
      const stand = { webhookId: own.webhookId, state: 'active', isProven: true } as const;
      const writer = dependencies.database.writer(storeId);
      await inTime(noteStand(writer, storeId, extension, registered.registeredAt, stand));
      return { webhookId: own.webhookId };
    },

    // One that is there is as good as a new one: it has the present key by now.
    refuseTaken: (found) => found,

    async ask({ adapter, job: { extension }, signal }) {
      const registered = await registrationOf(dependencies, storeId, extension);
      const webhookId = await adapter.addWebhook(registered.registration, signal);
      const stand = { webhookId, state: 'active', isProven: true } as const;
      const writer = dependencies.database.writer(storeId);
      await inTime(noteStand(writer, storeId, extension, registered.registeredAt, stand));
      return { webhookId };
    },
  });
