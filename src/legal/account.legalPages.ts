import { readRoute } from '../kernel/declaration/route';
import { label, nullable, object, t, time, typeNamed } from '../kernel/schema/schema';
import { draftOf } from './draft/draft';
import { factsOf, groundOf } from './draft/facts';
import { legalKinds, legalTraits } from './page/kinds';
import { listLegalPages } from './page/store';
import { legalKind, legalPage } from './page/table';

const text = legalPage.fields.text;

const confirmed = object({
  text,
  rev: legalPage.fields.rev,
  confirmedAt: label('Onaylandı', 'Confirmed at')(time()),
  isOutdated: label(
    'Eski bilgilerle onaylı',
    'Confirmed by other facts',
  )(t.Boolean({ description: 'Facts of the shop that the text is filled with have changed since it was confirmed.' })),
});

const item = typeNamed('LegalText')(
  object({
    kind: legalKind,
    title: label('Başlık', 'Title')(t.String()),
    path: label('Adres', 'Address')(t.String({ description: 'Of its page within the storefront.' })),
    draft: label(
      'Taslak',
      'Draft',
    )(nullable(t.String({ description: 'Filled with the facts of the shop; null: nobody has stated who sells.' }))),
    confirmed: label('Yayındaki metin', 'Confirmed text')(nullable(confirmed)),
  }),
);

export default readRoute({
  id: 'account.legalPages',
  http: 'GET /v1/account/legal-pages',
  summary:
    'Texts that the law wants a shop to show: each as a draft filled with the facts of the shop, and as it was confirmed.',
  policy: 'owner',
  scope: null,
  role: 'owner',
  result: object({ items: t.Array(item, { maxItems: legalKinds.length }) }),
  refuses: [],

  run: ({ db, storeId }) =>
    db.snapshot(async (moment) => {
      const facts = await factsOf(moment, storeId);
      const ground = facts && groundOf(facts);
      const pages = new Map((await listLegalPages(moment, storeId)).map((page) => [page.kind, page]));
      const at = new Date().toISOString();
      return {
        items: legalKinds.map((kind) => {
          const page = pages.get(kind);
          const { title, path } = legalTraits[kind];
          return {
            kind,
            title,
            path: `/sayfa/${path}`,
            draft: facts ? draftOf(kind, facts, at) : null,
            confirmed: page
              ? { text: page.text, rev: page.rev, confirmedAt: page.updatedAt, isOutdated: page.ground !== ground }
              : null,
          };
        }),
      };
    }),
});
