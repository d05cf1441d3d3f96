import { form, label, riskyWhenNew, t } from '../../kernel/schema/schema';

/** The number of an account in Turkey; `isIban` checks its check digits. Wherever one stands, money goes there. */
export const iban = label(
  'IBAN',
  'IBAN',
)(
  t.String({
    pattern: '^TR\\d{7}0\\d{16}$',
    description: 'Turkish IBAN, in capitals, without spaces.',
    ...riskyWhenNew('payee'),
    ...form('TR ile başlayan 26 karakter', 'TR and 24 digits without spaces'),
  }),
);
