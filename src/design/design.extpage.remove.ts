import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, rev, t, unit } from '../kernel/schema/schema';
import { extPageSlug } from './bundle/bundle';
import { withoutExtPage } from './bundle/extending';
import { draftSubject } from './draft/draft';
import { extended, openExtending } from './draft/extending';
import { writtenSchema } from './draft/view';

export default command({
  id: 'design.extpage.remove',
  label: { tr: 'Eklenti sayfasını kaldır', en: 'Remove a page of an extension' },
  summary:
    'Remove a page of an extension from the draft of a workspace, with the links of menus to it. The hash before it brings both back.',
  policy: 'workspace',
  scope: 'design:write',
  flags: ['destructive'],
  workspace: 'workspace',
  payload: object({
    slug: label('Adres', 'Address')({ ...extPageSlug(), description: 'The part behind /ek/.' }),
    workspace: draftQuery,
    expectedRev: t.Optional(rev({ minimum: 0 })),
  }),
  result: object({
    ...writtenSchema.properties,
    droppedLinks: label('Kaldırılan menü bağlantıları', 'Links of menus that went')(t.Integer({ ...unit('count') })),
  }),
  refuses: [
    'invalid_request',
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'payload_too_large',
    'bundle_invalid',
  ],
  example: { slug: 'teslimat', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  async run(context) {
    const { slug } = context.payload;
    const extending = await openExtending(context);
    if (!Object.hasOwn(extending.body.extPages, slug))
      refuse('not_found', 'The design has no such page.', {
        errors: [{ pointer: '/slug', message: 'is no page of the design' }],
      });
    const { body, links } = withoutExtPage(extending.body, slug);
    return { ...(await extended(context, extending, body)), droppedLinks: links };
  },
});
