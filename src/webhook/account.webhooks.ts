import { readRoute } from '../kernel/declaration/route';
import { object, page, pageQuery, typeNamed } from '../kernel/schema/schema';
import { listWebhooks } from './store';
import { webhook } from './table';

const { id, extension, state, failure, createdAt, handledAt } = webhook.fields;

export default readRoute({
  id: 'account.webhooks',
  http: 'GET /v1/account/webhooks',
  summary: 'Messages that providers have sent to the store, newest first, each with its outcome.',
  policy: 'owner',
  scope: null,
  query: object(pageQuery),
  result: page(typeNamed('Webhook')(object({ id, extension, state, failure, createdAt, handledAt }))),
  refuses: [],

  run: ({ db, storeId, cursors }) =>
    cursors.pageById({
      rows: (before, most) => listWebhooks(db, storeId, before, most),
      view: (row) => ({
        id: row.id,
        extension: row.extension,
        state: row.state,
        failure: row.failure,
        createdAt: row.createdAt,
        handledAt: row.handledAt,
      }),
    }),
});
