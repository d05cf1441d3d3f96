import type { Noun } from '../noun';
import sales from './account.reports.sales';
import stock from './account.reports.stock';
import vat from './account.reports.vat';

export default { account: [sales, vat, stock] } satisfies Noun;
