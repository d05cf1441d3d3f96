import { form, label, t } from '../../kernel/schema/schema';

/** Of an account in Turkey; what `isIban` holds against its check digits. */
export const iban = label(
  'IBAN',
  'IBAN',
)(
  t.String({
    pattern: '^TR\\d{7}0\\d{16}$',
    description: 'Of Turkey, in capitals, without spaces.',
    ...form('TR ile başlayan 26 karakter', 'TR and 24 digits without spaces'),
  }),
);
