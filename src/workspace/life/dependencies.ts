import type { SandboxRow } from '../../access/sandbox/table';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import type { Place } from '../../kernel/declaration/sandbox';

export interface LifeDependencies {
  readonly database: Pick<Database, 'reader' | 'writer' | 'maintenance'>;
  readonly services: Pick<Services, 'log' | 'objects' | 'sandbox'>;
}

export const placeOf = (storeId: string, { workspaceId, epoch }: SandboxRow): Place => ({
  storeId,
  workspaceId,
  epoch,
});
