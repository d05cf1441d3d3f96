import { type FieldError, refuse } from '../kernel/errors';

/** @throws {Refusal} of the code, with every error under its field; none of them quotes what was stated */
export function assertSound(code: 'identity_invalid' | 'settings_invalid', errors: readonly FieldError[]): void {
  const [first, ...others] = errors;
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  refuse(code, `${first.pointer} ${first.message}${more}`, { errors: [...errors], quotesNobody: true });
}
