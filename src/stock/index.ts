import type { Noun } from '../noun';
import stock from './account.stock';
import stockItems from './account.stock.items';
import stockMovements from './account.stock.movements';
import stockReservations from './account.stock.reservations';

export default { account: [stock, stockItems, stockMovements, stockReservations] } satisfies Noun;
