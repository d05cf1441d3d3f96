import type { SandboxRow } from '../../access/sandbox/table';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import type { HostedPlace } from '../../kernel/declaration/sandbox';

export interface LifeDependencies {
  readonly database: Pick<Database, 'reader' | 'writer' | 'maintenance'>;
  readonly services: Pick<Services, 'log' | 'objects' | 'sandbox'>;
}

export const placeOf = (storeId: string, { workspaceId, epoch, host }: SandboxRow): HostedPlace => ({
  storeId,
  workspaceId,
  epoch,
  host,
});
