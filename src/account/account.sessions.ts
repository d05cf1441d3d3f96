import { readRoute } from '../kernel/declaration/route';
import { createdAt, nullable, object, page, pageQuery, t, time, typeNamed } from '../kernel/schema/schema';
import { sessionId } from './session/entity';
import { listSessions } from './session/store';

const sessionSchema = object({
  id: sessionId,
  device: nullable(t.String({ description: 'Program that logged in, by its own words.' })),
  createdAt,
  usedAt: time({ description: 'A minute late at most.' }),
  expiresAt: time(),
  isCurrent: t.Boolean({ description: 'The one that asks.' }),
});

export default readRoute({
  id: 'account.sessions',
  http: 'GET /v1/account/sessions',
  summary: 'The sessions of the owner who asks, in all stores, newest first.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  query: object(pageQuery),
  result: page(typeNamed('Session')(sessionSchema)),
  refuses: [],

  run({ db, principal, cursors }) {
    const own = { ownerId: principal.id, current: principal.session ?? null };
    return cursors.pageById({ rows: (before, most) => listSessions(db, own, before, most), view: (row) => row });
  },
});
