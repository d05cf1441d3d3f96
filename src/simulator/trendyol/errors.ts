/** An answer that is not 2xx, in one of the shapes of providers.md §2.1. */
export class ProviderError extends Error {
  private constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Shape A: what the product services themselves answer. */
  static service(status: number, key: string, message: string): ProviderError {
    return new ProviderError(status, { errors: [{ key, message, errorCode: String(status) }] }, message);
  }

  /** Shape B: what the gateway in front of the services answers. @param atMs epoch milliseconds */
  static gateway(
    status: number,
    exception: string,
    message: string,
    atMs: number,
    headers: Record<string, string> = {},
  ): ProviderError {
    const errors = [{ key: 'generic.exception', message, errorCode: String(status) }];
    return new ProviderError(status, { timestamp: atMs, exception, errors }, message, headers);
  }
}

export const badRequest = (key: string, message: string): ProviderError => ProviderError.service(400, key, message);
