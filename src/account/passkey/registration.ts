import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import type { Digests } from '../../kernel/personal/digests';
import { ANSWER_MS, challengeDigest, descriptorOf, makeChallenge } from './challenge';
import { originFor, type RelyingParty } from './relying-party';
import { findPasskeys, takeChallenge } from './store';
import type { AskedRegistration, PresentedRegistration } from './wire';

/** Passkeys that one login may have: a person has a few devices and a key in the drawer. */
const PASSKEYS_MAX = 20;

const SITE_NAME = 'Tezgâh';

/**
 * EdDSA, ES256 and RS256, by their numbers at IANA: each authenticator makes keys of one of them, and each Node.js judges all. The list of the
 * library itself depends on the Node.js that runs it.
 */
const ALGORITHMS = [-8, -7, -257];

interface Registering {
  readonly loginId: string;
  /** The session that asks, and that alone may answer. */
  readonly session: Buffer;
}

const nameOf = (session: Buffer): string => session.toString('base64');

/**
 * Asks a browser for a new passkey of a login. It is to be found without a name where the authenticator can do so, and verified where it can:
 * a plain security key is a second step all the same.
 * @throws {Refusal} invalid_state when the login has as many as it may have
 */
export async function askForPasskey(
  tx: Queryable,
  digests: Digests,
  site: RelyingParty,
  { loginId, session, email }: Registering & { readonly email: string },
): Promise<AskedRegistration> {
  const passkeys = await findPasskeys(tx, [loginId]);
  if (passkeys.length >= PASSKEYS_MAX)
    refuse('invalid_state', `A log-in has ${PASSKEYS_MAX} passkeys at most: remove one first.`, {
      facts: { state: 'full' },
    });
  return {
    challenge: await makeChallenge(tx, 'registration', [nameOf(session)]),
    rp: { id: site.id, name: SITE_NAME },
    user: { id: userHandle(passkeys, digests, loginId).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: ANSWER_MS,
    attestation: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/** All passkeys of a login have one handle, so an authenticator keeps one of them. It tells nobody the address, nor the login. */
const userHandle = (passkeys: readonly { userHandle: Buffer }[], digests: Digests, loginId: string): Buffer =>
  passkeys[0]?.userHandle ?? digests.fingerprint(loginId, 'passkey user');

/** Judges what a browser has made. @returns the new passkey @throws {Refusal} passkey_wrong; invalid_state */
export async function newPasskey(
  tx: Queryable,
  digests: Digests,
  site: RelyingParty,
  { loginId, session, presented }: Registering & { readonly presented: PresentedRegistration },
) {
  const { id, clientDataJSON, attestationObject, transports } = presented;
  const passkeys = await findPasskeys(tx, [loginId]);
  if (passkeys.length >= PASSKEYS_MAX) refuse('invalid_state', 'Remove a passkey first.', { facts: { state: 'full' } });
  const made = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject, transports: [...transports] },
    },
    expectedChallenge: (challenge) => takeChallenge(tx, challengeDigest(challenge), 'registration', nameOf(session)),
    expectedOrigin: originFor(site, clientDataJSON),
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library tells what is wrong by errors, of bytes that strangers send.
  }).catch(() => undefined);
  if (!made?.verified || made.registrationInfo.credential.id !== id) refuse('passkey_wrong');
  const { credential, userVerified } = made.registrationInfo;
  return {
    loginId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    userHandle: userHandle(passkeys, digests, loginId),
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports,
    verifiesOwner: userVerified,
  };
}
