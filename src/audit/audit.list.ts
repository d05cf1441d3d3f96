import { KEY_LIFE_MS } from '../kernel/bus/claim';
import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import { type FieldUnits, fieldChangeSchema, type UnitsOf } from '../kernel/declaration/entity';
import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { subjectIn } from '../kernel/declaration/subject';
import { ulidTime } from '../kernel/ids';
import { isWhole } from '../kernel/personal/personal';
import {
  askedSince,
  askedUntil,
  id,
  json,
  nullable,
  object,
  oneOf,
  PAGE_ROWS,
  page,
  pageQuery,
  t,
  time,
  typeNamed,
} from '../kernel/schema/schema';
import { referencesIn, referencesSchema } from '../kernel/table/references';
import { type Change, changeOf } from '../kernel/trace/change';
import type { KeptInverse } from '../kernel/trace/recorder';
import { type Sight, sightOf } from '../kernel/trace/sight';
import { withoutCartNames } from './cart-names';
import { servedKeys, type UndoServed } from './served-key';
import { type AuditRow, listAudit } from './store';

const auditSchema = typeNamed('AuditEntry')(
  object({
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
    proposed: nullable(
      object(
        {
          proposalId: id('prp'),
          itemId: id('pit'),
          changes: nullable(t.Array(fieldChangeSchema, { description: 'Null: the changes are too heavy for a page.' })),
        },
        { description: 'Proposed change as it was recorded; null: nothing was proposed.' },
      ),
    ),
    requestId: nullable(t.String()),
    generation: nullable(
      t.Integer({ description: 'Generation of the storefront after the command; null: it did not move.' }),
    ),
    cause: json({ description: 'Cause of the command: a job, or a proposal item and its approver.' }),
    inverse: nullable(
      object(
        {
          command: t.String(),
          payload: json(),
          door: nullable(
            object(
              {
                method: t.String(),
                path: t.String(),
                params: t.Record(t.String(), t.String(), {
                  description: 'Fields of the payload by their names in the path.',
                }),
                query: t.Array(t.String(), { description: 'Fields of the payload that stand in the query.' }),
              },
              {
                description:
                  'Where it is sent, all other fields in the body and `expectedRev` in `If-Match`; null: it is a command of the envelope.',
              },
            ),
          ),
          subject: nullable(
            t.String({
              description: 'The thing that it is about; the rev that its payload expects is held against that one.',
            }),
          ),
          idempotencyKey: t.String({
            description:
              'An undo that is sent with it happens once, whoever sends it. The same for this row until it was used without taking the row back.',
          }),
          until: time({ description: 'Time at which that key expires; later an undo with it is refused.' }),
          firstRun: nullable(
            object(
              { auditId: t.String(), outcome: oneOf(['done', 'proposed']) },
              {
                description:
                  'The undo that was done under that key, or that the same token proposes; null: there is none.',
              },
            ),
          ),
        },
        { description: 'The command that takes it back; null: there is none, or nothing to take back.' },
      ),
    ),
  }),
);

const short = t.Optional(t.String({ minLength: 1, maxLength: 120 }));

export default readRoute({
  id: 'audit.list',
  label: { tr: 'İşlem geçmişini listele', en: 'List the history' },
  http: 'GET /v1/audit',
  summary: 'Audit rows, newest first, with refused commands. A page has at most 1 MiB of payloads.',
  policy: 'read',
  scope: 'store:admin',
  query: object({
    ...pageQuery,
    id: t.Optional(id('aud')),
    entity: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 120,
        description:
          'Anything that a row changed, proposed to change or tied to something, the whole that it is a part of, its parts, its cause (a proposal, an item, a job), or a name in a refused call.',
      }),
    ),
    proposal: t.Optional(id('prp')),
    actor: short,
    command: short,
    outcome: t.Optional(oneOf(['done', 'proposed', 'refused'])),
    from: t.Optional(askedSince()),
    until: t.Optional(askedUntil()),
  }),
  result: object({ ...page(auditSchema).properties, references: referencesSchema }),
  refuses: ['invalid_request'],
  example: { query: { entity: exampleId('prd', 'CEZVE'), outcome: 'done', limit: 20 } },

  async run({ db, principal, storeId, query, services, cursors }) {
    const { limit = PAGE_ROWS, cursor: _cursor, ...filter } = query;
    const [before = null] = cursors.from(['text']) ?? [];
    const { entities } = services.capabilities;
    const sight = sightOf(principal, entities);
    const { rows, more, served, references } = await db.snapshot(async (moment) => {
      const kept = await listAudit(moment, storeId, filter, before, limit);
      const rows = await sight.kept(moment, services.secretBox, storeId, kept.rows);
      const auditPage = { ...kept, rows: rows.map((row) => visibleRow(undoable(row), sight, services.capabilities)) };
      const reversible = auditPage.rows.filter(({ inverse }) => inverse).map((row) => row.id);
      const changes = auditPage.rows.flatMap((row) => [...row.changes, ...proposedBy(row).map(changeOf)]);
      const ids = auditPage.rows.flatMap(({ entityId }) => entityId ?? []);
      return {
        ...auditPage,
        served: await servedKeys(moment, services.digests, principal, reversible),
        references: await referencesIn({ entities, changes, ids }, moment, storeId),
      };
    });
    const last = rows.at(-1);
    const answer = {
      items: rows.map((row) => view(row, served.get(row.id), services.capabilities)),
      references,
      nextCursor: more && last ? cursors.at([last.id]) : null,
    };
    return principal.kind === 'owner' ? answer : withoutCartNames(answer);
  },
});

