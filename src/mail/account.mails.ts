import { readRoute } from '../kernel/declaration/route';
import { createdAt, nullable, object, oneOf, page, pageQuery, t, time, typeNamed } from '../kernel/schema/schema';
import { writtenLetters } from './letters';
import { listMails, seesLettersAlone } from './store';
import { mailStates } from './table';

const mailSchema = typeNamed('Mail')(
  object({
    id: t.String(),
    to: nullable(t.String({ description: 'null: whoever it was written to is forgotten.' })),
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
  summary: 'The mails of the store, sent or kept, newest first; those to persons of the store are for owners alone.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({ ...pageQuery, state: t.Optional(oneOf(mailStates)) }),
  result: page(mailSchema),
  refuses: [],

  run: ({ db, principal, storeId, query: { state = null }, cursors, services }) =>
    db.snapshot((moment) =>
      cursors.pageById({
        async rows(before, most) {
          const mails = await listMails(
            moment,
            storeId,
            { lettersAlone: seesLettersAlone(principal), state, before },
            most,
          );
          const letters = await writtenLetters(moment, services, storeId, mails);
          return mails.map((row) => ({ ...row, ...letters.get(row.id) }));
        },
        view: ({ id, to, subject, text, state, lastError, createdAt, sentAt }) => ({
          ...{ id, to, subject, text, state, lastError, createdAt, sentAt },
        }),
      }),
    ),
});
