/** An embedded server cannot be had; the message says why and what to do. */
export class EmbeddedError extends Error {
  /** @param mayPass it was cut off or too slow: another try may do, as for a process that was killed while it started */
  constructor(
    message: string,
    readonly mayPass = false,
  ) {
    super(message);
  }
}
