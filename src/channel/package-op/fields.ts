import { placelessSchema } from '../../kernel/declaration/content';
import { reserved } from '../../kernel/declaration/roles';
import { label, line, object, oneOf, type Static, t, time, unit, words } from '../../kernel/schema/schema';
import { packageFields } from '../../order/package/payload';
import type { AskedAct } from '../../provider/channel/package';

/** The acts that a call may ask for. */
const packageOps = [
  'preparing',
  'invoiced',
  'unsupplied',
  'split',
  'invoice_link',
  'invoice_file',
  'carrier',
  'box',
  'warehouse',
  'extend',
  'own_carrier',
] as const satisfies readonly AskedAct['act'][];
export type PackageOp = (typeof packageOps)[number];

/**
 * The act with its words. What gives the buyer's money back is for owners, as refunds are. An invoice goes to the buyer as an address or a
 * file of the shop's own choice, so whoever packs hands none over; a packer tells its number, without which no package leaves.
 */
export const packageOp = label(
  'İşlem',
  'Act',
)(
  oneOf(packageOps, {
    ...reserved<PackageOp>({ unsupplied: 'owner', invoice_link: 'manager', invoice_file: 'manager' }),
    ...words({
      preparing: ['hazırlanıyor', 'being prepared'],
      invoiced: ['faturası kesildi', 'invoiced'],
      unsupplied: ['tedarik edilemedi', 'not supplied'],
      split: ['böl', 'split'],
      invoice_link: ['fatura adresi', 'address of the invoice'],
      invoice_file: ['fatura dosyası', 'file of the invoice'],
      carrier: ['kargo firması', 'carrier'],
      box: ['koli', 'boxes'],
      warehouse: ['depo', 'warehouse'],
      extend: ['süreyi uzat', 'extend the time'],
      own_carrier: ['kendi kargosu', 'own carrier'],
    }),
  }),
);

/** The reasons for which a shop does not supply. */
const unsuppliedReasons = [
  'out_of_stock',
  'defective',
  'wrong_price',
  'integration_error',
  'bulk_order',
  'force_majeure',
] as const;

const { lineId, quantity } = packageFields.lines.items.properties;
const pieces = object({ lineId, quantity });
const LINES_MAX = 100;

/** Fields that acts need. Each takes some of these, see {@link takenBy}. */
export const actFields = {
  lines: t.Optional(
    label(
      'Satırlar',
      'Lines',
    )(
      t.Array(pieces, { minItems: 1, maxItems: LINES_MAX, description: 'Of unsupplied: the pieces that do not come.' }),
    ),
  ),
  groups: t.Optional(
    label(
      'Gruplar',
      'Groups',
    )(
      t.Array(t.Array(pieces, { minItems: 1, maxItems: LINES_MAX }), {
        minItems: 1,
        maxItems: 20,
        description: 'Of split: each becomes a package; what none names stays in one of its own.',
      }),
    ),
  ),
  reason: t.Optional(
    label(
      'Neden',
      'Reason',
    )(
      oneOf(unsuppliedReasons, {
        ...words({
          out_of_stock: ['stok tükendi', 'out of stock'],
          defective: ['kusurlu ürün', 'defective'],
          wrong_price: ['hatalı fiyat', 'wrong price'],
          integration_error: ['entegrasyon hatası', 'error of the integration'],
          bulk_order: ['toplu alım', 'bulk order'],
          force_majeure: ['mücbir sebep', 'force majeure'],
        }),
        description: 'Of unsupplied.',
      }),
    ),
  ),
  penaltyAcknowledged: t.Optional(
    label(
      'Ceza biliniyor',
      'Penalty acknowledged',
    )(t.Boolean({ description: 'Of unsupplied: true, since the marketplace charges the shop for it.' })),
  ),
  invoiceNumber: t.Optional(
    label(
      'Fatura no',
      'Invoice number',
    )(line(100, { description: 'Of invoiced, and of invoice_link and invoice_file where it is known.' })),
  ),
  invoiceUrl: t.Optional(
    label(
      'Fatura adresi',
      'Invoice address',
    )(t.String({ format: 'uri', pattern: '^https://', maxLength: 2_048, description: 'Of invoice_link.' })),
  ),
  invoicedAt: t.Optional(label('Fatura zamanı', 'Time of the invoice')(time({ description: 'Of invoice_link.' }))),
  carrier: t.Optional(
    label('Kargo firması', 'Carrier')(line(60, { description: 'Of carrier: its code at the marketplace.' })),
  ),
  boxes: t.Optional(
    label('Koli', 'Boxes')(t.Integer({ minimum: 1, maximum: 100, description: 'Of box.', ...unit('count') })),
  ),
  deci: t.Optional(label('Desi', 'Deci')(t.Integer({ minimum: 1, maximum: 1_000, description: 'Of box.' }))),
  warehouseId: t.Optional(
    label('Depo', 'Warehouse')(line(100, { description: 'Of warehouse: its id at the marketplace.' })),
  ),
  days: t.Optional(
    label('Gün', 'Days')(t.Integer({ minimum: 1, maximum: 3, description: 'Of extend.', ...unit('count') })),
  ),
  tracking: t.Optional(
    label(
      'Takip adresi',
      'Tracking address',
    )(
      t.String({
        format: 'uri',
        // A name before an @ looks like the host, and is none.
        pattern: '^https://[^/?#@\\\\]+([/?#]|$)',
        maxLength: 2_048,
        description: 'Of own_carrier: an https address, without a name or password before its host.',
      }),
    ),
  ),
};

/** Details of an act, as its job keeps them. The row of the job names the stored bytes of a file. */
export const actSchema = label(
  'Ayrıntı',
  'Details',
)(
  object({
    ...actFields,
    invoiceFile: t.Optional(label('Fatura dosyası', 'Invoice file')(placelessSchema)),
  }),
);
export type ActFields = Static<typeof actSchema>;
export type ActField = keyof ActFields;
