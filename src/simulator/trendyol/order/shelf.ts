import type { Catalog } from '../catalog';

/** A variant as an order names it. */
export interface Good {
  readonly barcode: string;
  readonly contentId: number;
  readonly stockCode: string;
  readonly title: string;
  readonly size: string;
  readonly categoryId: number;
  readonly priceKurus: number;
  readonly vatRate: number;
  readonly commission: number;
}

/** The goods that are on sale there. */
export interface Shelf {
  find(barcode: string): Good | undefined;
  /** Takes sold pieces off the stock. @returns how many were not there */
  take(barcode: string, pieces: number): number;
}

export const shelfOf = (catalog: Catalog): Shelf => ({
  find(barcode) {
    const index = catalog.indexOfBarcode(barcode);
    const content = index === undefined ? undefined : catalog.content(index);
    const variant = content?.variants.find((candidate) => candidate.barcode === barcode);
    return (
      content &&
      variant && {
        barcode,
        contentId: content.contentId,
        stockCode: variant.stockCode,
        title: content.title,
        size: variant.attributes[0]?.attributeValue ?? '',
        categoryId: content.category.id,
        priceKurus: Math.round(variant.price.salePrice * 100),
        vatRate: variant.vatRate,
        commission: variant.commission,
      }
    );
  },
  take: (barcode, pieces) => (catalog.indexOfBarcode(barcode) === undefined ? 0 : catalog.take(barcode, pieces)),
});
