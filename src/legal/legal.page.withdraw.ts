import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { markReady } from './page/readiness';
import { findLegalPage, removeLegalPage } from './page/store';
import { legalKind, legalPage } from './page/table';

export default command({
  id: 'legal.page.withdraw',
  label: { tr: 'Yasal metni yayından kaldır', en: 'Take a legal text down' },
  summary: 'Take a confirmed text down: the storefront shows it no more.',
  policy: 'owner',
  scope: null,
  role: 'owner',
  removes: true,
  // A text stands only because somebody has just read and confirmed it.
  irreversible: true,
  payload: object({ kind: legalKind }),
  result: object({}),
  refuses: ['not_found'],
  example: { kind: 'delivery' },
  route: { http: 'DELETE /v1/account/legal-pages/{kind}', names: { kind: 'kind' } },

  async run(context) {
    const { tx, storeId, payload, record } = context;
    const { kind } = payload;
    const before = await findLegalPage(tx, storeId, kind);
    if (!before) return refuse('not_found', 'No text of this kind is confirmed.');
    await markReady(context, kind, false);
    removeLegalPage(tx, storeId, kind);
    record(legalPage.word, kind, legalPage.snapshot(before), null, { kind });
    return {};
  },
});
