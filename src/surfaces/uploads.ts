import type Router from '@koa/router';
import type { Outcome } from '../kernel/bus/call';
import { cursorsOf } from '../kernel/cursor';
import { refuse } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import { object, pageQuery } from '../kernel/schema';
import { textErrors } from '../kernel/validation';
import { ownerOf } from './account';
import type { Gate } from './http';

const querySchema = object(pageQuery);

interface UploadsOptions<Row extends { readonly id: string }> {
  readonly gate: Gate;
  /** Newest first. */
  readonly rows: (storeId: string, before: string | null, most: number) => Promise<readonly Row[]>;
  readonly view: (storeId: string, row: Row) => unknown;
  readonly discard: (principal: Principal, id: string) => Promise<Outcome>;
}

/** `/v1/account/uploads`: those that wait to be committed, with what they are; and the way to make room. */
export function mountUploads<Row extends { readonly id: string }>(
  router: Router,
  { gate, rows, view, discard }: UploadsOptions<Row>,
): void {
  router.get('/v1/account/uploads', async (context) => {
    const { storeId } = await ownerOf(gate, context);
    const query = { ...context.query } as { limit?: number; cursor?: string };
    const errors = textErrors(querySchema, query, '/query');
    if (errors.length > 0) refuse('invalid_request', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
    const page = await cursorsOf('account.uploads', { query }).pageById({
      rows: (before, most) => rows(storeId, before, most),
      view: (row) => view(storeId, row),
    });
    context.body = JSON.stringify(page);
  });

  router.delete('/v1/account/uploads/:id', async (context) => {
    const principal = await ownerOf(gate, context);
    const { id } = (context as unknown as { params: { id: string } }).params;
    const { status, body, auditId } = await discard(principal, id);
    if (auditId) context.set('Audit-Id', auditId);
    if (status === 200) {
      context.status = 204;
      return;
    }
    context.status = status;
    context.type = 'application/problem+json';
    context.body = JSON.stringify({ ...(body as object), requestId: context.state.requestId });
  });
}
