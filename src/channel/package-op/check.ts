import { channelOf } from '../../extension/provider/providers';
import { Faults, refuse } from '../../kernel/errors';
import type { PackageAtLength } from '../../order/package/named-store';
import { noteFaults } from '../../order/piece/stated';
import type { ActTerms } from '../../provider/channel/package';
import type { Manifest } from '../../provider/manifest';
import { actTermsOf } from './acts';
import type { ActField, ActFields, PackageOp } from './fields';
import { isOpenIn } from './states';
import { takenBy } from './taken';

/**
 * Refuses fields that an act does not have, and misses those that it needs.
 * @throws {Refusal} invalid_request
 */
export function assertFits(op: PackageOp, act: ActFields): void {
  const { needs, takes } = takenBy[op];
  const given = (Object.keys(act) as ActField[]).filter((field) => act[field] !== undefined);
  const errors = [
    ...needs
      .filter((field) => !given.includes(field))
      .map((field) => ({ pointer: `/${field}`, message: `is needed of ${op}` })),
    ...given
      .filter((field) => !needs.includes(field) && !takes.includes(field))
      .map((field) => ({ pointer: `/${field}`, message: `says nothing to ${op}` })),
    ...(act.penaltyAcknowledged === false
      ? [{ pointer: '/penaltyAcknowledged', message: 'must be true: the marketplace charges the shop for it' }]
      : []),
  ];
  const [first] = errors;
  if (first) refuse('invalid_request', `${first.pointer} ${first.message}.`, { errors, quotesNobody: true });
}

/** The terms of the act at a marketplace. @throws {Refusal} not_offered of an act that it does not know */
export const knownTermsOf = (op: PackageOp, { key, name }: Manifest): ActTerms =>
  actTermsOf(key, op) ??
  refuse('not_offered', `${name} does not offer the act ${op} upon packages.`, {
    facts: { blockedBy: ['not_offered'], offered: Object.keys(channelOf(key).packageActs ?? {}) },
    quotesNobody: true,
  });

/** @throws {Refusal} invalid_state of a package that the act is too early or too late for; line_unknown, more_than_left */
export function assertPossible(
  op: PackageOp,
  act: ActFields,
  { states }: ActTerms,
  { state, lines }: PackageAtLength,
): void {
  if (!isOpenIn(states, state)) {
    const early = state === 'created' && states.includes('preparing') ? ': it is prepared first (`preparing`)' : '';
    refuse('invalid_state', `The package is ${state}${early}.`, { facts: { state }, quotesNobody: true });
  }
  const groups = act.groups ?? (act.lines ? [act.lines] : []);
  const faults = new Faults();
  const left = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  groups.forEach((group, at) => {
    group.forEach(({ lineId, quantity }, place) => {
      const pointer = act.groups ? `/groups/${at}/${place}` : `/lines/${place}`;
      const there = left.get(lineId);
      // Groups may share a line: what one of them has is not left for the others.
      noteFaults(faults, { pointer, stated: { lineId, quantity }, left: there, isTwice: false });
      if (there !== undefined && quantity <= there) left.set(lineId, there - quantity);
    });
  });
  faults.refuse();
  const isWhole = [...left.values()].every((quantity) => quantity === 0);
  if (op === 'split' && isWhole && groups.length === 1)
    refuse('invalid_request', '/groups must leave something of the package.', {
      errors: [{ pointer: '/groups', message: 'must leave something of the package' }],
      quotesNobody: true,
    });
}
