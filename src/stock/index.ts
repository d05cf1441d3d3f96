import type { Noun } from '../noun';
import stock from './account.stock';
import stockItems from './account.stock.items';
import stockMovements from './account.stock.movements';

export default { account: [stock, stockItems, stockMovements] } satisfies Noun;
