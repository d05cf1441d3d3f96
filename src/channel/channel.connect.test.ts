import { extensionKey } from '../extension/aggregate';
import { readRoute } from '../kernel/declaration/declare';
import { nullable, object, oneOf, t } from '../kernel/schema/schema';
import { CALLER_MS } from '../provider/deadlines';
import { ProviderAnswerInvalid, ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../provider/error';
import { type Verdict, verdicts } from '../provider/port';
import type { ChannelProvider } from '../provider/provider';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'test');

export default readRoute({
  id: 'channel.connect.test',
  label: { tr: 'Pazaryeri bağlantısını sına', en: 'Test the connection to the marketplace' },
  http: 'POST /v1/channel/{ext}/connect-test',
  summary: 'Probe the marketplace with the stored credentials: credentials, identity header, allow-list.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  result: object({
    ok: t.Boolean(),
    verdict: oneOf(verdicts),
    detail: nullable(t.String()),
    latencyMs: t.Integer(),
  }),
  refuses: ['not_found', 'extension_not_installed', 'not_offered', 'extension_not_ready'],
  example: { params: { ext: 'trendyol' } },

  async run({ db, services, storeId, params }) {
    const { adapter, provider } = await connectChannel({ db, services, storeId, ext: params.ext, needs });
    const started = performance.now();
    const verdict = await adapter.test(AbortSignal.timeout(CALLER_MS)).then(
      () => ({ ok: true, verdict: 'connected' as const, detail: null }),
      (error: Error) => ({ ok: false, verdict: verdictOf(error, provider), detail: error.message }),
    );
    return { ...verdict, latencyMs: Math.round(performance.now() - started) };
  },
});

/** What a failure means to the merchant. */
function verdictOf(error: Error, { verdicts }: ChannelProvider): Verdict {
  if (error instanceof ProviderThrottled) return 'throttled';
  if (error instanceof ProviderRefused) return verdicts[error.status] ?? 'refused';
  if (error instanceof ProviderUnavailable) return (error.status && verdicts[error.status]) || 'unreachable';
  // Whoever answers what the marketplace would not is not the marketplace.
  if (error instanceof ProviderAnswerInvalid || error.name === 'TimeoutError') return 'unreachable';
  throw error;
}
