import { nameOf } from '../../kernel/database/footprint';
import { label, object, oneOf, paragraphs, t, words } from '../../kernel/schema/schema';
import { guarded } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { legalKinds, legalTraits } from './kinds';

export const TEXT_LENGTH_MAX = 30_000;

/** A text is confirmed once. */
export const uniqueLegalPage = unique<string>({
  index: 'legal_page_pkey',
  name: (kind) => nameOf('legalPage', kind),
});

export const legalKind = label(
  'Yasal metin',
  'Legal text',
)(
  oneOf(
    legalKinds,
    words(
      Object.fromEntries(
        legalKinds.map((kind) => [kind, [legalTraits[kind].title, legalTraits[kind].english] as const]),
      ) as Record<(typeof legalKinds)[number], readonly [string, string]>,
    ),
  ),
);

/** A text that the owner has read and confirmed: the storefront shows no other. One row a kind, under a rev of its own. */
export const legalPage = guarded({
  word: 'legalPage',
  key: 'kind',
  label: label('Yasal metin', 'Legal text'),
  table: 'legal_page',
  columns: {
    kind: {
      type: 'text',
      schema: legalKind,
      kept: 'once',
      compared: false,
      touches: (kind: string) => [uniqueLegalPage.name(kind)],
    },
    text: {
      type: 'text',
      schema: label(
        'Metin',
        'Text',
      )(
        paragraphs(TEXT_LENGTH_MAX, {
          description:
            'A line that begins with `## ` is a heading, one with `- ` an item; an empty line ends a paragraph.',
        }),
      ),
      writers: ['create', 'update'],
    },
    /** SHA-256 of the facts of the shop by which it was confirmed: when they change, its owner is told. */
    ground: {
      type: 'text',
      schema: label('Onaydaki mağaza bilgileri', 'Facts at the confirmation')(t.String({ pattern: '^[0-9a-f]{64}$' })),
      writers: ['create', 'update'],
    },
    ...times,
  },
});

export type LegalPageRow = Row<typeof legalPage>;
export const legalPageSchema = legalPage.label(object(legalPage.answers));
