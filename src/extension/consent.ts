import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import type { Manifest } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { grantedTo, ungranted } from './granted-rights';
import { manifestOf } from './provider/providers';
import { grows, growthOf, type Rights, rightsOf } from './rights';

/**
 * Refuses a consent that no owner gives: agents, programs and the product itself hold the rights that an owner lets them have.
 * @param growth the rights that the manifest asks for beyond the granted ones @param stated the caller says that it consents
 * @throws {Refusal} consent_required
 */
export function assertConsented(
  { kind, role = 'owner' }: Principal,
  { name, version }: Manifest,
  growth: Rights,
  stated: boolean,
): void {
  if (!grows(growth) || (stated && kind === 'owner' && role === 'owner')) return;
  const reason = `${name} ${version} asks for more than was granted: ${listRights(growth)}.`;
  refuse('consent_required', stated ? `${reason} Only an owner who is signed in can consent.` : reason, {
    facts: { version, growth },
    quotesNobody: true,
  });
}

const listRights = ({ scopes, personalData, actions, secrets }: Rights): string =>
  [...scopes, ...personalData, ...actions, ...secrets].join(', ');

/**
 * Holds what an extension is about to be asked for against the actions that its store has granted.
 * @param operations of its provider
 * @throws {Refusal} consent_required
 */
export function assertGranted(extension: ExtensionRow, { name }: Manifest, operations: readonly string[]): void {
  const lacking = ungranted(extension, operations);
  if (lacking.length === 0) return;
  const current = manifestOf(extension.key);
  refuse('consent_required', `No owner has let ${name} do this yet: ${lacking.join(', ')}.`, {
    ...(current && { facts: { version: current.version, growth: growthOf(grantedTo(extension), rightsOf(current)) } }),
    quotesNobody: true,
  });
}
