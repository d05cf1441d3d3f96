import { Refusal } from '../../kernel/errors';
import { isPackage, type PackageRow, type RemotePackage } from '../../provider/channel/package';
import upsertPackage from '../channel.package.upsert';
import type { JobReason } from '../job/reasons';
import type { JobDependencies, StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { waitOf } from '../job/wait';
import { upsertPayloadOf } from '../package/payload';
import type { SeenPackage } from '../package/seen-store';

export interface Kept {
  readonly ordersNew: number;
  readonly packages: readonly SeenPackage[];
  readonly errors: readonly ItemError[];
}

/**
 * Keeps what packages say of their orders, each in a transaction of its own. One that cannot be kept is an error of its own and harms no
 * other. Each may be kept again at any time: news that is known moves nothing.
 * @throws when Postgres is away
 */
export async function keepPackages(
  { bus }: Pick<JobDependencies, 'bus'>,
  { storeId, extension, jobId }: { readonly storeId: string; readonly extension: string; readonly jobId: string },
  rows: readonly PackageRow[],
  { signal, onAnswer, onItemFailure }: Pick<StepOptions, 'signal' | 'onAnswer' | 'onItemFailure'>,
): Promise<Kept> {
  let ordersNew = 0;
  const packages: SeenPackage[] = [];
  const errors: ItemError[] = [];
  for (const row of rows) {
    signal.throwIfAborted();
    if (!isPackage(row)) {
      errors.push({ ...row, barcode: null, code: 'row_invalid' satisfies JobReason, message: row.message });
      continue;
    }
    try {
      const payload = upsertPayloadOf(extension, row);
      const acted = await bus.act(upsertPackage, { storeId, by: jobId, payload, cause: { jobId } });
      if ('problem' in acted) errors.push(errorOf(row, acted.problem.code, acted.problem.detail));
      else {
        const { isNew, unmapped } = acted.result;
        ordersNew += isNew ? 1 : 0;
        packages.push(seenOf(row, unmapped));
      }
    } catch (error) {
      if (signal.aborted || waitOf(error)) throw error;
      if (!(error instanceof Refusal)) onItemFailure(error);
      const said = error instanceof Refusal ? error.detail : 'The package could not be kept.';
      errors.push(errorOf(row, error instanceof Refusal ? error.code : 'internal', said));
    }
    onAnswer();
  }
  return { ordersNew, packages, errors };
}

const errorOf = ({ packageId, orderNumber }: RemotePackage, code: string, message: string): ItemError => ({
  remoteId: packageId,
  barcode: null,
  title: orderNumber,
  code,
  message,
});

const seenOf = ({ packageId, orderNumber, state, modifiedAt }: RemotePackage, unmapped: number): SeenPackage => ({
  packageId,
  orderNumber,
  state,
  modifiedAt,
  unmapped,
});
