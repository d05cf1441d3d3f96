import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import { systemPrincipal } from '../declaration/principal';
import { Contention, Refusal } from '../errors';
import { openPersonal } from '../personal/personal-store';
import type { Answer, Static, TSchema } from '../schema/schema';
import { schemaErrors } from '../schema/validation';
import type { UnkeyedCall } from './call';
import { fingerprintOfCall } from './claim';
import { dated } from './clock';
import { isSameCall } from './fingerprint';
import { keptRefusal } from './keeping';
import type { BusOptions } from './options';
import { rehearse } from './rehearse';
import { claimKey } from './store';

/** A command that the product issues by itself. */
export interface Issue<Payload = unknown> extends Pick<UnkeyedCall, 'deferBump'> {
  readonly storeId: string;
  /** Workflow that issues the command: the actor of its audit row. */
  readonly workflowId: string;
  /** Name of the command within its workflow. Two of one name are the same call: the second is answered as the first. */
  readonly step: string;
  readonly payload: Payload;
  /** Cause of the command: the ids that find its audit row. */
  readonly cause: Readonly<Record<string, string>>;
}

/**
 * Runs a command that only the product may issue, in the transaction of the work that calls for it: both stay, or neither does.
 * @throws {Refusal} the command's refusal, as far as it may be kept: the work that called for it notes it
 */
export async function issue<P extends TSchema, R extends TSchema>(
  options: BusOptions,
  tx: Transaction,
  command: Command<P, R>,
  { storeId, workflowId, step, payload, cause, ...rest }: Issue<Static<P>>,
): Promise<Answer<R>> {
  if (!command.runtimeOnly) throw new Error(`${command.id} is not declared as runtimeOnly`);
  if (options.strict) assertFits(command, payload);
  const principal = systemPrincipal(storeId, workflowId);
  const key = `${workflowId}/${step}`;
  const call = { ...rest, principal, mutation: command, payload, key };
  const { fingerprint, body, now } = await claimKey(tx, principal, key);
  if (fingerprint !== null) {
    if (!isSameCall(fingerprint, fingerprintOfCall(options, call)))
      throw new Error(`${key} was issued as another call`);
    return openPersonal(tx, options.services.secretBox, storeId, body as Answer<R>);
  }
  const rehearsal = await rehearse(options, tx, call, dated(options, now)).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error instanceof Contention) throw error;
    throw keptRefusal(options.services.capabilities.personal, command, error);
  });
  await rehearsal.keep(key, cause, 'product');
  return rehearsal.result as Answer<R>;
}

function assertFits({ id, payload: schema }: Command, payload: unknown): void {
  const errors = schemaErrors(schema, payload);
  if (errors.length > 0) throw new Error(`${id} was issued outside of its schema: ${JSON.stringify(errors)}`);
}
