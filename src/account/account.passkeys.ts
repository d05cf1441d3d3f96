import { readRoute } from '../kernel/declaration/route';
import { createdAt, nullable, object, page, pageQuery, time, typeNamed } from '../kernel/schema/schema';
import { passkeyId, passkeyName, verifiesOwner } from './passkey/entity';
import { listPasskeys } from './passkey/store';

const passkeySchema = object({
  id: passkeyId,
  name: passkeyName,
  verifiesOwner,
  createdAt,
  usedAt: nullable(time({ description: 'null: it was never used.' })),
});

export default readRoute({
  id: 'account.passkeys',
  http: 'GET /v1/account/passkeys',
  summary: 'The passkeys of the own log-in, newest first.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  query: object(pageQuery),
  result: page(typeNamed('Passkey')(passkeySchema)),
  refuses: [],

  run: ({ db, storeId, principal, cursors }) =>
    cursors.pageById({
      rows: (before, limit) => listPasskeys(db, { storeId, ownerId: principal.id, before, limit }),
      view: (row) => row,
    }),
});
