import type Router from '@koa/router';
import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import type { Database } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { object, pageQuery } from '../kernel/schema';
import { textErrors } from '../kernel/validation';
import { listMails } from '../proposal/mail.store';
import type { Gate } from './http';

const querySchema = object(pageQuery);

/** `/v1/account/`: an excluded prefix (spec §4.3), for the owner's session alone. The mails of the store, sent or kept, newest first. */
export function mountMails(router: Router, gate: Gate, database: Database): void {
  router.get('/v1/account/mails', async (context) => {
    const { kind, storeId } = await gate.identify(context);
    if (kind === 'anonymous') refuse('unauthenticated');
    if (kind !== 'owner') refuse('owner_only');
    const query = { ...context.query } as { limit?: number; cursor?: string };
    const errors = textErrors(querySchema, query, '/query');
    if (errors.length > 0) refuse('invalid_request', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
    const { limit = 50, cursor } = query;
    const before = cursor ? (decodeCursor('mails', cursor, 1)[0] as string) : null;
    const rows = await listMails(database.reader(storeId), storeId, before, limit + 1);
    const page = pageOf(
      rows,
      limit,
      (row) => row,
      (row) => encodeCursor('mails', [row.id]),
    );
    context.body = JSON.stringify(page);
  });
}
