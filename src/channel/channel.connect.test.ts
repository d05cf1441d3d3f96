import { extension, extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { enteredSecrets } from '../extension/secret/fields';
import { workRoute } from '../kernel/declaration/route';
import { needing, nullable, object, oneOf, t } from '../kernel/schema/schema';
import { CALLER_MS } from '../provider/deadlines';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../provider/error';
import { type Verdict, verdicts } from '../provider/port';
import type { ChannelProvider } from '../provider/provider';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'test');

/**
 * The credentials to try. They are kept nowhere: they serve one call, and go to the marketplace alone. A caller who could try out
 * credentials without being trusted with them could find them out.
 */
const candidate = object({
  config: t.Optional(needing('secrets:write', 'store:admin')(extension.columns.config.schema)),
  secrets: t.Optional(needing('secrets:write')(enteredSecrets)),
});

export default workRoute({
  id: 'channel.connect.test',
  label: { tr: 'Pazaryeri bağlantısını sına', en: 'Test the connection to the marketplace' },
  http: 'POST /v1/channel/{ext}/connect-test',
  summary:
    'Probe the marketplace with the stored credentials: credentials, identity header, allow-list. A caller who may set them probes others first: another configuration, secrets beside the stored ones.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  body: candidate,
  result: object({
    ok: t.Boolean(),
    verdict: oneOf(verdicts),
    detail: nullable(t.String()),
    latencyMs: t.Integer(),
  }),
  refuses: [
    'not_found',
    'extension_not_installed',
    'not_offered',
    'config_invalid',
    'extension_not_ready',
    'forbidden_scope',
  ],
  example: { params: { ext: exampleMarketplace } },

  async run({ db, services, storeId, params, body }) {
    const { adapter, provider } = await connectChannel({
      db,
      services,
      storeId,
      ext: params.ext,
      needs,
      instead: body,
    });
    const started = performance.now();
    const verdict = await adapter.test(AbortSignal.timeout(CALLER_MS)).then(
      () => ({ ok: true, verdict: 'connected' as const, detail: null }),
      (error: Error) => ({ ok: false, verdict: verdictOf(error, provider), detail: error.message }),
    );
    return { ...verdict, latencyMs: Math.round(performance.now() - started) };
  },
});

/** The meaning of a failure for the merchant. */
function verdictOf(error: Error, { verdicts }: ChannelProvider): Verdict {
  if (error instanceof ProviderThrottled) return 'throttled';
  if (isRefused(error)) return verdicts[error.status] ?? 'refused';
  if (error instanceof ProviderUnavailable) return (error.status && verdicts[error.status]) || 'unreachable';
  // An answer that a marketplace would never give comes from another server.
  if (error instanceof ProviderAnswerInvalid || error.name === 'TimeoutError') return 'unreachable';
  throw error;
}
