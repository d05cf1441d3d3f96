import type { CommandBus } from '../../kernel/bus';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import { type Problem, Refusal } from '../../kernel/errors';
import { newUlid } from '../../kernel/ids';
import type { Static, TSchema } from '../../kernel/schema/schema';

interface Told<Payload> {
  readonly storeId: string;
  /** The workflow that has asked. */
  readonly workflowId: string;
  readonly payload: Payload;
  /** Identifiers of the rows that it is about. */
  readonly cause: Readonly<Record<string, string>>;
  /** @default a new one: of two that have heard the same, the row lets the first record it */
  readonly key?: string;
}

/** Records the word of a provider by a command, whoever was first. @throws when the row stands as before and it is refused */
export async function recordTold<P extends TSchema, R extends TSchema, F>(
  bus: CommandBus,
  command: Command<P, R, F>,
  { storeId, workflowId, payload, cause, key = newUlid() }: Told<Static<P>>,
): Promise<void> {
  const principal = systemPrincipal(storeId, workflowId);
  const mutation = command as unknown as Command;
  const { status, body } = await bus.execute({ principal, mutation, payload, key, cause }).catch((error: unknown) => {
    // Another attempt was faster, and heard other words for the same.
    if (error instanceof Refusal && error.code === 'idempotency_conflict') return { status: 200, body: null };
    throw error;
  });
  if (status < 400 || (body as Problem).code === 'invalid_state') return;
  throw new Error(`${command.id} was refused in ${workflowId}: ${(body as Problem).detail}`);
}
