import { readRoute } from '../kernel/declaration/declare';
import { createdAt, nullable, object, oneOf, page, pageQuery, t, time, typeNamed } from '../kernel/schema/schema';
import { listMails } from './store';
import { mailStates } from './table';

const mailSchema = typeNamed('Mail')(
  object({
    id: t.String(),
    to: t.String(),
    subject: t.String(),
    text: t.String(),
    state: oneOf(mailStates),
    lastError: nullable(t.String()),
    createdAt,
    sentAt: nullable(time()),
  }),
);

export default readRoute({
  id: 'account.mails',
  http: 'GET /v1/account/mails',
  summary: 'The mails of the store, sent or kept, newest first.',
  policy: 'owner',
  scope: null,
  query: object(pageQuery),
  result: page(mailSchema),
  refuses: [],

  run: ({ db, storeId, cursors }) =>
    cursors.pageById({
      rows: (before, most) => listMails(db, storeId, before, most),
      view: (row) => row,
    }),
});
