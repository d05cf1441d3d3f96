/** Runs one command of the demo store. @param ids ids for the first things that it creates */
export type SeedRun = (
  command: string,
  payload: unknown,
  ids?: readonly string[],
) => Promise<{ id: string } & Record<string, unknown>>;
