import type { RowStanding } from '../../provider/conversation/step';
import type { ShipmentRow } from '../shipment/aggregate';

export type ShipmentStep = RowStanding<ShipmentRow['state']>;