const view = (
  { actorKind, actorId, inverse, proposed, ...row }: AuditRow,
  served: UndoServed | undefined,
  capabilities: CapabilityIndex,
) => ({
  ...row,
  proposed: proposed && {
    proposalId: proposed.proposalId,
    itemId: proposed.itemId,
    changes: proposed.preview && [...proposed.preview.changes],
  },
  changes: row.changes.map((change) => withUnits(capabilities.unitsOf, change)),
  actor: { kind: actorKind, id: actorId },
  inverse:
    inverse && served
      ? {
          ...inverse,
          door: doorOf(inverse, capabilities),
          subject: subjectOf(inverse, capabilities),
          idempotencyKey: served.key,
          until: new Date(ulidTime(served.key) + KEY_LIFE_MS).toISOString(),
          firstRun: served.firstRun,
        }
      : null,
});

const proposedBy = ({ proposed }: AuditRow) => proposed?.preview?.changes ?? [];

/** A creation guards nothing: what takes it back is about what it created. */
function subjectOf({ command, payload, subject }: KeptInverse, capabilities: CapabilityIndex): string | null {
  const [named = null] = subjectIn(capabilities.mutation(command) ?? {}, payload);
  return subject ?? named;
}

/** The route of what the envelope does not know. */
function doorOf({ command }: KeptInverse, capabilities: CapabilityIndex) {
  if (capabilities.command(command)) return null;
  const route = capabilities.mutation(command)?.route;
  if (!route) return null;
  const [method, path] = route.http.split(' ') as [string, string];
  return { method, path, params: { ...route.names }, query: [...(route.query ?? [])] };
}

/** Withholds the inverse of a row where it names something that the reader may not see: he cannot take that back. */
function visibleRow({ inverse, proposed, ...row }: AuditRow, sight: Sight, { mutation }: CapabilityIndex): AuditRow {
  const payloadOf = (id: string, payload: unknown) => sight.value(mutation(id)?.payload, payload);
  const isSeen = inverse && payloadOf(inverse.command, inverse.payload) === inverse.payload;
  // A proposed call has changed nothing but a proposal.
  const ran = row.outcome === 'done' ? mutation(row.command) : undefined;
  const call = { mutation: mutation(row.command), payload: row.payload };
  return {
    ...row,
    proposed: proposed && { ...proposed, preview: proposed.preview && sight.preview(call, proposed.preview) },
    payload: payloadOf(row.command, row.payload),
    changes: sight.changes({ mutation: ran, payload: row.payload }, row.changes),
    inverse: isSeen ? inverse : null,
  };
}

/** Removes an inverse with ended or withheld values, which cannot be put back. */
const undoable = (row: AuditRow): AuditRow => (isWhole(row.inverse) ? row : { ...row, inverse: null });

/** Adds the declared units of a change's fields, so that nobody who shows it has to guess. */
function withUnits(unitsOf: UnitsOf, change: Change) {
  const fields = Object.keys({ ...change.before, ...change.after });
  const units: Record<string, FieldUnits> = {};
  for (const field of fields) {
    const declared = unitsOf(change.entity, field);
    if (declared.unit || declared.units) units[field] = declared;
  }
  return Object.keys(units).length > 0 ? { ...change, units } : change;
}
