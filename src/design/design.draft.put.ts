import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRevOrNone, INT4_MAX, json, label, object, t } from '../kernel/schema/schema';
import { bodyText, HASH } from './bundle/text';
import { draftSubject, openDraft } from './draft/draft';
import { writtenSchema, writtenView } from './draft/view';
import { restoreDraft, writeDraft } from './draft/writing';
import { templates } from './template/templates';

export default command({
  id: 'design.draft.put',
  label: { tr: 'Tasarım taslağını kaydet', en: 'Save the draft of the design' },
  summary:
    'Replace the draft of a workspace by a body, or by one that the store has had, named by its hash. The rev that was read stands in `If-Match`.',
  soughtBy:
    'change edit rename home page heading title headline text section banner button link picture menu, ana sayfa başlık başlığı yazı metin bölüm görsel düğme bağlantı menü değiştir düzenle',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  removes: true,
  payload: object({
    workspace: draftQuery,
    body: t.Optional(
      label('Tasarım', 'Design')(json({ description: 'A design. What is parked may be left out, and stays.' })),
    ),
    hash: t.Optional(label('Özet', 'Hash')(t.String({ pattern: HASH, description: 'It goes without `body`.' }))),
    baseSeq: t.Optional(
      label(
        'Temel alınan sürüm',
        'Version it is based on',
      )(
        t.Integer({
          minimum: 0,
          maximum: INT4_MAX,
          description: 'It goes with `hash`. Left out: the older of those on which the draft and that body are based.',
        }),
      ),
    ),
    expectedRev: expectedRevOrNone,
  }),
  result: writtenSchema,
  refuses: [
    'invalid_request',
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'payload_too_large',
    'bundle_invalid',
  ],
  example: { workspace: 'main', body: templates[1]?.make() },
  exampleRev: 1,
  subject: draftSubject('workspace'),
  route: { http: 'PUT /v1/design/draft', query: ['workspace'] },
  redact: ({ body, ...rest }) => (body === undefined ? rest : { ...rest, hash: bodyText(body).hash }),

  async run(context) {
    const { payload, storeId, tx, services, now } = context;
    const { body, hash, baseSeq } = payload;
    const open = await openDraft(context);
    if ((body === undefined) === (hash === undefined)) wrong('/body', 'is required, or hash, and not both');
    if (baseSeq !== undefined && hash === undefined) wrong('/baseSeq', 'goes with hash alone');
    // A draft ahead of the live design could never be published.
    if (baseSeq !== undefined && baseSeq > (open.live?.rev ?? 0)) wrong('/baseSeq', 'is no version that was published');
    const written =
      hash === undefined ? await writeDraft(context, open, body) : await restoreDraft(context, open, hash, baseSeq);
    return writtenView({ db: tx, storeId, services }, written, now);
  },
});

const wrong = (pointer: string, message: string): never =>
  refuse('invalid_request', `${pointer} ${message}.`, { errors: [{ pointer, message }] });
