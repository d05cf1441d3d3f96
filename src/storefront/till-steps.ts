import { HTML } from './plain-answers';
import { documentPolicy } from './policy';
import { addressIn, EMPTY_FORM, faultsIn, fillingOf } from './sale/address';
import type { Session } from './sale/checkout-client';
import { fieldsIn } from './sale/form';
import { faultsAt, type Notice, REJECTED } from './sale/words';
import { codesOf, nextStep, once, placedAt, toldIn, type Visit } from './visit';

type Method = 'card' | 'cod' | 'transfer' | 'free';
const METHODS: readonly string[] = ['card', 'cod', 'transfer', 'free'] satisfies readonly Method[];
const RATE = /^[a-z0-9_-]{1,32}$/;

const CHOOSE: Notice = { kind: 'error', text: 'Kargo ve ödeme şeklini seçin.' };

/** @returns the cart of whoever asks; undefined: there is none, and the page of the cart says so */
async function sessionOf(visit: Visit): Promise<Session | undefined> {
  const { session, ended, placed } = await visit.cart();
  if (session && session.lines.length > 0) return session;
  if (placed === undefined) visit.goTo('/sepet', ended ? [ended] : []);
  else visit.goTo(placedAt(placed));
  return undefined;
}

const toldOn = (visit: Visit, session: Session, more: readonly Notice[] = []): readonly Notice[] =>
  once([...more, ...visit.aside, ...toldIn(session)]);

const isShipped = ({ lines }: Session): boolean => lines.some(({ requiresShipping }) => requiresShipping);

export async function showAddress(visit: Visit): Promise<void> {
  const session = await sessionOf(visit);
  if (!session) return;
  const value = { step: 'address', session, told: toldOn(visit, session), form: EMPTY_FORM, faults: {} } as const;
  await visit.show({ kind: 'checkout', value });
}

export async function takeAddress(visit: Visit): Promise<void> {
  const form = addressIn(await fieldsIn(visit.context));
  const session = await sessionOf(visit);
  if (!session) return;
  const again = (faults: ReturnType<typeof faultsIn>, more: readonly Notice[] = []) => {
    const value = { step: 'address', session, told: toldOn(visit, session, more), form, faults } as const;
    return visit.show({ kind: 'checkout', value }, { status: 422 });
  };
  const faults = faultsIn(form, isShipped(session));
  if (Object.keys(faults).length > 0) return again(faults);
  const said = await visit.client.fill(visit.storeId, session.id, fillingOf(form, isShipped(session)));
  if (!said.refused) return visit.goTo('/odeme/yontem', codesOf(said.body));
  if (said.refused.code !== 'invalid_request') return visit.goTo('/sepet', [said.refused.code]);
  const found = faultsAt(said.refused.pointers);
  return again(found, Object.keys(found).length === 0 ? [REJECTED] : []);
}

export async function showWays(visit: Visit): Promise<void> {
  const session = await sessionOf(visit);
  if (!session) return;
  if (nextStep(session) === '/odeme') return visit.goTo('/odeme');
  await visit.show({ kind: 'checkout', value: { step: 'ways', session, told: toldOn(visit, session) } });
}

export async function takeWays(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const session = await sessionOf(visit);
  if (!session) return;
  const [rate, method] = [fields.one('kargo'), fields.one('odeme')];
  const said = await visit.client.fill(visit.storeId, session.id, {
    ...(RATE.test(rate) ? { rate } : {}),
    ...(METHODS.includes(method) ? { method: method as Method } : {}),
  });
  if (said.refused) return visit.goTo('/sepet', [said.refused.code]);
  const next = nextStep(said.body);
  if (next !== '/odeme/yontem') return visit.goTo(next, codesOf(said.body));
  const value = { step: 'ways', session: said.body, told: toldOn(visit, said.body, [CHOOSE]) } as const;
  await visit.show({ kind: 'checkout', value }, { status: 422 });
}

export async function showConfirm(visit: Visit): Promise<void> {
  const session = await sessionOf(visit);
  if (!session) return;
  const next = nextStep(session);
  if (next !== '/odeme/onay') return visit.goTo(next, codesOf(session));
  await confirmIn(visit, session);
}

/** @param isUnagreed the shopper has not consented to what the law wants */
export function confirmIn(visit: Visit, session: Session, isUnagreed = false): Promise<void> {
  const value = { step: 'confirm', session, told: toldOn(visit, session), isUnagreed } as const;
  return visit.show({ kind: 'checkout', value }, isUnagreed ? { status: 422 } : {});
}

/** The form of information that the law wants shown before the order: a page of its own, which brings its style with it. */
export async function showInformation(visit: Visit): Promise<void> {
  const session = await sessionOf(visit);
  if (session) await informationIn(visit, session.id, nextStep(session));
}

/** @param back where the shopper goes on if there is none */
export async function informationIn(visit: Visit, id: string, back: string): Promise<void> {
  const said = await visit.client.information(visit.storeId, id);
  if (said.refused) return visit.goTo(back, [said.refused.code]);
  visit.context.set('Content-Security-Policy', documentPolicy);
  visit.context.status = 200;
  visit.context.type = HTML;
  visit.context.body = said.body.html;
}
