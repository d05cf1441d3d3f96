import { object, oneOf, type Static, t, words } from '../../kernel/schema/schema';
import { linkSchema } from './link';

const BLOCKS_MAX = 200;
const RUNS_MAX = 100;

const blockTypes = ['p', 'h2', 'h3', 'ul', 'ol', 'quote'] as const;

const run = object({
  text: t.String({ maxLength: 5_000 }),
  bold: t.Optional(t.Boolean()),
  italic: t.Optional(t.Boolean()),
  link: t.Optional(linkSchema),
});

/** Text with structure and without markup. Blocks of `ul` or `ol` that follow each other are items of one list. */
export const richTextSchema = t.Array(
  object({
    type: oneOf(
      blockTypes,
      words({
        p: ['paragraf', 'paragraph'],
        h2: ['başlık', 'heading'],
        h3: ['alt başlık', 'subheading'],
        ul: ['madde', 'bullet'],
        ol: ['numaralı madde', 'numbered item'],
        quote: ['alıntı', 'quotation'],
      }),
    ),
    children: t.Array(run, { maxItems: RUNS_MAX }),
  }),
  { maxItems: BLOCKS_MAX, 'x-hint': 'richText' },
);
export type RichText = Static<typeof richTextSchema>;
