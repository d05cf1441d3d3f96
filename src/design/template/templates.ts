import type { Words } from '../../kernel/schema/schema';
import { newestPack } from '../../skin/first-party/packs';
import { sade100 } from '../../skin/first-party/sade/versions';
import type { Bundle, BundleNode } from '../bundle/bundle';
import { startingBundle } from './starting';

/** A body to begin with. */
export interface Template {
  readonly key: string;
  readonly label: Words;
  readonly help: Words;
  readonly theme: string;
  make(): Bundle;
}

/** Roots of the home page that a template leaves out, and what it says in their place. */
function trimmed(left: readonly string[], props: Readonly<Record<string, BundleNode['props']>> = {}): Bundle {
  const bundle = startingBundle(sade100);
  const home = Object.values(bundle.pages).find(({ kind }) => kind === 'home');
  const gone = new Set(left);
  if (home) Object.assign(home, { root: home.root.filter((id) => !gone.has(id)) });
  for (const id of left) removeNode(bundle, id);
  for (const [id, more] of Object.entries(props)) Object.assign(bundle.nodes[id]?.props ?? {}, more);
  return bundle;
}

function removeNode({ nodes }: Bundle, id: string): void {
  const { slots = {} } = nodes[id] ?? {};
  delete nodes[id];
  for (const each of Object.values(slots).flat()) delete nodes[each];
}

const paragraph = (text: string) => ({ type: 'p', children: [{ text }] });

export const templates: readonly Template[] = [
  {
    key: 'bos',
    label: { tr: 'Boş', en: 'Empty' },
    help: {
      tr: 'Yalnız gerekli bölümler; gerisini siz eklersiniz.',
      en: 'The sections that each page needs, and no more.',
    },
    theme: 'sade',
    make: () => trimmed(['home-hero', 'home-categories', 'home-about', 'home-features']),
  },
  {
    key: 'katalog',
    label: { tr: 'Katalog', en: 'Catalogue' },
    help: { tr: 'Kategoriler ve en yeni ürünler öne çıkar.', en: 'Categories and the newest products come first.' },
    theme: 'sade',
    make: () => startingBundle(sade100),
  },
  {
    key: 'tek-urun',
    label: { tr: 'Tek ürün', en: 'One product' },
    help: {
      tr: 'Az ürünü olan mağazalar için: büyük karşılama ve hikâye.',
      en: 'For few products: a large hero and a story.',
    },
    theme: 'sade',
    make: () =>
      trimmed(['home-categories'], {
        'home-hero': { height: 'large', align: 'center' },
        'home-newest': { title: 'Ürünümüz', limit: 2, columns: 2 },
      }),
  },
  {
    key: 'atolye',
    label: { tr: 'Atölye', en: 'Workshop' },
    help: {
      tr: 'El işi ve küçük üretim: önce anlatı, sonra ürünler.',
      en: 'For what is made by hand: the story first.',
    },
    theme: 'sade',
    make: () =>
      trimmed(['home-categories'], {
        'home-hero': { title: 'Elde yapılan işler', align: 'center', tone: 'plain' },
        'home-about': {
          title: 'Atölyemizden',
          content: [paragraph('Nasıl çalıştığınızı, neyi elde yaptığınızı burada anlatın.')],
        },
      }),
  },
];

export const templateOf = (key: string): Template | undefined => templates.find((each) => each.key === key);

/** The theme that a template wears, as a card tells it. */
export const themeNameOf = ({ theme }: Template): string => newestPack(theme)?.manifest.name ?? theme;
