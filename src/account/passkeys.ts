import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { beginAttempt } from './attempts';
import { ANSWER_MS, challengeDigest, descriptorOf, makeChallenge } from './passkey/challenge';
import {
  assertRelyingParty,
  originFor,
  type PublicAddress,
  type RelyingParty,
  relyingPartyOf,
} from './passkey/relying-party';
import {
  findPasskey,
  findPasskeys,
  type Passkey,
  type PasskeyProof,
  type Purpose,
  takeChallenge,
} from './passkey/store';
import type { AskedPasskey, PresentedPasskey } from './passkey/wire';

/** A passkey whose answer was right. Whoever acts on it spends it: see {@link spendPasskey}. */
export interface ProvenPasskey {
  readonly id: string;
  readonly loginId: string;
  readonly passwordHash: string;
  readonly counter: number;
}

interface Answering {
  readonly purpose: Exclude<Purpose, 'registration'>;
  /** The session that answers; null: whoever was asked, or a login whose password was proven. */
  readonly session: Buffer | null;
  /** Logins of which the passkey has to be; null: of any. */
  readonly of: readonly string[] | null;
  /** True: the authenticator has to have verified its owner, as it does in the place of a password. */
  readonly verified: boolean;
  /** The address from which the request comes. */
  readonly address: string;
}

/** Anybody may ask for a challenge to come in with, and the answer says who it is. */
const ANYBODY = 'anybody';

const nameOf = (session: Buffer): string => session.toString('base64');

/**
 * Asks browsers for passkeys, and judges what they answer. All that is wrong with an answer is told in the same words: an unknown passkey, a
 * challenge that is over, another site.
 */
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly settings: PublicAddress,
  ) {}

  /** Asks for any passkey of this site that verifies its owner. Nobody is named, so nothing is told. @throws {Refusal} passkeys_unavailable */
  async askToEnter(): Promise<AskedPasskey> {
    const site = assertRelyingParty(this.settings);
    return this.questionFor(site, 'entry', [ANYBODY], []);
  }

  /** Asks for a passkey beside a password that was right. @returns undefined where there is none, or no browser would find it */
  async askBesidePassword(passkeys: readonly Passkey[]): Promise<AskedPasskey | undefined> {
    const site = relyingPartyOf(this.settings);
    if (!site || passkeys.length === 0) return undefined;
    const loginIds = [...new Set(passkeys.map(({ loginId }) => loginId))];
    return this.questionFor(site, 'step', loginIds, passkeys);
  }

  /** Asks for a passkey of a login, to be said again in a session. @throws {Refusal} passkeys_unavailable; invalid_state where it has none */
  async askAgain(session: Buffer, loginId: string): Promise<AskedPasskey> {
    const site = assertRelyingParty(this.settings);
    const passkeys = await findPasskeys(this.database.system, [loginId]);
    if (passkeys.length === 0)
      refuse('invalid_state', 'The log-in has no passkey: say the password.', { facts: { state: 'off' } });
    return this.questionFor(site, 'confirm', [nameOf(session)], passkeys);
  }

  private async questionFor(
    { id: rpId }: RelyingParty,
    purpose: Purpose,
    bound: readonly string[],
    passkeys: readonly Passkey[],
  ): Promise<AskedPasskey> {
    const challenge = await makeChallenge(this.database.systemWriter, purpose, bound);
    const userVerification = purpose === 'entry' ? 'required' : 'preferred';
    return { challenge, rpId, timeout: ANSWER_MS, userVerification, allowCredentials: passkeys.map(descriptorOf) };
  }

  /**
   * Counts an answer as failed before it is looked at. Challenge and signature are judged here, and the counter once more when the passkey is
   * spent: of two answers at once one gets it.
   * @throws {Refusal} passkey_wrong, passkeys_unavailable, throttled
   */
  async prove(
    presented: PresentedPasskey,
    answering: Answering,
  ): Promise<ProvenPasskey & { readonly verified: boolean }> {
    const site = assertRelyingParty(this.settings);
    const { address } = answering;
    const attempt = { account: `passkey ${presented.id}`, address, browser: undefined };
    const begun = await beginAttempt(this.database.systemWriter, attempt);
    const passkey = await findPasskey(this.database.system, Buffer.from(presented.id, 'base64url'));
    const judged = passkey && (await this.judge(site, passkey, presented, answering));
    if (!judged) refuse('passkey_wrong');
    await begun.takeBack();
    return judged;
  }

  /** @returns undefined for an answer that is wrong in whatever way */
  private async judge(
    site: RelyingParty,
    passkey: PasskeyProof,
    presented: PresentedPasskey,
    { purpose, session, of, verified }: Answering,
  ) {
    const { id, loginId, passwordHash, userHandle, verifiesOwner } = passkey;
    if (of && !of.includes(loginId)) return undefined;
    // A thief may set the PIN of a key that had none. So the key verifies only an owner whom it knew when it was added.
    if (verified && !verifiesOwner) return undefined;
    if (presented.userHandle !== undefined && presented.userHandle !== userHandle.toString('base64url'))
      return undefined;
    const by = session ? nameOf(session) : purpose === 'entry' ? ANYBODY : loginId;
    const answer = await verifyAuthenticationResponse({
      response: responseOf(presented),
      expectedChallenge: (challenge) =>
        takeChallenge(this.database.systemWriter, challengeDigest(challenge), purpose, by),
      expectedOrigin: originFor(site, presented.clientDataJSON),
      expectedRPID: site.id,
      credential: { id: presented.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: verified,
      // The library tells what is wrong by errors, of bytes that strangers send.
    }).catch(() => undefined);
    if (!answer?.verified) return undefined;
    const { newCounter: counter, userVerified } = answer.authenticationInfo;
    return { id, loginId, passwordHash, counter, verified: userVerified && verifiesOwner };
  }
}

const responseOf = ({ id, clientDataJSON, authenticatorData, signature, userHandle }: PresentedPasskey) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
});
