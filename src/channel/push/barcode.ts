import { findCoded } from '../../catalog/barcode/store';
import type { Queryable } from '../../kernel/database/queryable';
import type { OfferRow } from '../offer/row';

/**
 * The barcode by which the marketplace is told of a listing. An item keeps there the barcode under which it is known, whatever the store
 * calls it by now, until a look says that it is gone. A barcode that another item of the store has by now names that one.
 */
export function sentBarcode(row: OfferRow, inUse: ReadonlySet<string>): string | null {
  if (row.problem === 'mapped_elsewhere') return null;
  const known = knownBarcode(row, inUse);
  if (row.problem === 'variant_removed') return known;
  return row.there === false ? row.barcode : (known ?? row.barcode);
}

/** All barcodes under which a listing may be on sale; first the one by which the marketplace is told of it. */
export function barcodesThere(row: OfferRow, inUse: ReadonlySet<string>): string[] {
  if (row.problem === 'mapped_elsewhere') return [];
  const names = [sentBarcode(row, inUse), row.barcode, knownBarcode(row, inUse)];
  return [...new Set(names.flatMap((name) => name ?? []))];
}

const knownBarcode = ({ toldBarcode, barcode }: OfferRow, inUse: ReadonlySet<string>): string | null =>
  toldBarcode !== null && (toldBarcode === barcode || !inUse.has(toldBarcode)) ? toldBarcode : null;

/** Finds which barcodes that only the marketplace still knows listings by are barcodes of items of the store. */
export async function takenBarcodes(
  db: Queryable,
  storeId: string,
  rows: readonly Pick<OfferRow, 'toldBarcode' | 'barcode'>[],
): Promise<ReadonlySet<string>> {
  const former = rows.flatMap(({ toldBarcode, barcode }) =>
    toldBarcode !== null && toldBarcode !== barcode ? [toldBarcode] : [],
  );
  return new Set((await findCoded(db, storeId, former)).keys());
}
