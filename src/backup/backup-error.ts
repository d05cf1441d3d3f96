/** Why there is no backup, or nothing is restored: one sentence for the operator. */
export class BackupError extends Error {}
