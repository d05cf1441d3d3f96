import { branches, leaves, middleBranches } from '../vocabulary';
import type { Category } from '../wire';

interface Node {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** Departments beside those of the generated catalog: nothing is on sale there until a seller lists it. */
const departments: readonly {
  readonly name: string;
  readonly groups: readonly string[];
  readonly kinds: readonly string[];
}[] = [
  {
    name: 'Elektronik',
    groups: ['Telefon', 'Bilgisayar', 'Ses Sistemleri', 'Görüntü', 'Küçük Ev Aletleri'],
    kinds: ['Kılıf', 'Kablo', 'Şarj Cihazı', 'Adaptör', 'Stand', 'Yedek Parça'],
  },
  {
    name: 'Spor & Outdoor',
    groups: ['Kamp', 'Bisiklet', 'Yüzme', 'Koşu', 'Fitness'],
    kinds: ['Giyim', 'Ayakkabı', 'Çanta', 'Ekipman', 'Aksesuar', 'Bakım Ürünü'],
  },
  {
    name: 'Anne & Bebek',
    groups: ['Bebek Odası', 'Beslenme', 'Banyo', 'Araba & Taşıma', 'Güvenlik'],
    kinds: ['Mobilya', 'Tekstil', 'Set', 'Oyuncak', 'Organizer', 'Yedek Parça'],
  },
  {
    name: 'Otomobil & Motosiklet',
    groups: ['Araç İçi', 'Araç Dışı', 'Lastik & Jant', 'Motosiklet', 'Bakım'],
    kinds: ['Aksesuar', 'Temizlik', 'Kılıf', 'Aydınlatma', 'Alet', 'Yedek Parça'],
  },
  {
    name: 'Bahçe & Yapı Market',
    groups: ['Bahçe Mobilyası', 'El Aletleri', 'Hırdavat', 'Boya', 'Aydınlatma'],
    kinds: ['Masa', 'Sandalye', 'Set', 'Malzeme', 'Aksesuar', 'Kutu'],
  },
  {
    name: 'Oyuncak & Hobi',
    groups: ['Ahşap Oyuncak', 'Kutu Oyunu', 'Müzik', 'Resim', 'Maket'],
    kinds: ['Yapboz', 'Set', 'Malzeme', 'Kitap', 'Aksesuar', 'Hediyelik'],
  },
];

const FIRST_DEPARTMENT = 10_000;
const SPAN = 1_000;

/** All of them, parents before their children. */
const nodes: readonly Node[] = [
  ...branches.map(({ id, name }) => ({ id, name, parentId: null })),
  ...middleBranches,
  ...leaves,
  ...departments.flatMap(({ name, groups, kinds }, department): Node[] => {
    const id = FIRST_DEPARTMENT + department * SPAN;
    const groupId = (group: number): number => id + (group + 1) * 100;
    return [
      { id, name, parentId: null },
      ...groups.map((group, at) => ({ id: groupId(at), name: group, parentId: id })),
      ...groups.flatMap((group, at) =>
        kinds.map((kind, leaf) => ({ id: groupId(at) + leaf + 1, name: `${group} ${kind}`, parentId: groupId(at) })),
      ),
    ];
  }),
];

const parents = new Set(nodes.map(({ parentId }) => parentId));
const leafNames = new Map(nodes.filter(({ id }) => !parents.has(id)).map(({ id, name }) => [id, name]));

/** The name of a leaf; undefined of a category that has others below it, and of none. */
export const leafName = (id: unknown): string | undefined => leafNames.get(id as number);

/** The provider's category tree; a leaf has an empty `subCategories`. */
export function categoryTree(): Category[] {
  const childrenOf = (parentId: number | null): Category[] =>
    nodes
      .filter((node) => node.parentId === parentId)
      .map(({ id, name }) => ({ id, name, parentId, subCategories: childrenOf(id) }));
  return childrenOf(null);
}
