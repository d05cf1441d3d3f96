import { isInteger, type Resources, record } from '../kit/control';
import { type Journey, journeys } from './journey';
import type { Shipments } from './shipments';

const HOURS_MAX = 24 * 365;

/** What goes on while nobody looks: parcels, time and money. @param advance moves the clock on, by milliseconds */
export function controlResources(shipments: Shipments, advance: (ms: number) => void): Resources {
  return {
    '/shipments': {
      GET: () => shipments.list(null),
      PUT: (body) => {
        const { shipmentId, journey = 'delivered', at } = record(body, 'The body', ['shipmentId', 'journey', 'at']);
        if (typeof shipmentId !== 'string') throw new RangeError('shipmentId must be a text.');
        if (typeof journey !== 'string' || !Object.hasOwn(journeys, journey))
          throw new RangeError(`journey must be one of ${Object.keys(journeys).join(', ')}.`);
        if (at !== undefined && !(isInteger(at) && at >= 0))
          throw new RangeError('at must be a whole number from 0 on.');
        return shipments.direct(shipmentId, journey as Journey, at as number | undefined);
      },
    },
    '/clock': {
      PUT: (body) => {
        const { advanceHours } = record(body, 'The body', ['advanceHours']);
        if (!isInteger(advanceHours) || advanceHours < 1 || advanceHours > HOURS_MAX)
          throw new RangeError(`advanceHours must be a whole number from 1 to ${HOURS_MAX}.`);
        advance(advanceHours * 3_600_000);
        shipments.tick();
        return { advancedHours: advanceHours };
      },
    },
    '/balance': {
      GET: () => ({ kurus: shipments.balance }),
      PUT: (body) => {
        const { kurus } = record(body, 'The body', ['kurus']);
        if (!isInteger(kurus) || kurus < 0) throw new RangeError('kurus must be a whole number from 0 on.');
        shipments.balance = kurus;
        return { kurus };
      },
    },
  };
}
