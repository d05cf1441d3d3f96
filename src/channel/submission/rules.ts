import type { Queryable } from '../../kernel/database/queryable';
import type { RemoteAttribute } from '../../provider/channel/reference';
import type { ListingAttribute } from '../listing/aggregate';
import { keptAttributes, keptCategories, keptValues } from '../reference/store';

/** The requirements of a marketplace, as far as its answers are kept. */
export interface Rules {
  /** @returns undefined where its categories are not known here */
  category(categoryId: string): 'leaf' | 'not_leaf' | 'unknown' | undefined;
  /** @returns undefined where they are not known here */
  attributes(categoryId: string): readonly RemoteAttribute[] | undefined;
  /** @returns undefined where the values are not known here, or not all of them */
  hasValue(categoryId: string, attributeId: string, valueId: string): boolean | undefined;
}

/** The part of a listing that is held against the rules of its category. */
export interface Classified {
  readonly remoteCategoryId: string | null;
  readonly remoteAttributes: readonly ListingAttribute[];
}

const valuesSubject = (categoryId: string, attributeId: string): string => `values/${categoryId}/${attributeId}`;

/** Lists the questions whose answers decide about these, each once: the categories, and the attributes of each with chosen values. */
export function subjectsOf(items: readonly Classified[]) {
  const categories = new Set(items.flatMap(({ remoteCategoryId }) => remoteCategoryId ?? []));
  const values = new Map<string, { categoryId: string; attributeId: string; valueIds: Set<string> }>();
  for (const { remoteCategoryId: categoryId, remoteAttributes } of items)
    for (const { attributeId, valueIds = [] } of categoryId === null ? [] : remoteAttributes) {
      if (valueIds.length === 0) continue;
      const subject = valuesSubject(categoryId as string, attributeId);
      const asked = values.get(subject) ?? { categoryId: categoryId as string, attributeId, valueIds: new Set() };
      for (const valueId of valueIds) asked.valueIds.add(valueId);
      values.set(subject, asked);
    }
  return { categories: [...categories], values };
}

/** Reads the stored rules for these listings, whatever their age. */
export async function keptRules(
  db: Queryable,
  storeId: string,
  ext: string,
  items: readonly Classified[],
): Promise<Rules> {
  const { categories, values } = subjectsOf(items);
  const known = await keptCategories(db, storeId, ext, categories);
  const attributes = await keptAttributes(db, storeId, ext, categories);
  const asked = [...values].flatMap(([subject, { valueIds }]) =>
    [...valueIds].map((valueId) => ({ subject, valueId })),
  );
  const found = await keptValues(db, storeId, ext, asked);
  return {
    category(categoryId) {
      if (!known) return undefined;
      const isLeaf = known.get(categoryId);
      return isLeaf === undefined ? 'unknown' : isLeaf ? 'leaf' : 'not_leaf';
    },
    attributes: (categoryId) => attributes.get(categoryId),
    hasValue(categoryId, attributeId, valueId) {
      const kept = found.get(valuesSubject(categoryId, attributeId));
      if (kept?.valueIds.has(valueId)) return true;
      return kept?.isWhole ? false : undefined;
    },
  };
}

/** Finds the categories of which not all is known that decides about these listings. */
export const unknownCategories = (rules: Rules, items: readonly Classified[]): string[] => [
  ...new Set(items.flatMap((item) => (isUnknown(rules, item) ? (item.remoteCategoryId as string) : []))),
];

function isUnknown(rules: Rules, { remoteCategoryId: categoryId, remoteAttributes }: Classified): boolean {
  if (categoryId === null) return false;
  const kind = rules.category(categoryId);
  if (kind === undefined) return true;
  if (kind !== 'leaf') return false;
  const attributes = rules.attributes(categoryId);
  if (!attributes) return true;
  return remoteAttributes.some(({ attributeId, valueIds = [] }) =>
    valueIds.some(
      (valueId) =>
        attributes.some((attribute) => attribute.attributeId === attributeId) &&
        rules.hasValue(categoryId, attributeId, valueId) === undefined,
    ),
  );
}
