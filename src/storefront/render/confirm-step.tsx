import { linkAt } from '../../checkout/session/link';
import type { BundlePage } from '../../design/bundle/bundle';
import type { Node } from '../jsx/jsx-runtime';
import type { Session } from '../sale/checkout-client';
import { isObstacle, type Notice } from '../sale/words';
import { money, plain } from '../text/text';
import { Amounts } from './cart';
import { Coupon } from './coupon';
import { Notices } from './form';
import { legalPages } from './legal';
import type { Page } from './page';
import { type StepOf, Way } from './way';

type Legal = NonNullable<BundlePage['legal']>;

/** The shopper's words about each page, behind its link. */
const AGREED: readonly (readonly [Legal, string])[] = [
  ['salesContract', 'sayfasını okudum ve kabul ediyorum.'],
  ['returnPolicy', 'sayfasını okudum.'],
  ['privacyNotice', 'sayfasını okudum.'],
];

/** Draws all terms of the agreement, right above the button that obliges to pay (Regulation on Distance Contracts, Art. 5, 6 and 8). */
export const ConfirmStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'confirm'> }) => {
  const { session, told } = shown;
  const { id, rev, lines, method, methods, total, transferDays } = session;
  const isLinked = session.linkUntil !== null;
  const isStopped = total === null || session.notices.some(({ messageCode }) => isObstacle(messageCode));
  return (
    <>
      {isLinked ? null : <Way page={page} at="confirm" />}
      <Notices page={page} told={[...told, ...changedTotal(session)]} />
      <ul data-lines="">
        {lines.map(({ key, title, variantTitle, quantity, unitPrice }) => (
          <li key={key} data-summary="">
            <span>
              {plain(title)}
              {variantTitle === null ? '' : `, ${plain(variantTitle)}`} × {quantity}
            </span>
            <span>{money(quantity * unitPrice)}</span>
          </li>
        ))}
      </ul>
      <div data-el="cart-summary">
        <Amounts session={session} />
        <p data-part="row">
          <span data-part="label">Ödeme</span> <span>{methods.find((each) => each.id === method)?.labelTR ?? ''}</span>
        </p>
        {transferDays === null ? null : (
          <p data-quiet="">Ödemeniz {transferDays} gün içinde gelmezse sipariş iptal edilir.</p>
        )}
      </div>
      {isLinked ? null : <Coupon page={page} session={session} at="onay" />}
      <Whom session={session} />
      {isStopped ? (
        <Stopped page={page} isLinked={isLinked} />
      ) : (
        <form method="post" action={page.links.to('/odeme/siparis')} data-form="">
          {/* The session is what makes an order once: a form that is sent twice names the same one. */}
          <input type="hidden" name="oturum" value={id} />
          <input type="hidden" name="tutar" value={total} />
          {/* Whoever changes it elsewhere is shown all of it anew: this form orders what stands here, and nothing else. */}
          <input type="hidden" name="surum" value={rev} />
          {isLinked ? <input type="hidden" name="baglanti" value="evet" /> : null}
          <Agreement page={page} isUnagreed={shown.isUnagreed} information={informationAt(session)} />
          <p>
            Siparişi onayladığınızda <strong>{money(total)}</strong> ödeme yükümlülüğü altına girersiniz.
          </p>
          <button data-el="button" data-axis-kind="primary" type="submit">
            Siparişi ödeme yükümlülüğüyle onayla
          </button>
        </form>
      )}
    </>
  );
};

/** Tells a buyer who has been told another total on the telephone. Somebody may have looked at the cart since, so the prices say it no more. */
const changedTotal = ({ linkTotal, total }: Session): readonly Notice[] =>
  linkTotal === null || total === null || linkTotal === total
    ? []
    : [
        {
          kind: 'info',
          text: `Tutar değişti: bağlantı gönderildiğinde ${money(linkTotal)} idi, şimdi ${money(total)}. Yeni tutarı kabul etmiyorsanız ödemeyin ve mağazayı arayın.`,
        },
      ];

/** Leads back to the cart. A buyer who comes by the link cannot change what the shop has put together. */
const Stopped = ({ page, isLinked }: { readonly page: Page; readonly isLinked: boolean }) =>
  isLinked ? (
    <p data-el="text">Bu sipariş şu anda tamamlanamıyor. Lütfen mağazayı arayın.</p>
  ) : (
    <p>
      <a data-el="button" data-axis-kind="secondary" href={page.links.to('/sepet')}>
        Sepeti düzenle
      </a>
    </p>
  );

const informationAt = ({ id, linkUntil }: Session): string =>
  linkUntil === null ? '/odeme/bilgi' : `${linkAt(id)}/bilgi`;

const placeOf = ({
  address,
  district,
  province,
}: Pick<NonNullable<Session['billing']>, 'address' | 'district' | 'province'>): string =>
  plain(`${address}, ${district} / ${province}`);

/** Shows whom the order is from, where it goes, and whom the invoice names. */
const Whom = ({ session: { buyer, shippingAddress: to, billing, note } }: { readonly session: Session }) => (
  <dl data-account="">
    {buyer ? (
      <>
        <dt>Alıcı</dt>
        <dd>
          {[buyer.name, buyer.email, buyer.phone].flatMap((each) => (each === null ? [] : [plain(each)])).join(', ')}
        </dd>
      </>
    ) : null}
    {to ? (
      <>
        <dt>Teslimat adresi</dt>
        <dd>
          {plain(to.name)}, {plain(to.phone)}: {placeOf(to)} {to.postalCode ?? ''}
        </dd>
      </>
    ) : null}
    {billing ? (
      <>
        <dt>Fatura</dt>
        <dd>
          {plain([billing.title, billing.taxOffice, billing.taxNumber].filter(Boolean).join(', '))}: {placeOf(billing)}
        </dd>
      </>
    ) : null}
    {note === null ? null : (
      <>
        <dt>Sipariş notu</dt>
        <dd>{plain(note)}</dd>
      </>
    )}
  </dl>
);

interface AgreementProps {
  readonly page: Page;
  readonly isUnagreed: boolean;
  /** The path of the form of information. */
  readonly information: string;
}

/** Consent to the form of information and to the legal pages of the design. */
const Agreement = ({ page, isUnagreed, information }: AgreementProps) => {
  const legal = legalPages(page);
  const texts = AGREED.flatMap(([role, words]): Node[] =>
    legal
      .filter((each) => each.legal === role)
      .map(({ path, label }) => (
        <span key={path}>
          {' '}
          <Opened href={page.links.to(`/sayfa/${path}`)} label={label} /> {words}
        </span>
      )),
  );
  return (
    <div data-el="field" data-axis-state={isUnagreed ? 'invalid' : 'normal'}>
      <label data-agree="">
        <input
          type="checkbox"
          name="onay"
          value="evet"
          required
          aria-invalid={isUnagreed ? 'true' : undefined}
          aria-describedby={isUnagreed ? 'onay-hata' : undefined}
        />
        <span>
          <Opened href={page.links.to(information)} label="Ön bilgilendirme formu" /> sayfasını okudum ve kabul
          ediyorum.
          {texts}
        </span>
      </label>
      {isUnagreed ? (
        <p data-part="error" id="onay-hata">
          Sipariş vermek için onay kutusunu işaretleyin.
        </p>
      ) : null}
    </div>
  );
};

const Opened = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <a data-el="link" href={href}>
    {plain(label)}
  </a>
);
