import { Refused } from '../kit/refused';
import type { Provider } from '../kit/server';

/** The shape of orders and packages: a number of their own, and words. */
export const refusedOrder = (status: number, code: string, message: string): Refused =>
  new Refused(status, { statusCode: status, code, defaultMessage: null, message }, message);

/** The shape of listings. */
export const refusedListing = (status: number, message: string): Refused =>
  new Refused(status, { success: false, code: status, message, data: null }, message);

/** Wrong credentials: orders say nothing at all, listings a few words. */
export const stranger = (pathname: string): Refused =>
  new Refused(401, pathname.startsWith('/listing-external') ? 'Missing Credentials!' : null, 'unauthorized');

export const refusals: Provider<string>['refusals'] = {
  unknownPath: () => refusedOrder(404, '404', 'Not Found'),
  unknownMethod: (allowed) => new Refused(405, null, 'method', { allow: allowed.join(', ') }),
  tooManyRequests: () =>
    new Refused(429, { code: '429', message: 'TooManyRequest' }, 'too many requests', {
      'X-RateLimit-Limit': '240',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1',
    }),
  outage: (status) => new Refused(status, { message: 'Internal Server Error' }, 'outage'),
};
