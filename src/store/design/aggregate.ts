import { id, label, nullable, t, unit } from '../../kernel/schema/schema';
import { aggregate, guarded } from '../../kernel/table/aggregate';
import { times } from '../../kernel/table/table';

export const hashSchema = () =>
  label(
    'Özet',
    'Hash',
  )(t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the canonical text of the body.' }));

export const themeKey = () => label('Tema', 'Theme')(t.String());
export const themeVersion = () => label('Tema sürümü', 'Version of the theme')(t.String());

/** The pictures that a design shows: their files stay as long as this names them. */
const mediaIds = {
  type: 'text[]',
  schema: label('Görseller', 'Pictures')(t.Array(id('med'))),
  shown: false,
  compared: false,
} as const;

/** The design that shoppers see: one row a store, once something was published. Its rev is the number of the version that it shows. */
export const liveDesign = aggregate({
  word: 'design',
  prefix: 'dsg',
  label: label('Yayındaki tasarım', 'Live design'),
  table: 'design_live',
  columns: {
    hash: { type: 'text', schema: hashSchema(), projected: 'shown' },
    theme: { type: 'text', schema: themeKey(), projected: 'shown' },
    themeVersion: { type: 'text', schema: themeVersion(), projected: 'shown' },
    mediaIds,
    ...times,
  },
});

/** A design that is worked on: that of the store, `main`, or that of a workspace. */
export const designDraft = guarded({
  word: 'design draft',
  key: 'workspace',
  label: label('Tasarım taslağı', 'Design draft'),
  table: 'design_draft',
  columns: {
    workspace: {
      type: 'text',
      schema: label(
        'Çalışma alanı',
        'Workspace',
      )(t.String({ description: '`main`, or the identifier of a workspace.' })),
      kept: 'once',
      compared: false,
    },
    hash: { type: 'text', schema: nullable(hashSchema()) },
    /** null: the draft has no body, or its workspace is archived, and it keeps no theme and no picture. */
    theme: { type: 'text', schema: nullable(themeKey()) },
    themeVersion: { type: 'text', schema: nullable(themeVersion()) },
    bytes: {
      type: 'integer',
      schema: label('Boyut', 'Size')(nullable(t.Integer(unit('bytes')))),
    },
    /**
     * The version that was live when the draft was begun, or published last; 0: none was. A publish moves it beside the rev, so no save
     * writes it back.
     */
    baseSeq: {
      type: 'integer',
      schema: label('Temel alınan sürüm', 'Version it is based on')(t.Integer({ minimum: 0 })),
      kept: 'once',
    },
    mediaIds,
    ...times,
  },
});
