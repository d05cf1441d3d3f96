import { kurus, label, object, t, unit } from '../../kernel/schema/schema';
import { provider } from '../provider';

const answer = (question: string, text: string) => ({
  part: 'item',
  items: [
    { part: 'question', text: question },
    { part: 'answer', text },
  ],
});

/** A page that says how goods are delivered and taken back, as a first page of the product's own. */
export const delivery = provider({
  manifest: {
    key: 'delivery',
    name: 'Teslimat ve iade sayfası',
    kind: 'page',
    version: '1.0.0',
    summary: 'Kargo süresi, ücretsiz kargo sınırı ve iade koşulları için hazır bir sayfa.',
    english: 'A ready page about delivery times, free delivery and returns.',
    secrets: [],
    config: object({}),
    pages: [
      {
        key: 'delivery',
        label: { tr: 'Teslimat ve iade', en: 'Delivery and returns' },
        path: '/teslimat-ve-iade',
        title: '{title}',
        fields: object({
          title: t.Optional(label('Sayfanın başlığı', 'Title of the page')(t.String({ minLength: 1, maxLength: 120 }))),
          intro: t.Optional(label('Giriş', 'Introduction')(t.String({ minLength: 1, maxLength: 600 }))),
          preparationDays: label(
            'Kargoya verme süresi (iş günü)',
            'Working days until dispatch',
          )(t.Integer({ minimum: 1, maximum: 60, default: 2, ...unit('count') })),
          carriers: t.Optional(
            label('Kargo şirketleri', 'Carriers')(t.Array(t.String({ minLength: 1, maxLength: 60 }), { maxItems: 10 })),
          ),
          freeFrom: t.Optional(label('Ücretsiz kargo alt sınırı', 'Free delivery from')(kurus())),
          returnDays: label(
            'İade süresi (gün)',
            'Days for returns',
            // The law grants 14 days; a shop may grant more.
          )(t.Integer({ minimum: 14, maximum: 365, default: 14, ...unit('count') })),
          returnAddress: t.Optional(
            label('İade adresi', 'Address for returns')(t.String({ minLength: 1, maxLength: 300 })),
          ),
          exceptions: t.Optional(
            label(
              'İade edilemeyen ürünler',
              'Goods that are not taken back',
            )(t.Array(t.String({ minLength: 1, maxLength: 160 }), { maxItems: 20 })),
          ),
          contact: t.Optional(
            label('İletişim bağlantısı', 'Link for questions')(t.String({ maxLength: 600, 'x-hint': 'link' })),
          ),
        }),
        view: [
          {
            el: 'section',
            axes: { width: 'narrow' },
            items: [
              { el: 'text', axes: { size: 'large' }, text: '{intro}' },
              {
                el: 'faq',
                items: [
                  answer(
                    'Siparişim ne zaman kargoya verilir?',
                    'Siparişler en geç {preparationDays} iş günü içinde kargoya verilir.',
                  ),
                  answer('Kargo ücretsiz mi?', '{freeFrom} ve üzeri siparişlerde kargo ücretsizdir.'),
                  answer(
                    'Ürünü nasıl iade ederim?',
                    'Ürünü teslim aldığınız günden başlayarak {returnDays} gün içinde, gerekçe göstermeden iade edebilirsiniz.',
                  ),
                  answer('İadeyi nereye gönderirim?', '{returnAddress}'),
                ],
              },
            ],
          },
          {
            el: 'section',
            text: 'Kargo şirketleri',
            axes: { width: 'narrow' },
            items: [{ el: 'text', each: 'carriers', text: '{item}' }],
          },
          {
            el: 'section',
            text: 'İade edilemeyen ürünler',
            axes: { width: 'narrow' },
            items: [{ el: 'text', each: 'exceptions', text: '{item}' }],
          },
          {
            el: 'section',
            axes: { width: 'narrow' },
            items: [
              {
                el: 'button',
                axes: { kind: 'secondary' },
                text: '{store.name} ile iletişime geçin',
                link: '{contact}',
              },
            ],
          },
        ],
      },
    ],
  },
  settings: {},
});
