import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { endAndTell, endedCount } from './session/entity';

export default command({
  id: 'account.sessions.end',
  label: { tr: 'Diğer oturumları sonlandır', en: 'End all other sessions' },
  summary: 'End all other sessions of the owner who asks.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({}),
  result: object({ sessionsEnded: endedCount }),
  refuses: [],
  example: {},
  route: { http: 'DELETE /v1/account/sessions' },

  async run(context) {
    const { principal } = context;
    const ended = await endAndTell(context, { ownerId: principal.id, only: null, but: principal.session ?? null });
    return { sessionsEnded: ended.length };
  },
});
