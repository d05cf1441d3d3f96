import { Refusal } from '../../kernel/errors';
import { FINDINGS_MAX, type Finding } from '../bundle/finding';

const TOO_LARGE: ReadonlySet<string> = new Set(['body_too_large', 'css_too_large']);

/**
 * Refuses a body for its faults.
 * @param code of faults of the form alone invalid_request, of all others bundle_invalid
 * @param pointer of the body in the payload
 */
export function refuseFindings(
  code: 'invalid_request' | 'bundle_invalid',
  found: readonly Finding[],
  pointer: string,
): void {
  const [first] = found;
  if (!first) return;
  const findings = found.slice(0, FINDINGS_MAX);
  const errors = findings.map((each) => ({ pointer: pointer + each.pointer, message: each.english }));
  const isTooLarge = findings.every((each) => TOO_LARGE.has(each.code));
  throw new Refusal(isTooLarge ? 'payload_too_large' : code, `${pointer}${first.pointer}: ${first.english}`, {
    errors,
    facts: { findings },
  });
}
