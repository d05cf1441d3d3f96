import { lackingScope } from '../../kernel/declaration/authority';
import type { Principal } from '../../kernel/declaration/principal';
import { termsOf } from '../contract/job';
import { jobKindTerms } from '../contract/kinds';

const ofOrders = Object.entries(jobKindTerms).flatMap(([kind, terms]) => ('ofOrders' in terms ? [kind] : []));

/** Kinds of jobs that a caller may not see: those that tell of orders, without the scope for them. */
export const hiddenKinds = (principal: Principal): readonly string[] =>
  lackingScope(principal, 'orders:read') ? ofOrders : [];

/** @throws {Refusal} forbidden_scope of a job that tells of orders, to a caller without the scope for them */
export function reach<J extends { readonly kind: string }>(
  principal: Principal,
  scope: 'orders:read' | 'orders:write',
  job: J,
): J {
  const why = termsOf(job.kind)?.ofOrders && lackingScope(principal, scope);
  if (why) throw why;
  return job;
}
