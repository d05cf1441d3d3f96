import type { Settling } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { shipment, type shipmentSchema } from '../shipment/aggregate';
import { isUnderWay } from '../shipment/state';
import { getShipment } from '../shipment/store';
import { WANTED_MS } from './deadlines';
import { findLook } from './store';

/** Says how it stands with a question of where a parcel is. */
export const lookSettles: Pick<Settling<Answer<typeof shipmentSchema>>, 'look'> = {
  async look(db, storeId, { id }) {
    const row = await getShipment(db, storeId, id);
    const result = shipment.answer(row);
    const { isDone = true, isLate = false } = (await findLook(db, storeId, id, WANTED_MS)) ?? {};
    // A parcel that has come, or was cancelled, moves no more, so nobody asks for it.
    if (isDone || !isUnderWay(row.state)) return { state: 'done', result };
    if (!isLate) return { state: 'open', result };
    return { state: 'failed', result, why: `The provider does not say where it is. ${row.waitingFor ?? ''}`.trim() };
  },
};
