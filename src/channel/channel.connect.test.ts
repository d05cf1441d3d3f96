import { extensionKey } from '../extension/extension.view';
import { readRoute } from '../kernel/declare';
import { Refusal } from '../kernel/errors';
import { nullable, object, oneOf, t } from '../kernel/schema';
import { connectChannel } from './channel.connect';
import { ProviderRefused, ProviderThrottled, ProviderUnavailable } from './provider.error';

const DEADLINE_MS = 15_000;

export default readRoute({
  id: 'channel.connect.test',
  http: 'POST /v1/channel/{ext}/connect-test',
  summary: 'Probe the marketplace with the stored credentials: credentials, identity header, allow-list.',
  policy: 'quote',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  result: object({
    ok: t.Boolean(),
    verdict: oneOf([
      'connected',
      'credentials_refused',
      'identity_refused',
      'not_allow_listed',
      'throttled',
      'unreachable',
      'refused',
    ]),
    detail: nullable(t.String()),
    latencyMs: t.Integer(),
  }),
  refuses: ['not_found', 'extension_not_installed', 'extension_not_ready'],

  async run({ db, services, storeId, params }) {
    const { adapter } = await connectChannel({ db, services, storeId, ext: params.ext });
    const started = performance.now();
    const verdict = await adapter.test(AbortSignal.timeout(DEADLINE_MS)).then(
      () => ({ ok: true, verdict: 'connected' as const, detail: null }),
      (error: Error) => ({ ok: false, verdict: verdictOf(error), detail: error.message }),
    );
    return { ...verdict, latencyMs: Math.round(performance.now() - started) };
  },
});

/** What each failure means to the merchant (providers.md §1): 401 key or secret, 403 identity header, 503 address not on the allow-list. */
function verdictOf(error: Error) {
  if (error instanceof Refusal) throw error;
  if (error instanceof ProviderThrottled) return 'throttled' as const;
  if (error instanceof ProviderUnavailable)
    return error.message.includes('503') ? ('not_allow_listed' as const) : ('unreachable' as const);
  if (error instanceof ProviderRefused) {
    if (error.status === 401) return 'credentials_refused' as const;
    return error.status === 403 ? ('identity_refused' as const) : ('refused' as const);
  }
  if (error.name === 'TimeoutError') return 'unreachable' as const;
  throw error;
}
