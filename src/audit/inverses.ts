import type { Queryable } from '../kernel/database/queryable';
import type { Principal } from '../kernel/declaration/principal';
import type { Services } from '../kernel/declaration/services';
import { isWhole } from '../kernel/personal/personal';
import { openPersonal } from '../kernel/personal/personal-store';
import type { Change } from '../kernel/trace/change';
import type { Inverse } from '../kernel/trace/recorder';
import { servedKeys } from './served-key';
import { rowsWithInverse } from './store';

/** The call that takes a row of the log back. */
export interface ServedInverse extends Inverse {
  readonly auditId: string;
  /** The idempotency key under which the log serves it: the row is taken back once, at whichever door. */
  readonly key: string;
  /** The changes of the row. */
  readonly changes: readonly Change[];
}

/** Finds the calls that take rows back. A row has none if no command does, or if somebody has taken it back or proposes it. */
export async function inversesOf(
  { db, services, principal }: InverseReading,
  auditIds: readonly string[],
): Promise<ReadonlyMap<string, ServedInverse>> {
  const { storeId } = principal;
  const sealed = await rowsWithInverse(db, storeId, auditIds);
  const rows = (await openPersonal(db, services.secretBox, storeId, sealed)).filter(({ inverse }) => isWhole(inverse));
  const ids = rows.map(({ id }) => id);
  const served = await servedKeys(db, services.digests, principal, ids);
  return new Map(
    rows.flatMap(({ id, inverse: { command, payload }, changes }) => {
      const { key, firstRun = null } = served.get(id) ?? {};
      return key === undefined || firstRun ? [] : [[id, { auditId: id, command, payload, key, changes }] as const];
    }),
  );
}

interface InverseReading {
  readonly db: Queryable;
  readonly services: Pick<Services, 'digests' | 'secretBox'>;
  /** The reader who will take the rows back. */
  readonly principal: Pick<Principal, 'id' | 'storeId'>;
}
