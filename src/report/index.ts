import type { Noun } from '../noun';
import refunds from './account.reports.refunds';
import sales from './account.reports.sales';
import stock from './account.reports.stock';
import vat from './account.reports.vat';

export default { account: [sales, vat, refunds, stock] } satisfies Noun;
