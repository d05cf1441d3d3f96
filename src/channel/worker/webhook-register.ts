import { accountAt } from '../../extension/account';
import { refuse } from '../../kernel/errors';
import type { RemoteWebhook, WebhookRegistration } from '../../provider/channel/webhook';
import { done, MISSING } from '../../provider/conversation/found';
import { ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { type Acting, actSteps } from '../job/act';
import { inTime } from '../job/in-time';
import type { JobDependencies } from '../job/steps';
import { webhookRegister } from '../webhook/declaration';
import { keysIn } from '../webhook/keys';
import { findWebhook, noteStand } from '../webhook/store';

export interface Registered {
  readonly registration: WebhookRegistration;
  readonly registeredAt: string;
  /** The id of the webhook, as far as it is known. */
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
export const webhookRegisterSteps = actSteps({
  kind: webhookRegister,

  async look(acting) {
    const registered = await registrationIn(acting);
    const own = ownIn(await acting.adapter.webhooks(acting.signal), registered);
    if (!own) return MISSING;
    await renewWebhook(acting.adapter, own.webhookId, registered, acting.signal);
    return done(await proven(acting, registered, own.webhookId));
  },

  async ask(acting) {
    const registered = await registrationIn(acting);
    const webhookId = await acting.adapter.addWebhook(registered.registration, acting.signal);
    return proven(acting, registered, webhookId);
  },
});

type Registering = Acting<typeof webhookRegister>;

const registrationIn = ({ dependencies, storeId, job }: Registering): Promise<Registered> =>
  registrationOf(dependencies, storeId, job.extension);

/** Notes that the marketplace has the webhook, with the present key. */
async function proven({ dependencies, storeId, job }: Registering, { registeredAt }: Registered, webhookId: string) {
  const stand = { webhookId, state: 'active', isProven: true } as const;
  await inTime(noteStand(dependencies.database.writer(storeId), storeId, job.extension, registeredAt, stand));
  return { webhookId };
}
