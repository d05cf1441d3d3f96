/** The provider asked to slow down (429). */
export class ProviderThrottled extends Error {
  constructor(readonly waitMs: number) {
    super('the provider throttles');
  }
}

/** The provider did not answer, or failed on its side: the same call may succeed later. */
export class ProviderUnavailable extends Error {}

/** The provider understood and said no; the same call will fail again. */
export class ProviderRefused extends Error {
  /** @param status HTTP status of the provider @param code its own key, when it gave one */
  constructor(
    readonly status: number,
    readonly code: string | null,
    message: string,
  ) {
    super(message);
  }
}
