import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { expectedRevOrNone, label, object, oneOf, words } from '../kernel/schema/schema';
import { draftSubject } from './draft/draft';
import { writtenSchema, writtenView } from './draft/view';
import { writeWhole } from './draft/writing';
import { type Template, templateOf, templates } from './template/templates';

export default command({
  id: 'design.draftFromTemplate',
  label: { tr: 'Taslağa başlangıç tasarımıyla başla', en: 'Begin the draft with a template' },
  summary:
    'Make a starter template the draft of a workspace, in the place of the one that is there. The rev that was read stands in `If-Match`.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  removes: true,
  payload: object({
    template: label(
      'Başlangıç tasarımı',
      'Template',
    )(
      oneOf(
        templates.map(({ key }) => key),
        words(Object.fromEntries(templates.map(({ key, label: { tr, en } }) => [key, [tr, en]]))),
      ),
    ),
    workspace: draftQuery,
    expectedRev: expectedRevOrNone,
  }),
  result: writtenSchema,
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid'],
  example: { template: 'katalog', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),
  route: { http: 'POST /v1/design/draft-from-template' },

  async run(context) {
    const { payload, storeId, tx, services, now } = context;
    // Themes that another design has parked are no part of a template, and stay with the draft.
    const { parked: _, ...body } = (templateOf(payload.template) as Template).make();
    return writtenView({ db: tx, storeId, services }, await writeWhole(context, body, '/template'), now);
  },
});
