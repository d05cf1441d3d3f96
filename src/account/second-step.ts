import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import type { Digests } from '../kernel/personal/digests';
import { beginCode } from './attempts';
import { type Authenticator, isOfAuthenticator, plain, recoveryDigest, stepOf } from './factor/secret';
import { findFactors, spendRecoveryCode, spendStep } from './factor/store';
import type { Login } from './login-store';

interface Presented {
  /** The code of an authenticator, or a recovery code; null: the caller goes on without; undefined: nothing was said of it. */
  readonly code: string | null | undefined;
  readonly address: string;
  /** The browser, and the login at which it is known. */
  readonly known: { readonly browser: string; readonly loginId: string } | undefined;
  /** True for a session that says its password again: the code that has opened it counts once more. */
  readonly again: boolean;
}

/**
 * The second step of a log-in, after the password. An address may have several logins, of which somebody else may have made one: each is
 * opened by its own code or, where it has no second step, by the password alone. So nobody gets past a second step by a login that they
 * planted, and nobody is kept out by one.
 */
export class SecondStep {
  constructor(
    private readonly database: Database,
    private readonly digests: Digests,
  ) {}

  /**
   * @param logins whose password was proven
   * @returns those that the caller may go on with: one at least
   * @throws {Refusal} second_factor_needed, second_factor_wrong, throttled
   */
  async admit(logins: readonly Login[], presented: Presented): Promise<readonly Login[]> {
    const factors = await findFactors(
      this.database.system,
      logins.map(({ id }) => id),
    );
    if (factors.length === 0) return logins;
    const guarded = new Set(factors.map(({ loginId }) => loginId));
    const open = logins.filter(({ id }) => !guarded.has(id));
    const { code } = presented;
    if (code === undefined || (code === null && open.length === 0))
      refuse('second_factor_needed', 'Send the code of the authenticator, or a recovery code, as code.', {
        facts: { withoutCode: open.length > 0 },
      });
    if (code === null) return open;
    const opened = await this.counted(factors, { ...presented, code });
    return logins.filter(({ id }) => opened === id || !guarded.has(id));
  }

  /** Counts the code as a failure of these logins before it is looked at: a burst of guesses would pass one count. */
  private async counted(factors: readonly Authenticator[], { address, known, ...presented }: Presented & Coded) {
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
    factor: Authenticator,
    { code, again }: Pick<Presented & Coded, 'code' | 'again'>,
  ): Promise<boolean> {
    const { systemWriter } = this.database;
    const { loginId } = factor;
    if (!isOfAuthenticator(code))
      return spendRecoveryCode(systemWriter, loginId, recoveryDigest(this.digests, loginId, code));
    const step = stepOf(this.digests, factor, plain(code), Date.now());
    return step !== undefined && spendStep(systemWriter, loginId, step, again);
  }
}

interface Coded {
  readonly code: string;
}
