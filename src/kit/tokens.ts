import type { Words } from '../kernel/schema/schema';
import { fonts } from './fonts';

export type TokenType = 'color' | 'length' | 'number' | 'font' | 'shadow';

/** A value that the style sheet of the kit reads, as the custom property `--tz-{name}`. */
export interface Token {
  readonly name: string;
  readonly type: TokenType;
  /** CSS; of a font the identifier of one. */
  readonly default: string;
  readonly label: Words;
}

/** Every token. Their defaults dress what no skin dresses, e.g. the checkout. */
export const tokens: readonly Token[] = [
  { name: 'color-bg', type: 'color', default: '#ffffff', label: { tr: 'Arka plan', en: 'Background' } },
  { name: 'color-surface', type: 'color', default: '#f5f5f4', label: { tr: 'Yüzey', en: 'Surface' } },
  { name: 'color-text', type: 'color', default: '#1c1917', label: { tr: 'Metin', en: 'Text' } },
  { name: 'color-muted', type: 'color', default: '#57534e', label: { tr: 'Soluk metin', en: 'Muted text' } },
  { name: 'color-accent', type: 'color', default: '#1d4ed8', label: { tr: 'Vurgu', en: 'Accent' } },
  {
    name: 'color-accent-text',
    type: 'color',
    default: '#ffffff',
    label: { tr: 'Vurgu üzerindeki metin', en: 'Text on accent' },
  },
  { name: 'color-border', type: 'color', default: '#d6d3d1', label: { tr: 'Kenarlık', en: 'Border' } },
  { name: 'color-sale', type: 'color', default: '#b91c1c', label: { tr: 'İndirim', en: 'Sale' } },
  { name: 'color-error', type: 'color', default: '#b91c1c', label: { tr: 'Hata', en: 'Error' } },
  { name: 'color-focus', type: 'color', default: '#1d4ed8', label: { tr: 'Odak', en: 'Focus' } },
  { name: 'font-heading', type: 'font', default: 'system', label: { tr: 'Başlık yazısı', en: 'Heading font' } },
  { name: 'font-body', type: 'font', default: 'system', label: { tr: 'Metin yazısı', en: 'Body font' } },
  { name: 'size-base', type: 'length', default: '16px', label: { tr: 'Yazı boyu', en: 'Text size' } },
  { name: 'size-scale', type: 'number', default: '1.25', label: { tr: 'Başlık oranı', en: 'Heading scale' } },
  { name: 'space', type: 'length', default: '16px', label: { tr: 'Boşluk', en: 'Space' } },
  { name: 'radius-card', type: 'length', default: '0px', label: { tr: 'Kart köşesi', en: 'Card corner' } },
  { name: 'radius-control', type: 'length', default: '4px', label: { tr: 'Düğme köşesi', en: 'Control corner' } },
  { name: 'border-width', type: 'length', default: '1px', label: { tr: 'Çizgi kalınlığı', en: 'Line width' } },
  { name: 'shadow', type: 'shadow', default: 'none', label: { tr: 'Gölge', en: 'Shadow' } },
  { name: 'width-max', type: 'length', default: '1200px', label: { tr: 'Sayfa genişliği', en: 'Page width' } },
  { name: 'width-text', type: 'length', default: '680px', label: { tr: 'Metin genişliği', en: 'Text width' } },
];

/** Values of the kit's own tokens as CSS. */
export const tokenDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  tokens.map(({ name, type, default: value }) => [name, type === 'font' ? (fonts[value]?.stack ?? value) : value]),
);

/** The custom property of a token or of a variable of a theme. */
export const propertyOf = (name: string): string => `--tz-${name}`;
