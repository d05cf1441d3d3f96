import type { TSchema } from '../kernel/schema/schema';
import { schemaErrors } from '../kernel/schema/validation';
import { ProviderAnswerInvalid } from './error';

/**
 * Checks that a provider's answer has the form that is read.
 * @param name the provider's name for people @param what the name of the answer, e.g. `a page`
 * @throws {ProviderAnswerInvalid}
 */
export function checkedAnswer<T>(name: string, what: string, schema: TSchema, answer: unknown): T {
  const [error] = schemaErrors(schema, answer);
  if (error)
    throw new ProviderAnswerInvalid(`${name} answered ${what} whose ${error.pointer || 'form'} ${error.message}.`);
  return answer as T;
}
