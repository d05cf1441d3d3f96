import { pick, roll } from '../kit/prng';
import type { ApprovedContent } from './wire';

/**
 * What real listings get wrong. An importer has to refuse or mend such a row, name it, and go on with the next.
 * `unusableImage` is the relative path that the provider's own documentation shows.
 */
const defectKinds = [
  'salePriceZero',
  'barcodeMissing',
  'titleTooLong',
  'listBelowSale',
  'variantsEmpty',
  'unusableImage',
  'titleBlank',
] as const;
/** Defects of listings that can be imported; none is drawn by lot. */
type Oddity = 'oldVatRate' | 'variantTitleTooLong';
export type Defect = (typeof defectKinds)[number] | Oddity;

const ONE_IN = 500;
const STREAM = 100;

/** The defect of a content, if it has one; the same seed gives the same contents the same defects. */
export function defectOf(seed: number, index: number): Defect | undefined {
  const random = roll(seed, index, STREAM);
  return random % ONE_IN === 0 ? pick(defectKinds, Math.floor(random / ONE_IN)) : undefined;
}

/** Makes the defect in the row. */
export function spoil(row: ApprovedContent, defect: Defect): void {
  const [first] = row.variants;
  switch (defect) {
    case 'salePriceZero':
      if (first) first.price = { salePrice: 0, listPrice: 0, priceSeenByCustomer: 0 };
      return;
    case 'barcodeMissing':
      delete first?.barcode;
      return;
    case 'titleTooLong':
      row.title = `${row.title} `.repeat(Math.ceil(301 / (row.title.length + 1))).trimEnd() + '…'.repeat(2);
      return;
    case 'listBelowSale':
      if (first) first.price.listPrice = Math.round(first.price.salePrice * 50) / 100;
      return;
    case 'variantsEmpty':
      row.variants = [];
      return;
    case 'unusableImage':
      row.images = [{ url: '/mediacenter-stage3/stage/QC_PREP/1.jpg' }];
      return;
    case 'oldVatRate':
      for (const variant of row.variants) variant.vatRate = 18;
      return;
    case 'variantTitleTooLong':
      for (const { attributes } of row.variants)
        for (const attribute of attributes) attribute.attributeValue = `${attribute.attributeValue} `.repeat(60).trim();
      return;
    case 'titleBlank':
      row.title = ' ';
      return;
  }
}
