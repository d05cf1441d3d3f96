import { median, p95, timesOf } from './measure';
import { openShop } from './orders';
import { type Services, settleDatabase } from './services';
import { fillStore, loggedIn } from './stores';

export interface SearchPace {
  readonly rounds: number;
  /** Requests of a round, for each text. */
  readonly requests: number;
  /** Products of the store, and as many orders. */
  readonly size: number;
}

export interface SearchResult {
  readonly size: number;
  readonly texts: readonly { readonly what: string; readonly p50Ms: number; readonly p95Ms: number }[];
}

/** Texts as people type them, each with what a store has of its words. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['the name of one buyer', 'x842x'],
  ['a number of an order', '100842'],
  ['a word of all orders', 'alıcı'],
  ['a word of many products', 'kahve'],
  ['three letters of many things', 'siy'],
  ['two letters', 'al'],
  ['what nothing has', 'zzyzx'],
  ['letters of no key', 'иван'],
];

/** The search of an owner in a store of many products and orders, over HTTP. */
export async function measureSearch(services: Services, { rounds, requests, size }: SearchPace): Promise<SearchResult> {
  const shop = await openShop(services, size, 'search');
  await fillStore(shop.platform, shop.storeId, size);
  await settleDatabase(shop.url);
  const headers = await loggedIn(shop.origin, shop.email);
  const texts = [];
  for (const [what, text] of TEXTS) {
    const path = `/v1/account/search?${new URLSearchParams({ text })}`;
    const [halves, lates]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const times = await timesOf(1, requests, async () => {
        const found = await shop.get(path, headers);
        if (!Array.isArray(found.orders)) throw new Error(`${path} has found nothing`);
      });
      if (round < 0) continue;
      halves.push(median(times));
      lates.push(p95(times));
    }
    texts.push({ what, p50Ms: median(halves), p95Ms: median(lates) });
  }
  await shop.stop();
  return { size, texts };
}
