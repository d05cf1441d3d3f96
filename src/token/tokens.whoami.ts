import { scopeSchema, shownLimits } from '../access/token/table';
import { limitsView } from '../access/token/view';
import { scopesOf } from '../kernel/declaration/roles';
import { readRoute } from '../kernel/declaration/route';
import { nullable, object, oneOf, t, time, unit } from '../kernel/schema/schema';
import { storeSummary } from '../store/store';

export default readRoute({
  id: 'tokens.whoami',
  label: { tr: 'Ben kimim', en: 'Who am I' },
  http: 'GET /v1/tokens/me',
  summary:
    'Describes the calling credential: store, kind, scopes, limits, throttle, expiry and workspace. The first call an agent should make.',
  policy: 'read',
  scope: null,
  result: object({
    storeId: t.String(),
    store: object({ id: t.String(), name: t.String(), generation: t.Integer() }),
    kind: oneOf(['owner', 'developer', 'agent']),
    id: t.String(),
    scopes: t.Array(scopeSchema),
    expiresAt: nullable(time()),
    workspaceId: nullable(t.String()),
    limits: nullable(shownLimits),
    throttlePerMinute: nullable(
      t.Integer({
        ...unit('count'),
        description: 'Calls that the token may make in any 60 seconds; large bodies count as more. null: a session.',
      }),
    ),
  }),
  refuses: ['unauthenticated'],

  async run({ principal, storeId, db, services }) {
    const { id, name, generation } = await storeSummary(db, storeId);
    return {
      storeId,
      store: { id, name, generation },
      kind: principal.kind as 'owner' | 'developer' | 'agent',
      id: principal.id,
      scopes: [...(principal.kind === 'owner' ? scopesOf(principal.role ?? 'owner') : principal.scopes)],
      expiresAt: principal.expiresAt,
      workspaceId: principal.workspaceId,
      limits: limitsView(principal.limits),
      throttlePerMinute: principal.kind === 'owner' ? null : services.settings.throttlePerMinute,
    };
  },
});
