export interface Tally {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
}

/** Whether a job counts products: not every kind does. */
export const isTally = <P extends Partial<Tally>>(progress: P): progress is P & Tally =>
  progress.created !== undefined && progress.updated !== undefined;

/** Of the products that a job is done with, those that are as they were. */
export const unchangedOf = ({ done, created, updated, failed }: Tally): number =>
  Math.max(0, done - created - updated - failed);
