import type Router from '@koa/router';
import { cursorsOf } from '../kernel/cursor';
import type { Database } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { object, pageQuery } from '../kernel/schema';
import { textErrors } from '../kernel/validation';
import { listMails } from '../mail/store';
import { ownerOf } from './account';
import type { Gate } from './http';

const querySchema = object(pageQuery);

/** `/v1/account/mails`: the mails of the store, sent or kept, newest first. */
export function mountMails(router: Router, gate: Gate, database: Database): void {
  router.get('/v1/account/mails', async (context) => {
    const { storeId } = await ownerOf(gate, context);
    const query = { ...context.query } as { limit?: number; cursor?: string };
    const errors = textErrors(querySchema, query, '/query');
    if (errors.length > 0) refuse('invalid_request', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
    const page = await cursorsOf('account.mails', { query }).pageById({
      rows: (before, most) => listMails(database.reader(storeId), storeId, before, most),
      view: (row) => row,
    });
    context.body = JSON.stringify(page);
  });
}
