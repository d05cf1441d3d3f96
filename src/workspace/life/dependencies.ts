import type { SandboxRow } from '../../access/sandbox/table';
import type { Database } from '../../kernel/database/database';
import type { HostedPlace } from '../../kernel/declaration/sandbox';
import type { WorkServices } from '../../kernel/declaration/services';

export interface LifeDependencies {
  readonly database: Pick<Database, 'reader' | 'writer' | 'maintenance'>;
  readonly services: Pick<WorkServices, 'log' | 'objects' | 'sandbox'>;
}

export const placeOf = (storeId: string, { workspaceId, epoch, host }: SandboxRow): HostedPlace => ({
  storeId,
  workspaceId,
  epoch,
  host,
});
