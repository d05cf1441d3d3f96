import { readRoute } from '../kernel/declaration/route';
import { nullable, object, t, time, unit } from '../kernel/schema/schema';
import { factorOf } from './factor/store';

export default readRoute({
  id: 'account.secondFactor',
  http: 'GET /v1/account/second-factor',
  summary: 'Whether the own log-in has a second step, of what, and how many recovery codes are left.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  result: object({
    since: nullable(time({ description: 'null: the password alone opens the log-in.' })),
    authenticatorSince: nullable(time({ description: 'null: it has no authenticator.' })),
    passkeys: t.Integer(unit('count')),
    recoveryCodesLeft: t.Integer(unit('count')),
    isRequired: t.Boolean({ description: 'A store of the log-in requires it of its owners: it cannot be turned off.' }),
    isRequiredHere: t.Boolean({ description: 'The store of the session requires it.' }),
  }),
  refuses: [],

  run: ({ db, principal, storeId }) => factorOf(db, storeId, principal.id),
});
