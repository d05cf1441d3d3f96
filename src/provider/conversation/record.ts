import type { CommandBus } from '../../kernel/bus';
import type { Act } from '../../kernel/bus/act';
import type { Command } from '../../kernel/declaration/command';
import { Refusal } from '../../kernel/errors';
import type { Static, TSchema } from '../../kernel/schema/schema';

/**
 * Records the word of a provider by a command, whoever was first: of two attempts that have heard the same, the row lets the first
 * record it. @throws when the row stands as before and it is refused
 */
export async function recordTold<P extends TSchema, R extends TSchema, F>(
  bus: CommandBus,
  command: Command<P, R, F>,
  told: Act<Static<P>>,
): Promise<void> {
  const acted = await bus.act(command, told).catch((error: unknown) => {
    // Another attempt was faster, and heard other words for the same.
    if (error instanceof Refusal && error.code === 'idempotency_conflict') return { result: null };
    throw error;
  });
  if ('result' in acted || acted.problem.code === 'invalid_state') return;
  throw new Error(`${command.id} was refused in ${told.by}: ${acted.problem.detail}`);
}
