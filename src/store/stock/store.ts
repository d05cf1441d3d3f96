import { soleOf } from '../sole-store';
import { stockPolicy } from './aggregate';

export const { find: findStockPolicy, state: stateStockPolicy, titles: stockPolicyTitles } = soleOf(stockPolicy);
