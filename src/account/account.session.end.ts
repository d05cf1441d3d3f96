import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { endAndTell, sessionId } from './session/entity';

export default command({
  id: 'account.session.end',
  label: { tr: 'Oturumu sonlandır', en: 'End a session' },
  summary: 'End another session of the owner who asks; the own one ends by logging out.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({ sessionId }),
  result: object({}),
  refuses: ['not_found'],
  example: { sessionId: exampleId('ses', 'EV') },
  route: { http: 'DELETE /v1/account/sessions/{ses}', names: { ses: 'sessionId' } },

  async run(context) {
    const { principal, payload } = context;
    const which = { ownerId: principal.id, only: payload.sessionId, but: principal.session ?? null };
    if ((await endAndTell(context, which)).length === 0)
      refuse('not_found', 'There is no such session, or it is the one that asks.');
    return {};
  },
});
