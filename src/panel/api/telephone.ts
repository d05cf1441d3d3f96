import { client } from './client';
import { usePages } from './queries';
import type { PayLink, TelephoneCart, TelephoneFilling, TelephoneOrder, TelephonePlaced } from './types';

const ALL = '/v1/account/telephone-orders';
const WATCHING_MS = 5_000;

type Lines = NonNullable<TelephoneFilling['lines']>;

const pathOf = (id: string): string => `${ALL}/${encodeURIComponent(id)}`;

/** The steps of a cart that is filled in on the telephone. */
export const telephoneCart = {
  open: (lines: Lines): Promise<TelephoneCart> => client.post(ALL, { lines }),
  fill: (id: string, filling: TelephoneFilling): Promise<TelephoneCart> => client.put(pathOf(id), filling),
  information: (id: string): Promise<{ readonly html: string }> => client.get(`${pathOf(id)}/information`),
  place: ({ id, total, rev }: TelephoneCart): Promise<TelephonePlaced> =>
    client.post(`${pathOf(id)}/place`, { total, expectedRev: rev, informed: true }),
  /** @param rev of the cart as it was shown; a link that is sent anew tells the total of now */
  sendLink: (id: string, days: number, key: string, rev?: number): Promise<PayLink> =>
    client.change(`${pathOf(id)}/link`, { days }, key, rev),
  cancelLink: (id: string, key: string): Promise<unknown> => client.change(`${pathOf(id)}/link/cancel`, {}, key),
};

/** Lists the carts to which a link leads, and looks again as long as somebody may pay one. */
export const usePayLinks = () =>
  usePages<TelephoneOrder>(['pay links'], ALL, {}, (items) =>
    items.some(({ state }) => state === 'waiting' || state === 'paying') ? WATCHING_MS : false,
  );
