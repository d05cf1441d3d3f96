import { nullable, type Static, t } from '../../kernel/schema/schema';
import type { RemoteAttribute, RemoteAttributeValue, RemoteCategory } from '../channel/reference';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import { storable } from '../text';

const NAME = 'Trendyol';
/** Far more than there are, and little enough for a process to hold. */
const CATEGORIES_MAX = 50_000;
/** Each category carries its path: without a bound a chain of them takes the square of its length. */
const DEPTH_MAX = 20;
/** The largest page of values (developers.trendyol.com, "Kategori özellik değerleri"). */
export const VALUES_PER_PAGE = 1_000;
const NAME_MAX = 300;

const id = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const flag = t.Optional(nullable(t.Boolean()));
const name = t.String({ maxLength: 2_000 });

const nodeSchema = t.Object({ id, name, subCategories: t.Optional(nullable(t.Array(t.Unknown()))) });
const treeSchema = t.Object({ categories: t.Array(t.Unknown()) });
const bareTreeSchema = t.Array(t.Unknown());

/** All categories of a tree, parents before their children. It comes as an object or as a bare list: the documentation has both. */
export function categoriesOf(answer: unknown): RemoteCategory[] {
  const roots = Array.isArray(answer)
    ? checkedAnswer<unknown[]>(NAME, 'categories', bareTreeSchema, answer)
    : checkedAnswer<Static<typeof treeSchema>>(NAME, 'categories', treeSchema, answer).categories;
  const categories: RemoteCategory[] = [];
  const seen = new Set<number>();
  // No recursion: how deep it is says the answer.
  const waiting: { readonly node: unknown; readonly path: readonly string[] }[] = roots
    .map((node) => ({ node, path: [] }))
    .toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = checkedAnswer<Static<typeof nodeSchema>>(NAME, 'a category', nodeSchema, next.node);
    if (seen.has(node.id)) throw new ProviderAnswerInvalid(`${NAME} answered the category ${node.id} twice.`);
    seen.add(node.id);
    if (seen.size > CATEGORIES_MAX)
      throw new ProviderAnswerInvalid(`${NAME} answered more than ${CATEGORIES_MAX} categories.`);
    const below = node.subCategories ?? [];
    const called = storable(node.name, NAME_MAX);
    categories.push({ categoryId: String(node.id), name: called, path: next.path, isLeaf: below.length === 0 });
    const path = [...next.path, called];
    if (path.length > DEPTH_MAX)
      throw new ProviderAnswerInvalid(`${NAME} answered categories more than ${DEPTH_MAX} deep.`);
    for (const child of below.toReversed()) waiting.push({ node: child, path });
  }
  return categories;
}

const attributesSchema = t.Object({
  categoryAttributes: t.Array(
    t.Object({
      attribute: t.Object({ id, name }),
      required: flag,
      allowCustom: flag,
      varianter: flag,
      slicer: flag,
      allowMultipleAttributeValues: flag,
    }),
    { maxItems: 1_000 },
  ),
});

export const attributesOf = (answer: unknown): RemoteAttribute[] =>
  checkedAnswer<Static<typeof attributesSchema>>(NAME, 'attributes', attributesSchema, answer).categoryAttributes.map(
    (row) => ({
      attributeId: String(row.attribute.id),
      name: storable(row.attribute.name, NAME_MAX),
      required: row.required === true,
      allowsCustom: row.allowCustom === true,
      allowsMany: row.allowMultipleAttributeValues === true,
      isVariantAxis: row.varianter === true,
      isSlicer: row.slicer === true,
    }),
  );

const optionalName = t.Optional(nullable(name));

/** A value is called by either name: the documentation has both. */
const valuesSchema = t.Object({
  totalElements: t.Integer({ minimum: 0, maximum: 10_000_000 }),
  content: t.Array(t.Object({ attributeValueId: id, attributeValue: optionalName, attributeValueName: optionalName }), {
    maxItems: VALUES_PER_PAGE,
  }),
});

export function valuesOf(answer: unknown): { readonly values: RemoteAttributeValue[]; readonly total: number } {
  const { content, totalElements } = checkedAnswer<Static<typeof valuesSchema>>(NAME, 'values', valuesSchema, answer);
  const values = content.map(({ attributeValueId, attributeValue, attributeValueName }) => ({
    valueId: String(attributeValueId),
    name: storable(attributeValue ?? attributeValueName ?? '', NAME_MAX),
  }));
  return { values, total: totalElements };
}
