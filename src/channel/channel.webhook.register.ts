import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import type { Services } from '../kernel/declaration/services';
import { refuse } from '../kernel/errors';
import { object, typeNamed } from '../kernel/schema/schema';
import { webhookPath } from '../webhook/address';
import { askForJob } from './job/ask';
import { settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';
import { reachedAt } from './provider/reached-at';
import { webhookRegister } from './webhook/declaration';
import { drawKey } from './webhook/keys';
import { findWebhook, registerAnew } from './webhook/store';

const needs = channelNeeds('enabled', 'webhooks', 'addWebhook', 'replaceWebhook');

const { jobOrReport, view, answerOf } = jobReports([webhookRegister]);

export default command({
  id: 'channel.webhook.register',
  label: { tr: 'Bildirim adresini kaydet', en: 'Register the webhook' },
  summary:
    'Register the webhook of the shop at the marketplace, or switch it on again, with a fresh key. The key before is taken for an hour.',
  policy: 'propose',
  scope: 'store:admin',
  asksProvider: true,
  needs,
  // The key before is known to nobody any more.
  irreversible: true,
  payload: object({ ext: extensionKey }),
  result: typeNamed('WebhookJob')(jobOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_state',
  ],
  settles: settlesByJob(webhookRegister.terms, {
    answer: answerOf,
  }),
  example: { ext: exampleMarketplace },
  route: { http: 'POST /v1/channel/{ext}/webhook' },

  async run({ payload: { ext }, ...context }) {
    const { tx, storeId, services } = context;
    const manifest = await enabledChannel(tx, storeId, ext, needs);
    const url = addressOf(services, ext) + webhookPath(services.digests, storeId, ext);
    const before = await findWebhook(tx, storeId, ext);
    await drawKey(context, ext, (before?.provenAt ?? null) !== null);
    registerAnew(tx, storeId, ext, url);
    const job = await askForJob(context, webhookRegister, { extension: ext, extensionName: manifest.name, input: {} });
    return view(job);
  },
});

/** @throws {Refusal} invalid_state of a product that no marketplace reaches */
const addressOf = ({ settings }: Pick<Services, 'settings'>, ext: string): string =>
  reachedAt(settings, ext) ??
  refuse(
    'invalid_state',
    'The product has no public https address, so no marketplace reaches it (TEZGAH_PUBLIC_URL). Orders are pulled all the same.',
    { facts: { state: 'no_public_address' } },
  );
