import { linkSchema, linkToDraft } from '../design/preview/link';
import { readRoute } from '../kernel/declaration/route';
import { exampleParams, workspaceParams } from './sandbox/fields';

export default readRoute({
  id: 'workspaces.preview',
  label: { tr: 'Çalışma alanının önizleme bağlantısını al', en: 'Get a link to the preview of a workspace' },
  http: 'GET /v1/workspaces/{ws}/preview-url',
  summary:
    'A link that follows the design draft of a workspace, and the live design while it has none. It stays the same for a week; an archived workspace shows nothing.',
  policy: 'read',
  scope: 'design:read',
  params: workspaceParams,
  result: linkSchema,
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'previews_off'],
  example: { params: exampleParams },

  run: ({ db, storeId, principal, params: { ws }, services }) =>
    db.snapshot((moment) => linkToDraft({ moment, storeId, principal, services }, ws, '/path/ws')),
});
