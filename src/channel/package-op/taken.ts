import type { ActField, PackageOp } from './fields';

/** The fields that each act needs, and those that it takes beside them. */
export const takenBy: Readonly<
  Record<PackageOp, { readonly needs: readonly ActField[]; readonly takes: readonly ActField[] }>
> = {
  preparing: { needs: [], takes: [] },
  invoiced: { needs: ['invoiceNumber'], takes: [] },
  unsupplied: { needs: ['lines', 'reason', 'penaltyAcknowledged'], takes: [] },
  split: { needs: ['groups'], takes: [] },
  invoice_link: { needs: ['invoiceUrl'], takes: ['invoiceNumber', 'invoicedAt'] },
  invoice_file: { needs: ['invoiceFile'], takes: ['invoiceNumber'] },
  carrier: { needs: ['carrier'], takes: [] },
  box: { needs: ['boxes'], takes: ['deci'] },
  warehouse: { needs: ['warehouseId'], takes: [] },
  extend: { needs: ['days'], takes: [] },
  own_carrier: { needs: ['tracking'], takes: [] },
};
