import { command } from '../kernel/declaration/command';
import { Contention, refuse } from '../kernel/errors';
import { expectedRevOrNone, object } from '../kernel/schema/schema';
import { factsOf, groundOf } from './draft/facts';
import { markReady } from './page/readiness';
import { changeLegalPage, findLegalPage, insertLegalPage } from './page/store';
import { legalKind, legalPage, legalPageSchema } from './page/table';

export default command({
  id: 'legal.page.confirm',
  label: { tr: 'Yasal metni onayla', en: 'Confirm a legal text' },
  summary:
    'Confirm a text that the law wants shown, as its owner has read and edited it. The storefront shows it from then on.',
  policy: 'owner',
  scope: null,
  role: 'owner',
  // An owner who confirms a text has read it: taking a newer one back would confirm an older one unread.
  irreversible: true,
  payload: object({ kind: legalKind, text: legalPage.columns.text.schema, expectedRev: expectedRevOrNone }),
  result: legalPageSchema,
  refuses: ['invalid_state', 'rev_conflict'],
  example: { kind: 'delivery', text: '## Teslim süresi\n\nÜrünler 1–3 gün içinde teslim edilir.' },
  route: { http: 'PUT /v1/account/legal-pages/{kind}', names: { kind: 'kind' } },
  subject: { ...legalPage.by('kind'), optional: true },

  async run(context) {
    const { tx, storeId, now, payload, guardRev, record } = context;
    const { kind, text } = payload;
    const facts =
      (await factsOf(tx, storeId)) ??
      refuse('invalid_state', 'Nobody has stated who sells: state the identity first.', {
        facts: { state: 'identity_missing' },
      });
    const before = await findLegalPage(tx, storeId, kind);
    guardRev(kind, before?.rev ?? 0);
    const stated = { text, ground: groundOf(facts) };
    await markReady(context, kind, true);
    if (before) return changeLegalPage(context, before, stated, { kind });
    if (!(await insertLegalPage(tx, storeId, { kind, ...stated }, now)))
      throw new Contention(storeId, 'Somebody confirmed this text a moment ago.');
    const at = now.toISOString();
    const made = { kind, ...stated, rev: 1, createdAt: at, updatedAt: at };
    record(legalPage.word, kind, null, legalPage.snapshot(made), { kind });
    return made;
  },
});
