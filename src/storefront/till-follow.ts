import { QUANTITY_MAX } from '../checkout/session/limits';
import { ID_PATTERN, newUlid } from '../kernel/ids';
import { ULID } from '../kernel/schema/walk';
import { EMAIL_CHARS_MAX, NUMBER_CHARS_MAX } from '../order/follow/limits';
import { followPath } from '../order/order/follow-key';
import { answerNothing, HTML } from './plain-answers';
import { documentPolicy } from './policy';
import type { FollowedName } from './sale/checkout-client';
import { type Fields, fieldsIn } from './sale/form';
import { type Notice, wrong } from './sale/words';
import type { Visit } from './visit';

/** The page at which a buyer looks for an order. */
export const FIND_AT = '/siparis';

const UNFOUND = wrong('Bu sipariş numarası ve e-posta adresiyle bir sipariş bulunamadı.');
const UNFILLED = wrong('Sipariş numaranızı ve siparişte verdiğiniz e-posta adresini yazın.');
const TOO_OFTEN = wrong('Çok fazla denediniz. Bir dakika sonra yeniden deneyin.');

const TOLD: Readonly<Record<string, Notice>> = {
  iade_alindi: { kind: 'success', text: 'İade talebinizi aldık. Nasıl göndereceğinizi e-posta ile yazacağız.' },
  iade_bos: wrong('İade etmek istediğiniz ürünü ve adedi seçin.'),
  iade_not: wrong('Açıklama en çok 500 karakter olabilir.'),
  iade_fazla: wrong('Seçtiğiniz ürünlerin bir kısmı için artık iade istenemiyor. Aşağıda kalanlar var.'),
  iade_degisti: wrong('Siparişiniz bu arada değişti. Aşağıdakileri yeniden kontrol edin.'),
  iade_yeniden: wrong('Bu form daha önce gönderildi. Aşağıdakileri kontrol edip yeniden gönderin.'),
  iade_olmaz: wrong('Bu sipariş için şu anda iade istenemiyor.'),
};

/** Answers of the checkout to a return, as the page tells them. */
const REFUSED: Readonly<Record<string, keyof typeof TOLD>> = {
  more_than_left: 'iade_fazla',
  line_unknown: 'iade_fazla',
  rev_conflict: 'iade_degisti',
  invalid_request: 'iade_bos',
  idempotency_conflict: 'iade_yeniden',
  idempotency_key_expired: 'iade_yeniden',
};

const NOTE_CHARS_MAX = 500;
const LINE = new RegExp(`^adet-((?=oln_)${ID_PATTERN})$`);
const FORM_KEY = new RegExp(`^${ULID}$`);
const CODE = 'bildirim';

const pathOf = ({ orderId, key }: FollowedName): string => followPath(orderId, key);

/** The form in which a buyer names an order. */
export async function showFind(visit: Visit): Promise<void> {
  await find(visit, [], '', '');
}

/** Leads to the page of the order that the form names. Whatever does not fit is told in the same words. */
export async function takeFind(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const [number, email] = [fields.one('no').replace(/^#/, ''), fields.one('eposta')];
  if (number === '' || email === '' || number.length > NUMBER_CHARS_MAX || email.length > EMAIL_CHARS_MAX)
    return find(visit, [UNFILLED], number, email);
  if (!visit.mayTry()) return find(visit, [TOO_OFTEN], number, email);
  const { body, refused } = await visit.client.findOrder(visit.storeId, { number, email });
  if (body) return visit.goTo(pathOf(body));
  return find(visit, [refused.code === 'throttled' ? TOO_OFTEN : UNFOUND], number, email);
}

async function find(visit: Visit, told: readonly Notice[], number: string, email: string): Promise<void> {
  await visit.show({ kind: 'checkout', value: { step: 'find', told, number, email } });
}

/** The page of an order. Its address opens it: no other site learns that, and nothing keeps the page. */
export async function showFollowed(visit: Visit, orderId: string, key: string): Promise<void> {
  const place = { orderId, key };
  const { body: order } = await visit.client.follow(visit.storeId, place);
  if (!order) return answerNothing(visit.context);
  const code = visit.context.URL.searchParams?.get(CODE) ?? '';
  const notices = Object.hasOwn(TOLD, code) ? [TOLD[code] as Notice] : [];
  const value = { step: 'follow', order, told: notices, at: pathOf(place), formKey: newUlid() } as const;
  await visit.show({ kind: 'checkout', value });
  visit.context.set('Referrer-Policy', 'same-origin');
}

/** A document of the order, as its buyer got it. */
export async function showDocument(visit: Visit, orderId: string, key: string, belgeId: string): Promise<void> {
  const { body } = await visit.client.document(visit.storeId, { orderId, key }, belgeId);
  if (!body) return answerNothing(visit.context);
  const { context } = visit;
  context.set('Content-Security-Policy', documentPolicy);
  context.set('Referrer-Policy', 'no-referrer');
  context.status = 200;
  context.type = HTML;
  context.body = body.html;
}

/** Leads from the address of a form, which is no page, to the order. */
export async function backToOrder(visit: Visit, orderId: string, key: string): Promise<void> {
  visit.goTo(pathOf({ orderId, key }));
}

/** Asks for the return that the form of the page names. */
export async function takeReturn(visit: Visit, orderId: string, key: string): Promise<void> {
  const place = { orderId, key };
  const back = (code: keyof typeof TOLD): void => visit.goTo(pathOf(place), [code]);
  const fields = await fieldsIn(visit.context);
  const lines = linesIn(fields);
  const note = fields.text('not');
  const [formKey, rev] = [fields.one('istek'), fields.one('surum')];
  if (lines.length === 0 || !FORM_KEY.test(formKey)) return back('iade_bos');
  if (note.length > NOTE_CHARS_MAX) return back('iade_not');
  const { refused } = await visit.client.requestReturn(visit.storeId, place, {
    key: formKey,
    kind: fields.one('tur') === 'ayip' ? 'claim' : 'withdrawal',
    lines,
    ...(note === '' ? {} : { note }),
    ...(/^\d{1,9}$/.test(rev) ? { expectedRev: Number(rev) } : {}),
  });
  if (refused?.code === 'not_found') return answerNothing(visit.context);
  return back(refused ? (REFUSED[refused.code] ?? 'iade_olmaz') : 'iade_alindi');
}

/** The pieces that the form names, at most a hundred lines of them. */
function linesIn(fields: Fields): { lineId: string; quantity: number }[] {
  const lines = new Map<string, number>();
  for (const [name, value] of fields.all()) {
    const [, lineId] = LINE.exec(name) ?? [];
    const quantity = /^\d{1,2}$/.test(value) ? Number(value) : 0;
    if (lineId !== undefined && quantity > 0 && quantity <= QUANTITY_MAX) lines.set(lineId, quantity);
  }
  return [...lines].slice(0, 100).map(([lineId, quantity]) => ({ lineId, quantity }));
}
