import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, t } from '../kernel/schema/schema';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { pageReset } from './wear/reset';

export default command({
  id: 'theme.page.reset',
  label: { tr: 'Sayfayı temanın haline getir', en: 'Reset a page' },
  summary:
    'Make one page of the draft of a workspace, or its header or footer, that of the theme again. The sections that stand there go; the hash before it brings them back.',
  policy: 'workspace',
  scope: 'design:write',
  flags: ['destructive'],
  workspace: 'workspace',
  payload: object({
    page: label(
      'Sayfa',
      'Page',
    )(
      t.String({
        pattern: '^[a-z0-9_-]{3,40}$',
        description: 'Key of a page of the design, or `header`, or `footer`.',
      }),
    ),
    ...draftFields,
  }),
  result: wornSchema,
  refuses: ['not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid'],
  example: { page: 'pg_home', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, ({ bundle, pack }) => {
      const changed = pack && pageReset(bundle, pack, context.payload.page);
      return changed ?? refuse('not_found', 'The design has no such page, or its theme has none like it.');
    }),
});
