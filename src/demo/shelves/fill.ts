import { pngOf } from '../drawing/png';
import { coffees, dressedCoffees } from './coffees';
import { gifts } from './gifts';
import type { SeedRun } from './seed-run';
import { type CategoryName, type CollectionTitle, categories, collections, type Dressing, type Known } from './shelf';
import { dressedTools, tools } from './tools';

/** Brings a PNG as an upload. */
type Bring = (picture: Uint8Array) => Promise<{ readonly id: string }>;

/** Things of the catalog that a design names. */
export interface FilledShelves {
  readonly collections: Readonly<Record<CollectionTitle, string>>;
  readonly categories: Readonly<Record<CategoryName, string>>;
  /** The first picture of each product, by the product's title. */
  readonly pictures: Readonly<Record<string, string>>;
}

const FIELDS = [
  { key: 'origin', label: 'Yöre', choices: ['Brezilya', 'Etiyopya', 'Harman', 'Kenya', 'Kolombiya'] },
  { key: 'roast', label: 'Kavurma', choices: ['Açık', 'Orta', 'Koyu'] },
] as const;

/** Fills the shelves of a shop that one looks at: products with words and pictures, their categories, and collections. */
export async function fillShelves(run: SeedRun, known: Known, bring: Bring): Promise<FilledShelves> {
  const pictures: Record<string, string> = {};
  for (const field of FIELDS) {
    const { key, label, choices } = field;
    const definition = { target: 'product', key, type: 'text', label, filterable: true, validations: { choices } };
    await run('metafield.definition.create', definition);
  }
  const categoryIds: Record<string, string> = { ...known.categories };
  for (const name of categories) categoryIds[name] ??= (await run('catalog.category.create', { name })).id;

  const idsBySvg = new Map<string, string>();
  /** Several products show one picture: it is drawn and brought once. */
  const commit = async (name: string, svg: string): Promise<string> => {
    const before = idsBySvg.get(svg);
    if (before !== undefined) return before;
    const upload = await bring(await pngOf(svg));
    const { id } = await run('catalog.media.commit', { uploadId: upload.id, name });
    idsBySvg.set(svg, id);
    return id;
  };

  const dress = async (id: string, { title, pictures: drawn, fields = {} }: Dressing): Promise<void> => {
    const media = [];
    for (const picture of drawn) media.push({ mediaId: await commit(title, picture.svg), alt: picture.alt });
    await run('catalog.product.setMedia', { productId: id, media });
    pictures[title] = media[0]?.mediaId as string;
    for (const [key, value] of Object.entries(fields)) await run('metafield.set', { ownerId: id, key, value });
  };

  for (const product of [...dressedCoffees, ...dressedTools]) {
    const id = known.products[product.title] as string;
    await run('catalog.product.update', { productId: id, description: product.description });
    await dress(id, product);
  }
  const members: Record<string, string[]> = Object.fromEntries(collections.map((title) => [title, []]));
  // The newest stand first in a shop, and presents are what it is to be seen by.
  for (const product of [...coffees, ...tools, ...gifts]) {
    const { category, collections: of = [], pictures: _, fields: __, ...stated } = product;
    const { id } = await run('catalog.product.create', { ...stated, categoryId: categoryIds[category] });
    await dress(id, product);
    for (const title of of) members[title]?.push(id);
  }
  const collectionIds: Record<string, string> = {};
  for (const title of collections) {
    const { id } = await run('catalog.collection.create', { title });
    collectionIds[title] = id;
    await run('catalog.collection.setProducts', { collectionId: id, productIds: members[title] });
  }
  return { collections: collectionIds, categories: categoryIds, pictures } as FilledShelves;
}
