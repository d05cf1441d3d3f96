import { Refused } from '../kit/refused';
import type { Provider } from '../kit/server';

/** What PayTR says no with, in an answer 200 (dev.paytr.com, "PayTR Hata Kodları"). */
export const no = (err_no: string, err_msg: string): Refused =>
  new Refused(200, { status: 'error', err_no, err_msg }, err_msg);

/** Of the page alone, which has no numbers. */
export const noPage = (reason: string): Refused => new Refused(200, { status: 'failed', reason }, reason);

const gateway = (status: number): Refused => new Refused(status, `<html><body>${status}</body></html>`, String(status));

export const refusals: Provider<string>['refusals'] = {
  unknownPath: () => gateway(404),
  unknownMethod: () => gateway(405),
  tooManyRequests: () => gateway(429),
  outage: gateway,
};
