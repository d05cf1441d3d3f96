import type { Transaction } from '../database/queryable';
import { assertInnerKey } from '../ids';
import { commands, type RunBy } from '../metrics';
import { newAuditId } from '../trace/audit-store';
import type { InnerKey, UnkeyedCall } from './call';
import { fingerprintOfCall } from './claim';
import { keepingOf } from './keeping';
import type { Manner } from './manner';
import type { BusOptions } from './options';
import type { Run } from './run';
import { leaveTrace } from './trace';

/** Trace of a call that has run inside of another transaction. */
interface Kept {
  readonly key: InnerKey;
  readonly cause: Readonly<Record<string, string>>;
  readonly by: RunBy;
}

/** Writes audit row, outcome and effects of such a call into the same transaction. @returns the audit row's id */
export async function keepRun(
  options: BusOptions,
  tx: Transaction,
  call: UnkeyedCall,
  manner: Manner,
  ran: Run,
  now: Date,
  { key, cause, by }: Kept,
): Promise<string> {
  const keyed = { ...call, key: keyIn(key), cause };
  const auditId = newAuditId();
  // Whether one is due is not asked for every item of an application, and whose transaction it is asks for the credential.
  const seen = { now, generationDue: true, livesNow: false };
  const keeping = await keepingOf(options, tx, keyed, ran.recorder);
  await leaveTrace(options, tx, keyed, manner, fingerprintOfCall(options, keyed), ran, keeping, seen, auditId);
  tx.onceKept(() => commands.inc({ command: call.mutation.id, outcome: 'done', by }));
  return auditId;
}

function keyIn(key: InnerKey): string {
  if (typeof key === 'object') return key.served;
  assertInnerKey(key);
  return key;
}
