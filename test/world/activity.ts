import { asyncLocalStorage, type Context } from '@temporalio/activity';

/** Runs an activity outside of a worker. What takes long beats, and nobody hears it here. */
export const outsideOfWorker = <T>(activity: () => Promise<T>): Promise<T> =>
  asyncLocalStorage.run({ heartbeat() {} } as unknown as Context, activity);
