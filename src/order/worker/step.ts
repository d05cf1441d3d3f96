import type { Step } from '../../provider/conversation/step';
import type { ShipmentRow } from '../shipment/aggregate';

export type ShipmentStep = Step<ShipmentRow['state']>;
