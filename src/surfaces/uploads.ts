import type Router from '@koa/router';
import type { Outcome } from '../kernel/bus/call';
import type { Principal } from '../kernel/principal';
import { ownerOf } from './account';
import type { Gate } from './http';
import { refusals } from './openapi/refusals';

interface UploadsOptions {
  readonly gate: Gate;
  readonly discard: (principal: Principal, id: string, requestId: string) => Promise<Outcome>;
}

/** `DELETE /v1/account/uploads/{id}`: the owner's way to make room. */
export function mountUploads(router: Router, { gate, discard }: UploadsOptions): void {
  router.delete('/v1/account/uploads/:id', async (context) => {
    const principal = await ownerOf(gate, context);
    const { id } = (context as unknown as { params: { id: string } }).params;
    const { status, body, auditId } = await discard(principal, id, context.state.requestId);
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

/** This operation in OpenAPI. */
export const uploadPaths = {
  '/v1/account/uploads/{id}': {
    delete: {
      operationId: 'account.uploads.discard',
      tags: ['account'],
      summary: 'Discard an upload that waits to be committed: it makes room, and what would commit it is refused.',
      description:
        'For owner sessions only; no token may call it. Takes none of Idempotency-Key, Dry-Run and If-Match, and refuses them.',
      security: [{ session: [], csrf: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        204: { description: 'Discarded.', headers: { 'Audit-Id': { $ref: '#/components/headers/Audit-Id' } } },
        ...refusals([
          'invalid_request',
          'unauthenticated',
          'csrf_failed',
          'owner_only',
          'not_found',
          'throttled',
          'unavailable',
        ]),
      },
    },
  },
};
