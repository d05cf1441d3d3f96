export interface Tally {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
}

/** True if a job counts products, which not every kind does. */
export const isTally = <P extends Partial<Tally>>(progress: P): progress is P & Tally =>
  progress.created !== undefined && progress.updated !== undefined;

/** The number of products that are done and were left as they are. */
export const unchangedOf = ({ done, created, updated, failed }: Tally): number =>
  Math.max(0, done - created - updated - failed);
