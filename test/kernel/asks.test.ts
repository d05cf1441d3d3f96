import { assertSaysWhatAsks } from '../../src/kernel/bus/referred';
import { EffectQueue } from '../../src/kernel/work/outbox';
import { mediaVariants } from '../../src/media/image/contract';
import { shipmentTracking } from '../../src/order/tracking/contract';

const silent = { id: 'order.shipment.track' };
const started = (start: (effects: EffectQueue) => void) => {
  const effects = new EffectQueue();
  start(effects);
  return effects.queued;
};
const facts = { storeId: 'sto_01KSHE0H4CQ0V4ZBX7Q3M2N8RT', shipmentId: 'shp_01KSHE0H4CQ0V4ZBX7Q3M2N8RT' };
const tracking = started((effects) => effects.startWorkflow(shipmentTracking, facts));

test('outside production, a call that starts work at a provider and does not declare it fails', () => {
  expect(() => assertSaysWhatAsks(silent, tracking)).toThrow('does not declare asksProvider');
  expect(() => assertSaysWhatAsks({ ...silent, asksProvider: true }, tracking)).not.toThrow();
});

test('what the product alone issues has nobody to tell, and other work asks no provider', () => {
  expect(() => assertSaysWhatAsks({ ...silent, runtimeOnly: true }, tracking)).not.toThrow();
  const drawing = started((effects) =>
    effects.startWorkflow(mediaVariants, { storeId: facts.storeId, mediaId: 'med_01KSHE0H4CQ0V4ZBX7Q3M2N8RT' }),
  );
  expect(() => assertSaysWhatAsks(silent, drawing)).not.toThrow();
});
