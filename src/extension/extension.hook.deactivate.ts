import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t } from '../kernel/schema/schema';
import { decisionPoint } from '../provider/decision-point';
import type { DecisionPoint } from '../provider/manifest-document';
import { extension, extensionKey } from './aggregate';
import { hookBreaker, REACTIVATED } from './hook/contract';
import { tellOwners } from './hook/mail';
import { breakersOf, closeBreakers } from './hook/store';
import { changeExtension, installedExtension } from './store';
import { installedSchema, installedView } from './view';

const points = label(
  'Karar noktaları',
  'Decision points',
)(t.Array(decisionPoint, { minItems: 1, maxItems: 5, uniqueItems: true, description: 'Left out: all of its hooks.' }));

export default command({
  id: 'extension.hook.deactivate',
  label: { tr: 'Kancaları kapat veya aç', en: 'Deactivate or reactivate hooks' },
  summary:
    'Deactivate or reactivate the hooks of an extension. A hook that fails 5 times in a row is deactivated by itself.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({
    extension: extensionKey,
    points: t.Optional(points),
    active: label('Etkin', 'Active')(t.Boolean()),
    expectedRev,
  }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'invalid_state', 'rev_conflict'],
  example: { extension: 'campaign', active: false },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, principal, storeId, tx, guardRev, inverse, effects } = context;
    const { manifest, extension: before } = await installedExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    const own = (manifest.hooks ?? []).map(({ point }) => point as DecisionPoint);
    const meant = own.filter((point) => payload.points?.includes(point) ?? true);
    const trips = (await breakersOf(tx, storeId, before.key)).filter(({ trip }) => trip !== null);
    const hasTripped = (point: string): boolean => trips.some((each) => each.point === point);
    const isOff = (point: DecisionPoint): boolean => before.hooksOff.includes(point);
    const turned = payload.active
      ? meant.filter((point) => isOff(point) || hasTripped(point))
      : meant.filter((point) => !isOff(point));
    if (turned.length === 0) {
      const state = payload.active ? 'active' : 'inactive';
      refuse('invalid_state', `${manifest.name} has no hook there that is not ${state} already.`, { facts: { state } });
    }
    const hooksOff = payload.active
      ? before.hooksOff.filter((point) => !turned.includes(point))
      : [...before.hooksOff, ...turned];
    const after = changeExtension(context, before, { hooksOff });
    inverse('extension.hook.deactivate', {
      extension: before.key,
      points: turned,
      active: !payload.active,
      expectedRev: after.rev,
    });
    if (payload.active) {
      closeBreakers(tx, storeId, before.key, turned);
      for (const { extension: key, point, trip: tripId } of trips)
        if (tripId !== null && turned.includes(point))
          effects.updateWorkflow(hookBreaker, { storeId, tripId, extension: key, point }, REACTIVATED, { tripId });
    }
    // Owners do not know of an act of the product itself.
    if (principal.kind === 'system') await tellOwners(context, manifest, turned);
    return installedView(after);
  },
});
