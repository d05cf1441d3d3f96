import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import type { ShipmentRow } from '../shipment/aggregate';

export interface CargoDependencies {
  readonly bus: CommandBus;
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
}

/** How a parcel stands after a step. */
export interface ShipmentStep {
  /** null: no provider carries it. */
  readonly state: ShipmentRow['state'] | null;
  /** How long to wait before the next step, in ms; null: there is none. */
  readonly waitMs: number | null;
}
