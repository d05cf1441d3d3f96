import { Refused } from '../kit/refused';
import type { Provider } from '../kit/server';

/** An answer that is not 2xx, in one of the shapes of providers.md §2.1. */
export class ProviderError extends Refused {
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

export const refusals: Provider<string>['refusals'] = {
  unknownPath: (atMs) => ProviderError.gateway(404, 'TrendyolNotFoundException', 'Adres bulunamadı.', atMs),
  unknownMethod: (allowed, atMs) =>
    ProviderError.gateway(405, 'TrendyolSystemException', 'Bu adres için yöntem desteklenmiyor.', atMs, {
      allow: allowed.join(', '),
    }),
  /** No Retry-After: the provider documents none, so a client must bring its own patience. */
  tooManyRequests: () =>
    ProviderError.service(429, 'too.many.requests', 'Çok fazla istek gönderdiniz. Lütfen daha sonra tekrar deneyiniz.'),
  outage: (status, atMs) =>
    ProviderError.gateway(status, 'TrendyolSystemException', 'Beklenmeyen bir hata oluştu.', atMs),
};
