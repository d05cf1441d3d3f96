import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { json, nullable, object, oneOf, page, pageQuery, t, time } from '../kernel/schema';

const auditSchema = object({
  id: t.String(),
  at: time(),
  actor: object({ kind: oneOf(['owner', 'developer', 'agent', 'system']), id: t.String() }),
  command: t.String(),
  idempotencyKey: nullable(t.String()),
  outcome: oneOf(['done', 'proposed', 'refused'], {
    description: 'proposed: an agent asked for it, and nothing changed.',
  }),
  code: nullable(t.String()),
  entityId: nullable(t.String()),
  payload: json(),
  changes: json(),
  requestId: nullable(t.String()),
  cause: json({ description: 'What stands behind it: a job, or a proposal item and who approved it.' }),
  inverse: nullable(
    object({ command: t.String(), payload: json() }, { description: 'The command that would take it back.' }),
  ),
});

const short = t.Optional(t.String({ minLength: 1, maxLength: 120 }));

interface AuditRow {
  readonly id: string;
  readonly actorKind: 'owner' | 'developer' | 'agent' | 'system';
  readonly actorId: string;
  readonly [column: string]: unknown;
}

export default readRoute({
  id: 'audit.list',
  http: 'GET /v1/audit',
  summary: 'Audit rows, newest first, refused commands included; by entity, actor, command or time.',
  policy: 'read',
  scope: 'store:admin',
  query: object({
    ...pageQuery,
    entity: short,
    actor: short,
    command: short,
    outcome: t.Optional(oneOf(['done', 'proposed', 'refused'])),
    from: t.Optional(time()),
    until: t.Optional(time()),
  }),
  result: page(auditSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query }) {
    const { limit = 50, cursor, entity, actor, command, outcome, from, until } = query;
    const before = cursor ? (decodeCursor('audit', cursor, 1)[0] as string) : null;
    const filters: string[] = [];
    const values: unknown[] = [storeId];
    const where = (sql: string, value: unknown): void => {
      if (value === undefined || value === null) return;
      values.push(value);
      filters.push(` AND ${sql.replace('?', `$${values.length}`)}`);
    };
    where('id < ?', before);
    where('entity_id = ?', entity);
    where('actor_id = ?', actor);
    where('command = ?', command);
    where('outcome = ?', outcome);
    where('at >= ?', from);
    where('at < ?', until);
    const rows = await db.query<AuditRow>(
      `SELECT id, at, actor_kind AS "actorKind", actor_id AS "actorId", command, key AS "idempotencyKey", outcome, code,
         entity_id AS "entityId", payload, changes, request_id AS "requestId", cause, inverse
       FROM audit_row WHERE store_id = $1${filters.join('')} ORDER BY id DESC LIMIT ${Number(limit) + 1}`,
      values,
    );
    return pageOf(rows, limit, view, (row) => encodeCursor('audit', [row.id]));
  },
});

const view = ({ actorKind, actorId, ...row }: AuditRow) =>
  ({ ...row, actor: { kind: actorKind, id: actorId } }) as never;
