import { walkBack } from './browser';
import { type Seen, Visitor } from './visitor';

/** A shopper of the pages of a shop. */
export interface Buyer {
  readonly name: string;
  readonly il: string;
  readonly ilce: string;
  readonly method: 'card' | 'cod' | 'transfer';
}

/** Looks around, fills a cart, orders and pays, as a browser without scripts. @param shop its address @returns how it ended, in a line */
export async function buyInPages(shop: string, { name, il, ilce, method }: Buyer): Promise<string> {
  const { origin, port } = new URL(shop);
  const visitor = new Visitor(origin, Number(port || 80));
  const list = await visitor.open('/ara');
  const handles = [...new Set([...list.html.matchAll(/href="(\/urun\/[^"]+)"/g)].map(([, path]) => String(path)))];
  const chosen = handles[Math.floor(Math.random() * handles.length)];
  if (chosen === undefined) return `${name} found nothing to buy`;
  const cart = await visitor.submit(await visitor.open(chosen), '/sepet/ekle');
  const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
  if (form.path !== '/odeme') return `${name} gave up: ${noticeIn(form)}`;
  const address = {
    ad: name,
    eposta: 'vitrin@alici.example',
    telefon: '0532 123 45 67',
    il,
    ilce,
    adres: 'Çınar Sok. No: 5',
  };
  const ways = await visitor.submit(form, '/odeme/adres', address);
  const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: method });
  if (!confirm.path.startsWith('/odeme/onay')) return `${name} gave up: ${noticeIn(confirm)}`;
  const sent = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
  const placed = method === 'card' ? await payIn(visitor, sent) : sent;
  const [, number] = /Sipariş numaranız: <strong>([^<]+)/.exec(placed.html) ?? [];
  const [, total = ''] = /data-part="amount">([^<]+)/.exec(placed.html) ?? [];
  return number === undefined
    ? `${name} gave up: ${noticeIn(placed)}`
    : `${number}  ${name}, ${il}  ${total}  ${method}`;
}

const noticeIn = ({ html, status }: Seen): string =>
  /data-el="notice"[^>]*>([^<]+)/.exec(html)?.[1] ?? `the page answers ${status}`;

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** @returns the page of the provider to which a page of the shop leads, or which it frames */
export function providerPageIn(
  html: string,
): { readonly kind: 'redirect' | 'frame'; readonly url: string } | undefined {
  const [, redirect] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? [];
  if (redirect !== undefined) return { kind: 'redirect', url: unescaped(redirect) };
  const [, frame] = /<iframe[^>]*src="([^"]*)"/.exec(html) ?? [];
  return frame === undefined ? undefined : { kind: 'frame', url: unescaped(frame) };
}

async function payIn(visitor: Visitor, sent: Seen): Promise<Seen> {
  const page = providerPageIn(sent.html);
  const back = page && (await walkBack(page, `${visitor.origin}/odeme/donus/`));
  return back ? comeBack(visitor, back) : sent;
}

/** Comes back to the shop as the page of a provider leads a browser. */
export function comeBack(
  visitor: Visitor,
  { url, body }: { readonly url: string; readonly body: string },
): Promise<Seen> {
  const { pathname, search } = new URL(url);
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  return body === ''
    ? visitor.open(pathname + search, { headers: foreign })
    : visitor.post(pathname + search, new URLSearchParams(body), { ...foreign, Origin: 'https://odeme.example' });
}
