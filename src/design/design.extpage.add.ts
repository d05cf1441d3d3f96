import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, rev, t } from '../kernel/schema/schema';
import { limits } from '../kit/limits';
import { type Bundle, extensionConfig, extPageSchema, extPageSlug } from './bundle/bundle';
import { withExtPage } from './bundle/extending';
import { finding } from './bundle/finding';
import { draftSubject } from './draft/draft';
import { extended, openExtending, refuseOne, takenOffer } from './draft/extending';
import { writtenSchema } from './draft/view';

const { extension, page } = extPageSchema.properties;

export default command({
  id: 'design.extpage.add',
  label: { tr: 'Eklenti sayfası ekle', en: 'Add a page of an extension' },
  summary:
    'Add a page of an enabled extension to the draft of a workspace, at /ek/{slug}. With `was`, the page that is there takes this address and these settings, and links of the design follow it.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  payload: object({
    slug: t.Optional(
      label(
        'Adres',
        'Address',
      )({ ...extPageSlug(), description: 'The part behind /ek/. Left out: that of the extension, or that of `was`.' }),
    ),
    extension: label('Eklenti', 'Extension')(extension),
    page: label('Eklentinin sayfası', 'Page of the extension')(page),
    config: t.Optional(label('Ayarlar', 'Settings')(extensionConfig())),
    was: t.Optional(
      label(
        'Şimdiki adresi',
        'Present address',
      )({ ...extPageSlug(), description: 'The address of a page that the design has.' }),
    ),
    workspace: draftQuery,
    expectedRev: t.Optional(rev({ minimum: 0 })),
  }),
  result: object({ ...writtenSchema.properties, slug: label('Adres', 'Address')(t.String()) }),
  refuses: [
    'invalid_request',
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'extension_unknown',
    'extension_not_installed',
    'extension_not_enabled',
    'config_invalid',
    'payload_too_large',
    'bundle_invalid',
  ],
  example: {
    slug: 'teslimat',
    extension: 'delivery',
    page: 'delivery',
    config: { preparationDays: 2, freeFrom: 75_000, returnDays: 14 },
    workspace: 'main',
  },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  async run(context) {
    const { extension, page, config = {}, was, slug: stated } = context.payload;
    const { slug: usual } = await takenOffer(context, 'pages', { extension, key: page, config });
    const extending = await openExtending(context);
    const { body } = extending;
    if (was !== undefined && !Object.hasOwn(body.extPages, was))
      refuse('not_found', 'The design has no such page.', {
        errors: [{ pointer: '/was', message: 'is no page of the design' }],
      });
    const slug = stated ?? was ?? usual ?? page;
    assertFree(body, slug, was);
    const changed = withExtPage(body, slug, { extension, page, config }, was);
    return { ...(await extended(context, extending, changed)), slug };
  },
});

/** @throws {Refusal} bundle_invalid */
function assertFree({ extPages }: Bundle, slug: string, was: string | undefined): void {
  if (slug !== was && Object.hasOwn(extPages, slug)) refuseOne(finding('/slug', 'path_taken', { name: slug }));
  if (was === undefined && Object.keys(extPages).length >= limits.extPages)
    refuseOne(finding('/slug', 'too_many', { most: limits.extPages }));
}
