import type { Queryable } from '../../kernel/database/queryable';
import type { DecisionPoint } from '../../provider/manifest-document';
import { hookCodeOf, installedManifestOf } from '../provider/providers';
import { hooksIn } from './store';

/** A hook that is active, so that it decides. */
export interface ActiveHook {
  readonly storeId: string;
  readonly extension: string;
  readonly point: DecisionPoint;
  readonly code: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly blocksOnFailure: boolean;
  /** In a row, as far as it was known when the step began. */
  readonly failures: number;
}

/** Tells whether a failed hook blocks. Where its manifest does not say, an order is not made on the word of a check that has failed. */
export const blocksOnFailure = ({ point, blockOnFailure }: { point: string; blockOnFailure?: boolean }): boolean =>
  blockOnFailure ?? point === 'checkout.order.validate';

/** The hooks of a store that are neither deactivated nor of an extension that is, in the order of their extensions. */
export async function activeHooks(db: Queryable, storeId: string): Promise<ActiveHook[]> {
  const { extensions, breakers } = await hooksIn(db, storeId);
  return extensions.flatMap((row) => {
    const { hooks = [] } = installedManifestOf(row) ?? {};
    return hooks.flatMap((hook) => {
      const point = hook.point as DecisionPoint;
      const code = hookCodeOf(row.key, point);
      const breaker = breakers.find((each) => each.extension === row.key && each.point === point);
      if (code === undefined || row.hooksOff.includes(point) || breaker?.trippedAt) return [];
      return {
        storeId,
        extension: row.key,
        point,
        code,
        config: row.config,
        blocksOnFailure: blocksOnFailure(hook),
        failures: breaker?.failures ?? 0,
      };
    });
  });
}
