import { Refused } from '../kit/refused';
import type { Provider } from '../kit/server';

/** What iyzico says no with: mostly in an answer 200. */
export class Failure extends Refused {
  constructor(
    readonly code: string,
    message: string,
    readonly group?: string,
    status = 200,
  ) {
    super(
      status,
      {
        status: 'failure',
        errorCode: code,
        errorMessage: message,
        ...(group ? { errorGroup: group } : {}),
        locale: 'tr',
        systemTime: Date.now(),
      },
      message,
    );
  }
}

/** The numbers of these are documented (docs.iyzico.com, "Hata Kodları"). */
export const badSignature = (): Failure => new Failure('1000', 'Geçersiz imza');
export const unknownKey = (): Failure => new Failure('1001', 'api bilgileri bulunamadı');
export const badRequest = (message: string): Failure => new Failure('11', `Geçersiz istek: ${message}`);
export const wrongSum = (): Failure =>
  new Failure('5062', 'Gönderilen tutar tüm kırılımların toplam tutarına eşit olmalıdır');

/** Of these nobody says which number they have. */
export const notFound = (what: string): Failure => new Failure('5086', `${what} bulunamadı`);
export const notRefundable = (message: string): Failure => new Failure('5093', message);

export const refusals: Provider<string>['refusals'] = {
  unknownPath: () => new Failure('404', 'Servis bulunamadı', undefined, 404),
  unknownMethod: () => new Failure('405', 'Bu servis için yöntem desteklenmiyor', undefined, 405),
  tooManyRequests: () =>
    new Refused(
      429,
      { status: 'failure', errorCode: 50_000, errorMessage: 'Request Limit Exceeded', locale: 'tr' },
      'Request Limit Exceeded',
    ),
  outage: (status) => new Failure('1', 'Sistem hatası', 'SYSTEM_ERROR', status),
};
