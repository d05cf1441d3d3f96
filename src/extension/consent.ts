import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import type { Manifest } from '../provider/manifest';
import { grows, type Rights } from './rights';

/**
 * What an agent, a program or the product itself states is nobody's consent: they hold what an owner lets them.
 * @param growth what the manifest asks for beyond what was granted @param stated the caller says that it consents
 * @throws {Refusal} consent_required
 */
export function assertConsented(
  { kind }: Principal,
  { name, version }: Manifest,
  growth: Rights,
  stated: boolean,
): void {
  if (!grows(growth) || (stated && kind === 'owner')) return;
  const asked = `${name} ${version} asks for more than was granted: ${told(growth)}.`;
  refuse('consent_required', stated ? `${asked} Only an owner who is signed in can consent.` : asked, {
    facts: { version, growth },
    quotesNobody: true,
  });
}

const told = ({ scopes, personalData, secrets }: Rights): string => [...scopes, ...personalData, ...secrets].join(', ');
