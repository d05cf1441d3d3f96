import { help, kurus, label, object, oneOf, t, unit, words } from '../../../src/kernel/schema/schema';
import { provider as declared } from '../../../src/provider/provider';

/** An extension that is no marketplace, with a field of every kind that a configuration may have. */
export const provider = declared({
  manifest: {
    key: 'till',
    name: 'Kasa',
    kind: 'payment',
    version: '1.0.0',
    summary: 'Ödeme alır.',
    english: 'Takes payments.',
    secrets: [
      { key: 'apiKey', label: 'Mağaza anahtarı', english: 'Key of the shop' },
      { key: 'webhookKey', label: 'Bildirim anahtarı', english: 'Key of notices', required: false },
    ],
    config: object({
      merchant: label(
        'Üye işyeri numarası',
        'Merchant number',
      )(t.Integer({ minimum: 1, maximum: 9_999_999, ...unit('count') })),
      mode: label(
        'Ödeme biçimi',
        'Kind of payment',
      )(oneOf(['form', 'link'], words({ form: ['ödeme formu', 'form'], link: ['ödeme bağlantısı', 'link'] }))),
      secure: t.Optional(
        label(
          '3D doğrulama',
          '3-D Secure',
        )(
          t.Boolean({ default: true, ...help('Kapalıyken itirazlar mağazanındır.', 'Without it disputes are yours.') }),
        ),
      ),
      leastAmount: t.Optional(
        label('En düşük tutar', 'Least amount')(kurus({ default: 1_000, description: 'Of an order.' })),
      ),
      instalments: t.Optional(
        label(
          'En çok taksit',
          'Most instalments',
        )(t.Integer({ minimum: 1, maximum: 12, default: 3, ...unit('count') })),
      ),
      statement: t.Optional(label('Ekstre yazısı', 'Text on statements')(t.String({ maxLength: 20 }))),
    }),
  },
  settings: {},
});
