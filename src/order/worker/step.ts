import type { RowStanding } from '../../provider/conversation/contract';
import type { ShipmentRow } from '../shipment/aggregate';

export type ShipmentStep = RowStanding<ShipmentRow['state']>;
