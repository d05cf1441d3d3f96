import { secret as hidden, label, t, time } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';

/** A credential that a store has entered for an extension; its value is read by nobody but the adapter of the provider. */
export const secret = table({
  word: 'secret',
  label: label('Gizli bilgi', 'Secret'),
  table: 'extension_secret',
  columns: {
    extension: { type: 'text', schema: t.String(), kept: 'once', compared: false },
    key: { type: 'text', schema: label('Anahtar', 'Key')(t.String()), kept: 'once', compared: false },
    sealed: { type: 'bytea', schema: t.Unsafe<Buffer>({}), shown: false, compared: false },
    setAt: { type: 'timestamptz', schema: label('Kaydedildi', 'Set at')(time()) },
  },
});

/** The value of a credential, as its owner enters it. */
export const secretValue = hidden(label('Değer', 'Value')(t.String({ minLength: 1, maxLength: 4096 })));
