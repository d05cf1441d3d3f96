import type { Pack } from '../../pack/pack';
import { color, contrast, font, length, scale, shadow } from '../declare';
import { css } from './css';
import { skeleton } from './skeleton';

export const pazar100: Pack = {
  manifest: {
    key: 'pazar',
    name: 'Pazar',
    version: '1.0.0',
    description: {
      tr: 'Canlı bir tema: güçlü renkler, sık kartlar, önce fiyatlar. Çok ürünü olan mağazalar için.',
      en: 'A lively theme: strong colours, close cards, prices first. For shops with many products.',
    },
    requires: { kit: '^1.0' },
    contrast: [
      ...contrast,
      { fg: 'color-sale', bg: 'color-bg', min: 4.5 },
      { fg: 'color-bg', bg: 'color-sale', min: 4.5 },
    ],
    migrations: [],
  },
  css,
  variables: [
    color('color-bg', '#ffffff', 'Arka plan', 'Background'),
    color('color-surface', '#fff4e6', 'Yüzey', 'Surface'),
    color('color-text', '#1d1a16', 'Metin', 'Text'),
    color('color-muted', '#5c5348', 'Soluk metin', 'Muted text'),
    color('color-accent', '#b23a00', 'Vurgu', 'Accent'),
    color('color-accent-text', '#ffffff', 'Vurgu üzerindeki metin', 'Text on accent'),
    color('color-border', '#eadfce', 'Kenarlık', 'Border'),
    color('color-sale', '#b3003c', 'İndirim', 'Sale'),
    color('color-error', '#b3261e', 'Hata', 'Error'),
    color('color-focus', '#1d4ed8', 'Odak', 'Focus'),
    font('font-heading', 'geometric', 'Başlık yazısı', 'Heading font'),
    font('font-body', 'system', 'Metin yazısı', 'Body font'),
    length('size-base', ['16px', 14, 20], 'type', ['Yazı boyu', 'Text size']),
    scale(1.2),
    length('space', ['14px', 10, 28], 'layout', ['Boşluk', 'Space']),
    length('width-max', ['1320px', 900, 1600], 'layout', ['Sayfa genişliği', 'Page width']),
    length('radius-card', ['12px', 0, 32], 'shape', ['Kart köşesi', 'Card corner']),
    length('radius-control', ['10px', 0, 32], 'shape', ['Düğme köşesi', 'Control corner']),
    shadow('none'),
  ],
  presets: [
    { key: 'narenciye', label: { tr: 'Narenciye', en: 'Citrus' }, variables: {} },
    {
      key: 'manav',
      label: { tr: 'Manav', en: 'Greengrocer' },
      variables: {
        'color-surface': '#eef7e8',
        'color-accent': '#1f6b2a',
        'color-border': '#d3e5c8',
        'color-muted': '#4c5a45',
        'color-sale': '#a8230f',
      },
    },
    {
      key: 'kadife',
      label: { tr: 'Kadife', en: 'Velvet' },
      variables: {
        'color-bg': '#1b1420',
        'color-surface': '#271d2e',
        'color-text': '#f6eefa',
        'color-muted': '#c6b6d0',
        'color-accent': '#e7a3f2',
        'color-accent-text': '#2a0f30',
        'color-border': '#43334d',
        'color-sale': '#ffb0a0',
        'color-error': '#ff9c92',
        'color-focus': '#9fc2ff',
        'radius-card': '4px',
      },
    },
  ],
  skeleton,
  sections: [
    {
      key: 'sik-urunler',
      label: { tr: 'Sık ürün listesi', en: 'Close list of products' },
      type: 'productGrid',
      props: { title: 'Yeni gelenler', source: 'newest', limit: 12, columns: 4, width: 'wide' },
    },
  ],
};
