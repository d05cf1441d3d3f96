/** The provider asked to slow down (429). */
export class ProviderThrottled extends Error {
  constructor(readonly waitMs: number) {
    super('the provider throttles');
  }
}

/** The provider did not answer, or failed on its side: the same call may succeed later. */
export class ProviderUnavailable extends Error {
  /** @param status HTTP status of the provider; undefined when none came */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The provider works on what it was asked for, or something else has to come first. */
export class ProviderBusy extends ProviderUnavailable {
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}

/** The answer of the provider does not fit its interface. */
export class ProviderAnswerInvalid extends Error {}

/** The provider answered more than is read of one answer: the same call will fail again, one for fewer rows may not. */
export class ProviderAnswerTooLarge extends ProviderAnswerInvalid {}

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

/**
 * True if a provider has refused in its own words. Any other 4xx may come from a proxy, and the provider may have carried the request out.
 */
export const hasSaidNo = (error: unknown): error is ProviderRefused =>
  error instanceof ProviderRefused && error.code !== null;

/** The provider does not know the place in its list, or no more: the list can only be read from its beginning. */
export class CursorRefused extends ProviderRefused {}
