import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import type { Digests } from '../kernel/personal/digests';
import { beginCode } from './attempts';
import { isOfAuthenticator, plain, stepOf } from './factor/secret';
import { findFactors, spendStep } from './factor/store';
import type { Login } from './login-store';
import { findPasskeys, spendPasskey } from './passkey/store';
import type { PresentedPasskey } from './passkey/wire';
import type { Passkeys, ProvenPasskey } from './passkeys';
import type { RecoveryCodes } from './recovery-codes';

interface Presented {
  /** The code of an authenticator, or a recovery code; null: the caller goes on without; undefined: nothing was said of it. */
  readonly code: string | null | undefined;
  /** The answer of a passkey, in the place of a code. */
  readonly passkey: PresentedPasskey | undefined;
  readonly address: string;
  /** The program that presents it, by its own words. */
  readonly device: string | null;
  /** The browser, and the login at which it is known. */
  readonly known: { readonly browser: string; readonly loginId: string } | undefined;
  /** The session that says its password again: the code that has opened it counts once more. null: a log-in. */
  readonly session: Buffer | null;
}

interface Admission {
  readonly logins: readonly Login[];
  /** The id of the passkey that was shown beside the password. */
  readonly passkeyId?: string;
}

/**
 * The second step of a log-in, after the password. An address may have several logins, of which somebody else may have made one: each is
 * opened by its own code or passkey or, where it has no second step, by the password alone. So nobody gets past a second step by a login that they
 * planted, and nobody is kept out by one.
 */
export class SecondStep {
  constructor(
    private readonly database: Database,
    private readonly digests: Digests,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /**
   * @param logins whose password was proven
   * @returns those that the caller may go on with, one at least, and the passkey that was shown
   * @throws {Refusal} second_factor_needed, second_factor_wrong, passkey_wrong, throttled
   */
  async admit(logins: readonly Login[], presented: Presented): Promise<Admission> {
    const { system } = this.database;
    const ids = logins.map(({ id }) => id);
    const [factors, passkeys] = await Promise.all([findFactors(system, ids), findPasskeys(system, ids)]);
    const guarded = new Set([...factors, ...passkeys].map(({ loginId }) => loginId));
    if (guarded.size === 0) return { logins };
    const open = logins.filter(({ id }) => !guarded.has(id));
    const { code, passkey, session } = presented;
    const openedBy = (opened: string) => logins.filter(({ id }) => opened === id || !guarded.has(id));
    if (passkey) {
      const proven = await this.byPasskey(passkey, [...guarded], presented);
      return { logins: openedBy(proven.loginId), passkeyId: proven.id };
    }
    if (code === undefined || (code === null && open.length === 0)) {
      const asked = session ? undefined : await this.passkeys.askBesidePassword(passkeys);
      refuse('second_factor_needed', 'Send the code of the authenticator, or a recovery code, as code.', {
        facts: { withoutCode: open.length > 0, ...(asked ? { passkey: asked } : {}) },
      });
    }
    if (code === null) return { logins: open };
    const nonces = new Map(factors.map(({ loginId, nonce }) => [loginId, nonce]));
    const steps = [...guarded].map((loginId) => ({ loginId, nonce: nonces.get(loginId) ?? null }));
    return { logins: openedBy(await this.counted(steps, { ...presented, code })) };
  }

  /** @returns the passkey, with the login that it opens */
  private async byPasskey(
    passkey: PresentedPasskey,
    of: readonly string[],
    { address, session }: Presented,
  ): Promise<ProvenPasskey> {
    const purpose = session ? 'confirm' : 'step';
    const proven = await this.passkeys.prove(passkey, { purpose, session, of, verified: false, address });
    if (!(await spendPasskey(this.database.systemWriter, proven.id, proven.counter))) refuse('passkey_wrong');
    return proven;
  }

  /** Counts the code as a failure of these logins before it is looked at: a burst of guesses would pass one count. */
  private async counted(factors: readonly Guarded[], { address, known, ...presented }: Presented & Coded) {
    const attempts = await Promise.all(
      factors.map(({ loginId }) => {
        const browser = known?.loginId === loginId ? known.browser : undefined;
        return beginCode(this.database.systemWriter, { account: loginId, address, browser });
      }),
    );
    for (const factor of factors)
      if (await this.uses(factor, presented)) {
        for (const attempt of attempts) await attempt.takeBack();
        return factor.loginId;
      }
    return refuse('second_factor_wrong', 'The code is of no step near to now, or was used already.');
  }

  private async uses(
    { loginId, nonce }: Guarded,
    { code, device, session }: Pick<Presented & Coded, 'code' | 'device' | 'session'>,
  ): Promise<boolean> {
    const { systemWriter } = this.database;
    if (!isOfAuthenticator(code)) return this.recoveryCodes.spend({ loginId, code, device });
    const step = nonce ? stepOf(this.digests, { loginId, nonce }, plain(code), Date.now()) : undefined;
    return step !== undefined && spendStep(systemWriter, loginId, step, session !== null);
  }
}

/** A login with a second step. */
interface Guarded {
  readonly loginId: string;
  /** null: it has no authenticator, and recovery codes beside its passkeys. */
  readonly nonce: Buffer | null;
}

interface Coded {
  readonly code: string;
}
