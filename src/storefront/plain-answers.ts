import type Koa from 'koa';
import { plainPage } from './plain-page';
import { shopHeaders } from './policy';

/** Time after which what is away may be back. */
export const AWAY_SECONDS = 5;
const PREPARED_SECONDS = 60;

export const HTML = 'text/html; charset=utf-8';

/** Answers with a page that is made of no design. */
export function answerPlain(context: Koa.Context, status: number, title: string, text: string): void {
  if (!context.response.get('Content-Security-Policy'))
    for (const [name, value] of Object.entries(shopHeaders)) context.set(name, value);
  context.status = status;
  context.set('Cache-Control', 'no-store');
  context.type = HTML;
  context.body = plainPage(title, text);
}

/** The same for a host that is none, a shop that is none, and a link of a preview that does not open. */
export const answerNothing = (context: Koa.Context): void =>
  answerPlain(context, 404, 'Sayfa bulunamadı', 'Bu adreste bir sayfa yok. Adresi kontrol edin.');

export function answerUnprepared(context: Koa.Context): void {
  context.set('Retry-After', String(PREPARED_SECONDS));
  answerPlain(context, 503, 'Mağaza hazırlanıyor', 'Bu mağaza henüz açılmadı. Lütfen daha sonra yeniden deneyin.');
}

export function answerThrottled(context: Koa.Context, waitSeconds: number): void {
  context.set('Retry-After', String(waitSeconds));
  answerPlain(
    context,
    429,
    'Çok fazla istek geldi',
    'Bu ağdan kısa sürede çok fazla istek geldi. Bir dakika sonra yeniden deneyin; sepetiniz durur.',
  );
}

export function refuseMethod(context: Koa.Context, allowed = 'GET, HEAD'): void {
  // A connection whose body nobody reads is of no further use.
  context.set('Connection', 'close');
  context.set('Allow', allowed);
  answerPlain(context, 405, 'Bu istek kabul edilmiyor', 'Bu adres yalnızca görüntülenebilir.');
}

const REFUSALS: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['İstek anlaşılamadı', 'Form eksik geldi. Geri dönüp yeniden gönderin.'],
  403: ['İstek reddedildi', 'Bu form mağazanın kendi sayfasından gönderilmedi. Mağazayı açıp yeniden deneyin.'],
  413: ['Form çok uzun', 'Geri dönüp daha kısa metinlerle yeniden gönderin.'],
  415: ['İstek anlaşılamadı', 'Bu adres yalnızca mağazanın formlarını kabul eder.'],
};

/** @param status of a request that was refused as it came */
export function answerRefused(context: Koa.Context, status: number): void {
  const words = REFUSALS[status];
  if (!words) {
    answerNothing(context);
    return;
  }
  context.set('Connection', 'close');
  answerPlain(context, status, ...words);
}
