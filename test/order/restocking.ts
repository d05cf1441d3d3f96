import { defaultStockPolicy } from '../../src/store/stock/aggregate';
import type { World } from '../world/world';

type Restocking = Partial<Record<'restockOnCancel' | 'restockOnReturn', boolean>>;

/** The settings of the stock as they are to begin with, but for when pieces come back to it. */
export const setRestocking = (world: World, stated: Restocking): Promise<unknown> =>
  world.done('settings.stock.update', { ...defaultStockPolicy, ...stated });
