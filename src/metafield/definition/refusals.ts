import { refuse } from '../../kernel/errors';
import type { DefinitionRow } from './aggregate';
import { ruleFaults } from './rules';

/** @throws {Refusal} invalid_request when a field of this type cannot have these rules */
export function assertRules({ type, validations }: Pick<DefinitionRow, 'type' | 'validations'>): void {
  const errors = ruleFaults(type, validations);
  const [first] = errors;
  if (first) refuse('invalid_request', `${first.pointer} ${first.message}.`, { errors, quotesNobody: true });
}
