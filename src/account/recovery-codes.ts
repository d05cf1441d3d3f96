import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { newUlid } from '../kernel/ids';
import type { Digests } from '../kernel/personal/digests';
import note from './account.recoveryCode.note';
import { recoveryDigest } from './factor/secret';
import { ownFactor, spendRecoveryCode } from './factor/store';
import { accountsOf } from './login-store';

interface RecoveryCodesOptions {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly digests: Digests;
}

interface Presented {
  readonly loginId: string;
  readonly code: string;
  /** The program that says the code, by its own words. */
  readonly device: string | null;
}

/** Recovery codes where they are used: each of them once, and never behind its owner's back. */
export class RecoveryCodes {
  constructor(private readonly options: RecoveryCodesOptions) {}

  /** Uses a code up, and mails its owner in the same transaction. @returns false when the login has no such code */
  async spend({ loginId, code, device }: Presented): Promise<boolean> {
    const { bus, database, digests } = this.options;
    const [account] = await accountsOf(database.system, loginId);
    if (!account) return false;
    const { id: ownerId, storeId } = account;
    return bus.inTransaction<boolean>(storeId, async (tx) => {
      if (!(await spendRecoveryCode(tx, loginId, recoveryDigest(digests, loginId, code))))
        return { keep: false, value: false };
      const codesLeft = (await ownFactor(tx, loginId))?.codes ?? 0;
      const payload = { ownerId, device: device ?? '-', codesLeft };
      const call = { storeId, workflowId: `recovery-code/${newUlid()}`, step: 'note', payload, cause: {} };
      await bus.issue(tx, note, call);
      return { keep: true, value: true };
    });
  }
}
