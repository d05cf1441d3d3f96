import { label, nullable, t, time } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';
import { hashSchema, themeKey, themeVersion } from './aggregate';

const once = { kept: 'once' } as const;

/** A version that was published. It never changes. */
export const designVersion = table({
  word: 'design version',
  label: label('Tasarım sürümü', 'Version of the design'),
  table: 'design_version',
  columns: {
    seq: {
      type: 'integer',
      schema: label('Sıra', 'Number')(t.Integer({ minimum: 1 })),
      ...once,
    },
    hash: { type: 'text', schema: hashSchema(), ...once },
    theme: { type: 'text', schema: themeKey(), ...once },
    themeVersion: { type: 'text', schema: themeVersion(), ...once },
    pack: {
      type: 'text',
      schema: label('Tema paketi', 'Pack')(t.String({ description: 'Hash of the version of the theme.' })),
      ...once,
    },
    kit: { type: 'text', schema: label('Kit sürümü', 'Version of the kit')(t.String()), ...once },
    label: { type: 'text', schema: label('Ad', 'Label')(nullable(t.String())), ...once },
    fromSeq: {
      type: 'integer',
      schema: label(
        'Geri alınan sürüm',
        'Version taken back to',
      )(nullable(t.Integer({ description: 'The version that a rollback has shown again.' }))),
      ...once,
    },
    byKind: { type: 'text', schema: label('Yayınlayanın türü', 'Kind of the actor')(t.String()), ...once },
    byId: { type: 'text', schema: label('Yayınlayan', 'Actor')(t.String()), ...once },
    publishedAt: { type: 'timestamptz', schema: label('Yayınlanma', 'Published')(time()), ...once },
  },
});

/** The text of a body by its hash. Drafts and versions name it, so it never changes. */
export const designBody = table({
  word: 'design body',
  label: label('Tasarım metni', 'Body of a design'),
  table: 'design_body',
  columns: {
    hash: { type: 'text', schema: hashSchema(), ...once },
    text: { type: 'text', schema: label('Metin', 'Text')(t.String()), ...once },
    /** The oldest version on which it was drafted; its own versions are in the ledger. */
    baseSeq: {
      type: 'integer',
      schema: label('Temel alınan sürüm', 'Version it is based on')(t.Integer({ minimum: 0 })),
      ...once,
    },
    keptAt: { type: 'timestamptz', schema: label('Saklanma', 'Kept')(time()), ...once },
  },
});
