/** A time as `<input type="datetime-local">` holds it: local, to the minute. */
export function localInput(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The way back; empty or unfinished input is no time. */
export const isoOf = (local: string): string | undefined =>
  local === '' || Number.isNaN(Date.parse(local)) ? undefined : new Date(local).toISOString();
