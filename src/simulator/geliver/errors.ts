import { Refused } from '../kit/refused';
import type { Provider } from '../kit/server';

/** An answer that is not 2xx: the envelope that says no. Of the codes only their form is documented (E1051). */
export const refused = (status: number, code: string, message: string): Refused =>
  new Refused(status, { result: false, code, message }, message);

export const badRequest = (code: string, message: string): Refused => refused(400, code, message);

export const refusals: Provider<string>['refusals'] = {
  unknownPath: () => refused(404, 'E1000', 'Adres bulunamadı.'),
  unknownMethod: () => refused(405, 'E1001', 'Bu adres için yöntem desteklenmiyor.'),
  tooManyRequests: () => refused(429, 'E1029', 'Çok fazla istek gönderdiniz.'),
  outage: (status) => refused(status, 'E1500', 'Beklenmeyen bir hata oluştu.'),
};
