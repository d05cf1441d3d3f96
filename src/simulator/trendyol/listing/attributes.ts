import { colours, type Leaf, leaves } from '../vocabulary';
import { leafName } from './tree';

export interface CategoryAttribute {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly allowCustom: boolean;
  readonly varianter: boolean;
  readonly slicer: boolean;
  readonly allowMultipleAttributeValues: boolean;
  readonly values: readonly AttributeValue[];
}

export interface AttributeValue {
  readonly id: number;
  readonly name: string;
}

/** So many that they take three pages of the largest size. */
const MODELS = 2_400;

const plain = {
  required: false,
  allowCustom: false,
  varianter: false,
  slicer: false,
  allowMultipleAttributeValues: false,
};

const named = (first: number, names: readonly string[]): AttributeValue[] =>
  names.map((name, at) => ({ id: first + at, name }));

const origin: CategoryAttribute = {
  ...plain,
  id: 1192,
  name: 'Menşei',
  values: named(10_617_300, ['TR', 'CN', 'IT', 'DE', 'JP']),
};
const colour: CategoryAttribute = { ...plain, id: 47, name: 'Renk', allowCustom: true, slicer: true, values: [] };
const webColours = new Map(colours.map(({ webColourId, webColour }) => [webColourId, webColour]));
const webColour: CategoryAttribute = {
  ...plain,
  id: 348,
  name: 'Web Color',
  required: true,
  values: [...webColours].map(([id, name]) => ({ id, name })),
};
const models: CategoryAttribute = {
  ...plain,
  id: 1196,
  name: 'Uyumlu Model',
  allowMultipleAttributeValues: true,
  values: Array.from({ length: MODELS }, (_, at) => ({ id: 40_000 + at, name: `Model ${at + 1}` })),
};

/** Attributes of a category in which the generated catalog has products: its rows say the same. */
const ofLeaf = ({ id, axis, coloured, material }: Leaf): CategoryAttribute[] => [
  {
    ...plain,
    id: axis.attributeId,
    name: axis.name,
    required: true,
    varianter: true,
    values: axis.values.map((name, at) => ({ id: id * 100 + at, name })),
  },
  ...(coloured ? [...(axis.attributeId === colour.id ? [] : [colour]), webColour] : []),
  ...(material.length > 0
    ? [
        {
          ...plain,
          id: 14,
          name: 'Materyal',
          allowMultipleAttributeValues: true,
          values: named(5_000 + id * 10, material),
        },
      ]
    : []),
  origin,
];

const ofDepartment = (id: number): CategoryAttribute[] => [
  {
    ...plain,
    id: 338,
    name: 'Beden',
    required: true,
    varianter: true,
    values: named(id * 100, ['Tek Ebat', 'Küçük', 'Orta', 'Büyük']),
  },
  colour,
  webColour,
  models,
  origin,
];

const leavesById = new Map(leaves.map((leaf) => [leaf.id, leaf]));

/** The attributes of a leaf; undefined of a category that is none. */
export function attributesOf(categoryId: number): readonly CategoryAttribute[] | undefined {
  if (leafName(categoryId) === undefined) return undefined;
  const leaf = leavesById.get(categoryId);
  return leaf ? ofLeaf(leaf) : ofDepartment(categoryId);
}
