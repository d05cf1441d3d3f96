import type { SandboxFault } from './sandbox';

export interface OfWorkspace {
  readonly storeId: string;
  readonly workspaceId: string;
}

/** A wish for a backup: of whom, and in which row of the feed it is told. */
export interface BackupAsk {
  readonly byKind: string;
  readonly byId: string;
  readonly activityId: string;
}

export interface MadeBackup {
  readonly id: string;
  /** SHA-256 of the bytes that are kept. */
  readonly digest: string;
  readonly bytes: number;
  readonly at: string;
  readonly expiresAt: string;
}

/** The reason for which the files of a workspace are not in the requested state. */
export interface LifeFault {
  readonly fault: SandboxFault | 'archived';
  readonly message: string;
}

/** The life of workspaces: their folders come and go, and backups of them are made. */
export interface WorkspaceLife {
  /** Sees to it that the files of a workspace are there to work in. It may be waited for some seconds. */
  ensureWarm(of: OfWorkspace): Promise<LifeFault | undefined>;
  backUp(of: OfWorkspace, ask: BackupAsk): Promise<MadeBackup | LifeFault>;
}
