import type { MutationContext } from '../../kernel/declaration/context';
import { t } from '../../kernel/schema/schema';
import { newRecoveryCodes, RECOVERY_CODES, recoveryDigest } from './secret';
import { setRecoveryCodes } from './store';

/** The field that an answer has once, of a call that makes recovery codes. */
export const recoveryCodesOnce = {
  recoveryCodes: t.Array(t.String(), {
    description: `${RECOVERY_CODES} codes, each of which stands for the authenticator once; shown this once.`,
  }),
};

/** Makes recovery codes in the place of those before, which the answer shows once. */
export async function renewRecoveryCodes(
  { tx, services, once }: Pick<MutationContext, 'tx' | 'services' | 'once'>,
  loginId: string,
): Promise<void> {
  const codes = newRecoveryCodes();
  await setRecoveryCodes(
    tx,
    loginId,
    codes.map((code) => recoveryDigest(services.digests, loginId, code)),
  );
  once({ recoveryCodes: codes });
}
