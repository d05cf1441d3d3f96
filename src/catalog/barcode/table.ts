import { id, label, nullable, t } from '../../kernel/schema/schema';
import { type New, table } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';

const uniqueBarcode = unique<string>({ index: 'catalog_barcode_pkey', name: (barcode) => `barcode/${barcode}` });

/** The owner of a barcode, among products and variants alike. */
export const barcode = table({
  word: 'barcode',
  label: label('Barkod', 'Barcode'),
  table: 'catalog_barcode',
  columns: {
    barcode: {
      type: 'text',
      schema: t.String(),
      kept: 'once',
      touches: (barcode: string) => [uniqueBarcode.name(barcode)],
    },
    productId: { type: 'text', schema: id('prd'), kept: 'once' },
    variantId: { type: 'text', schema: nullable(id('var')), kept: 'once' },
  },
});

export type BarcodeClaim = New<typeof barcode>;
