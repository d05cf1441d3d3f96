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

/** The provider understood and said no, in its own words: nothing was done, and the same call will fail again. */
export class ProviderRefused extends Error {
  /** @param status HTTP status of the provider @param code its own key */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The answer says no, without a key of the provider. It may come from a proxy, and the provider may have carried the request out: whoever
 * has asked for a change stands as after a lost answer. Of a question it is a refusal like any other.
 */
export class ProviderUnclear extends Error {
  readonly code = null;

  /** @param status HTTP status of the answer */
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An answer that says no, whoever has said it. */
export type Refused = ProviderRefused | ProviderUnclear;

/** Makes the error of an answer that says no. @param code the key that the provider gave; without one nobody knows who has answered */
export const refusedWith = (status: number, code: string | null | undefined, message: string): Refused =>
  code ? new ProviderRefused(status, code, message) : new ProviderUnclear(status, message);

/** True if an answer says no. Whether anything was done is another question: only {@link ProviderRefused} says that nothing was. */
export const isRefused = (error: unknown): error is Refused =>
  error instanceof ProviderRefused || error instanceof ProviderUnclear;

/** The provider does not know the place in its list, or no more: the list can only be read from its beginning. */
export class CursorRefused extends ProviderRefused {
  /** @param code null: the place is not even asked for, or is refused without a key */
  constructor(status: number, code: string | null, message: string) {
    super(status, code ?? 'cursor', message);
  }
}
