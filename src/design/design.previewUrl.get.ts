import { draftQuery, MAIN, readableDraft } from '../access/workspace/readable';
import { findWorkspace } from '../access/workspace/store';
import type { Queryable } from '../kernel/database/database';
import { readRoute } from '../kernel/declaration/declare';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import type { PreviewTarget } from '../kernel/objects/preview-tokens';
import { label, object, t, time } from '../kernel/schema/schema';
import { findBody } from '../store/design/store';
import { storeSlug } from '../store/store';

const HASH = '^[0-9a-f]{64}$';

export default readRoute({
  id: 'design.previewUrl.get',
  label: { tr: 'Tasarımın önizleme bağlantısını al', en: 'Get a link to a preview of the design' },
  http: 'GET /v1/design/preview-url',
  summary:
    'A link that shows a design to whoever has it: by `hash` as it was, for a week; else the draft of a workspace, or the live design without one.',
  policy: 'read',
  scope: 'design:read',
  query: object({
    hash: t.Optional(
      t.String({ pattern: HASH, description: 'Hash of a body of the store. It goes without `workspace`.' }),
    ),
    workspace: draftQuery,
  }),
  result: object({
    url: label('Adres', 'Address')(t.String({ description: 'No log-in is needed. It opens in a browser or a frame.' })),
    expiresAt: label('Geçerlilik sonu', 'Expires')(time()),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'previews_off'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query, services }) =>
    db.snapshot(async (moment) => {
      const target = await targetOf({ moment, storeId, principal }, query);
      const slug = await storeSlug(moment, storeId);
      return services.previews.linkTo(slug, { storeId, ...target }, new Date()) ?? refuse('previews_off');
    }),
});

interface Asker {
  readonly moment: Queryable;
  readonly storeId: string;
  readonly principal: Principal;
}

/** @throws {Refusal} invalid_request, not_found, agent_workspace_only */
async function targetOf(
  { moment, storeId, principal }: Asker,
  { hash, workspace }: { readonly hash?: string | undefined; readonly workspace?: string | undefined },
): Promise<Omit<PreviewTarget, 'storeId'>> {
  if (hash !== undefined) {
    if (workspace !== undefined) {
      const errors = [{ pointer: '/query/workspace', message: 'goes without hash' }];
      refuse('invalid_request', 'A link shows a hash or a draft, and not both.', { errors });
    }
    if ((await findBody(moment, storeId, hash)) === undefined)
      refuse('not_found', 'The store has no design of this hash.');
    return { kind: 'hash', of: hash };
  }
  const draft = await readableDraft(moment, principal, storeId, workspace);
  if (draft !== MAIN && (await findWorkspace(moment, storeId, draft)).archivedAt !== null)
    refuse('not_found', 'The workspace is archived.');
  return { kind: 'workspace', of: draft };
}
