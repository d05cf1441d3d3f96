import { draftQuery } from '../access/workspace/readable';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { findBody } from '../store/design/store';
import { linkSchema, linkTo, linkToDraft } from './preview/link';

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
  result: linkSchema,
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'previews_off'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query: { hash, workspace }, services }) =>
    db.snapshot(async (moment) => {
      const asker = { moment, storeId, principal, services };
      if (hash === undefined) return linkToDraft(asker, workspace);
      if (workspace !== undefined) {
        const errors = [{ pointer: '/query/workspace', message: 'goes without hash' }];
        refuse('invalid_request', 'A link shows a hash or a draft, and not both.', { errors });
      }
      if ((await findBody(moment, storeId, hash)) === undefined)
        refuse('not_found', 'The store has no design of this hash.');
      return linkTo(asker, { kind: 'hash', of: hash });
    }),
});
