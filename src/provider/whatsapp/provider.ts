import { help, label, object, t } from '../../kernel/schema/schema';
import { provider } from '../provider';

const reached = {
  phone: label(
    'WhatsApp numarası',
    'WhatsApp number',
  )(
    t.String({
      pattern: '^[1-9][0-9]{9,14}$',
      ...help('Ülke koduyla, yalnız rakam: 905321234567', 'With the code of the country, digits alone: 905321234567'),
    }),
  ),
};
const buttonText = (usual: string) =>
  label('Düğmenin yazısı', 'Text of the button')(t.String({ minLength: 1, maxLength: 60, default: usual }));
const besides = {
  note: t.Optional(label('Altındaki not', 'Note below it')(t.String({ minLength: 1, maxLength: 160 }))),
  hours: t.Optional(label('Yanıt saatleri', 'Hours of answers')(t.String({ minLength: 1, maxLength: 80 }))),
};

const button = (link: string) => ({ el: 'button', axes: { kind: 'secondary' }, text: '{button}', link });
const notes = ['{note}', 'Yanıt saatleri: {hours}'].map((text) => ({ el: 'text', axes: { size: 'small' }, text }));

/** Buttons by which shoppers write at WhatsApp, as first blocks of the product's own. */
export const whatsapp = provider({
  manifest: {
    key: 'whatsapp',
    name: 'WhatsApp düğmesi',
    kind: 'block',
    version: '1.0.0',
    summary: 'Alıcılar ürünü WhatsApp üzerinden tek dokunuşla sorar.',
    english: 'Shoppers ask about a product at WhatsApp with one touch.',
    secrets: [],
    config: object({}),
    blocks: [
      {
        key: 'ask',
        label: { tr: 'Ürünü WhatsApp’tan sor', en: 'Ask about a product at WhatsApp' },
        zones: ['product.afterPrice', 'product.afterBuy', 'product.afterDescription'],
        fields: object({ ...reached, button: buttonText('WhatsApp’tan sorun'), ...besides }),
        view: [
          button('https://wa.me/{phone}?text={product.title}%20hakk%C4%B1nda%20bilgi%20almak%20istiyorum.'),
          ...notes,
        ],
      },
      {
        key: 'chat',
        label: { tr: 'WhatsApp’tan yaz', en: 'Write at WhatsApp' },
        zones: ['page.bottom', 'footer.before', 'cart.afterLines'],
        fields: object({ ...reached, button: buttonText('WhatsApp’tan yazın'), ...besides }),
        view: [button('https://wa.me/{phone}'), ...notes],
      },
    ],
  },
  settings: {},
});
