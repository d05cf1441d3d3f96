import { soleOf } from '../sole-store';
import { checkout } from './aggregate';

export const { find: findCheckout, state: stateCheckout, titles: checkoutTitles } = soleOf(checkout);
