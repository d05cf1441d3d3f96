import { Contention, Refusal } from '../errors';
import type { ProblemCode } from '../problems';
import type { Capability } from './route';

/** Codes that any call can meet, whatever it does. */
const general: ReadonlySet<ProblemCode> = new Set(['invalid_request', 'unauthenticated', 'unavailable']);

/**
 * Takes a refusal that a capability does not declare for the bug that it is: documents, tools and callers go by what is declared.
 * @throws {Error}
 */
export function assertDeclared({ id, refuses }: Pick<Capability, 'id' | 'refuses'>, refusal: Refusal): void {
  // One that was overtaken is tried again, and is nobody's answer.
  if (refusal instanceof Contention || general.has(refusal.code) || refuses.includes(refusal.code)) return;
  throw new Error(`${id} does not declare that it refuses with ${refusal.code}`, { cause: refusal });
}

/** Runs a handler, and fails when it refuses with what it does not declare. */
export async function declaredOnly<T>(
  capability: Pick<Capability, 'id' | 'refuses'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) assertDeclared(capability, error);
    throw error;
  }
}
