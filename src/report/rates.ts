import { kurus, label, object, t, unit } from '../kernel/schema/schema';

/** Money of one rate of VAT. */
export const rateSchema = object({
  vatRate: label('KDV (%)', 'VAT (%)')(t.Integer(unit('percent'))),
  gross: kurus({ description: 'VAT included, after discounts, with the shares of shipping and fees.' }),
  vat: kurus({ description: 'Within gross.' }),
});
