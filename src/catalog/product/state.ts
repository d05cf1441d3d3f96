import { type FieldError, Refusal } from '../../kernel/errors';
import type { BarcodeClaim } from '../barcode/table';
import type { Variant } from '../variant/table';
import type { ProductRow } from './view';

/** Every barcode of a product with its owner: what it must hold in the table that keeps barcodes unique. */
export function barcodesOf({
  id,
  barcode,
  variants,
}: {
  readonly id: string;
  readonly barcode: string | null;
  readonly variants: readonly Pick<Variant, 'id' | 'barcode'>[];
}): BarcodeClaim[] {
  const own = barcode === null ? [] : [{ barcode, productId: id, variantId: null }];
  const theirs = variants.flatMap((variant): BarcodeClaim[] =>
    variant.barcode === null ? [] : [{ barcode: variant.barcode, productId: id, variantId: variant.id }],
  );
  return [...own, ...theirs];
}

/** Tells the barcodes that change hands: one that moves to another variant of the product is released and claimed again. */
export function barcodeMoves(before: ProductRow, after: ProductRow): { released: string[]; claimed: BarcodeClaim[] } {
  const had = new Map(barcodesOf(before).map((claim) => [claim.barcode, claim.variantId]));
  const wants = barcodesOf(after);
  const stays = ({ barcode, variantId }: BarcodeClaim): boolean => had.has(barcode) && had.get(barcode) === variantId;
  const kept = new Set(wants.filter(stays).map(({ barcode }) => barcode));
  return {
    released: [...had.keys()].filter((barcode) => !kept.has(barcode)),
    claimed: wants.filter((claim) => !stays(claim)),
  };
}

/**
 * @param taken claims that failed @param wanted the product as it would be
 * @param pointerOf where the payload states the barcode of a variant, or of the product itself
 */
export function barcodeRefusal(
  taken: readonly BarcodeClaim[],
  wanted: Parameters<typeof barcodesOf>[0],
  pointerOf: (variantId: string | null) => string,
): Refusal {
  const all = barcodesOf(wanted);
  const isTwice = (barcode: string): boolean => all.filter((claim) => claim.barcode === barcode).length > 1;
  const errors = taken.map(
    ({ barcode, variantId }): FieldError => ({
      pointer: pointerOf(variantId),
      message: `${barcode} ${isTwice(barcode) ? 'would stand twice in the product' : 'is taken by another product'}`,
    }),
  );
  return new Refusal('barcode_taken', errors[0]?.message, {
    errors,
    facts: { barcodes: taken.map(({ barcode }) => barcode) },
  });
}
