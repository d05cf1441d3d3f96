/** An answer that is not 2xx; what its body looks like is the provider's own. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}
