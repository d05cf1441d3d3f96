import { dayText } from '../../kernel/shop-time';
import type { Node } from '../jsx/jsx-runtime';
import type { Followed } from '../sale/checkout-client';
import { DOCUMENT_WORDS, progressOf, RETURN_WORDS, SHIPMENT_WORDS, titleOf } from '../sale/order-words';
import { money, plain } from '../text/text';
import { Notices } from './form';
import type { Page } from './page';
import { ReturnForm } from './return-form';
import { Transfer } from './transfer';
import type { StepOf } from './way';

/** An order as its buyer follows it. */
export const FollowStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'follow'> }) => {
  const { order, told } = shown;
  return (
    <>
      <Notices page={page} told={told} />
      <p data-el="text">
        <strong>{plain(order.number)}</strong> numaralı sipariş, {dayText(order.placedAt)}
      </p>
      <ol data-progress="" aria-label="Siparişin durumu">
        {progressOf(order).map(({ label, state }) => (
          <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      {order.transfer ? <Transfer number={order.number} transfer={order.transfer} /> : null}
      <Parcels order={order} />
      <Returns order={order} />
      <Goods order={order} />
      <Whereto order={order} />
      <Documents page={page} shown={shown} />
      <ReturnForm page={page} shown={shown} />
    </>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children?: Node }) => (
  <>
    <h2 data-el="heading" data-axis-level="3">
      {title}
    </h2>
    {children}
  </>
);

const contentsOf = ({ lines }: Followed, pieces: Followed['shipments'][number]['pieces']): string =>
  pieces
    .map(({ lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      return line ? `${titleOf(line)} × ${quantity}` : '';
    })
    .filter((text) => text !== '')
    .join(', ');

const Parcels = ({ order }: { readonly order: Followed }) =>
  order.shipments.length === 0 ? null : (
    <Part title={order.shipments.length === 1 ? 'Kargonuz' : 'Kargolarınız'}>
      {order.shipments.map(({ state, stateAt, carrier, trackingNumber, trackingUrl, pieces }, nth) => (
        <dl key={nth} data-account="">
          <dt>Durum</dt>
          <dd>
            {SHIPMENT_WORDS[state] ?? ''}, {dayText(stateAt)}
          </dd>
          <dt>Kargo firması</dt>
          <dd>{plain(carrier)}</dd>
          {trackingNumber === null ? null : (
            <>
              <dt>Takip numarası</dt>
              <dd>{plain(trackingNumber)}</dd>
            </>
          )}
          {trackingUrl === null ? null : (
            <>
              <dt>Takip</dt>
              <dd>
                <a data-el="link" href={trackingUrl} rel="noreferrer noopener">
                  Kargoyu izleyin ({hostIn(trackingUrl)})
                </a>
              </dd>
            </>
          )}
          <dt>İçindekiler</dt>
          <dd>{contentsOf(order, pieces)}</dd>
        </dl>
      ))}
    </Part>
  );

const hostIn = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');

const Returns = ({ order }: { readonly order: Followed }) =>
  order.returns.length === 0 ? null : (
    <Part title={order.returns.length === 1 ? 'İade talebiniz' : 'İade talepleriniz'}>
      {order.returns.map(({ id, kind, state, noticedAt, pieces, instructions, rejection }) => (
        <dl key={id} data-account="">
          <dt>Durum</dt>
          <dd>{RETURN_WORDS[state]}</dd>
          <dt>Tür</dt>
          <dd>
            {kind === 'withdrawal' ? 'Cayma' : 'Ayıplı ürün'}, {dayText(noticedAt)}
          </dd>
          <dt>Ürünler</dt>
          <dd>{contentsOf(order, pieces)}</dd>
          {instructions && state === 'approved' ? <Sending instructions={instructions} /> : null}
          {rejection ? (
            <>
              <dt>Gerekçe</dt>
              <dd>
                {plain(rejection.text)}
                <br />
                {plain(rejection.recourse)}
              </dd>
            </>
          ) : null}
        </dl>
      ))}
    </Part>
  );

type Instructions = NonNullable<Followed['returns'][number]['instructions']>;

const Sending = ({ instructions: { carrier, code, text, sendUntil } }: { readonly instructions: Instructions }) => (
  <>
    {carrier === null ? null : (
      <>
        <dt>Gönderim</dt>
        <dd>
          {plain(carrier)} ile, en geç {dayText(sendUntil)}
        </dd>
      </>
    )}
    {code === null ? null : (
      <>
        <dt>İade kodu</dt>
        <dd>
          <strong>{plain(code)}</strong>
        </dd>
      </>
    )}
    {text === null ? null : (
      <>
        <dt>Açıklama</dt>
        <dd>{plain(text)}</dd>
      </>
    )}
  </>
);

const Goods = ({ order }: { readonly order: Followed }) => {
  const { lines, discountTotal, shippingTotal, codFee, total, refunded } = order;
  const amounts: readonly (readonly [string, number, string])[] = [
    ['İndirim', discountTotal, '−'],
    ['Kargo', shippingTotal, ''],
    ['Kapıda ödeme bedeli', codFee, ''],
  ];
  return (
    <Part title="Ürünler">
      <ul data-lines="">
        {lines.map((line) => (
          <li key={line.id} data-summary="">
            <span>
              {titleOf(line)} × {line.quantity}
            </span>
            <span>{money(line.quantity * line.unitPrice)}</span>
          </li>
        ))}
      </ul>
      <div data-el="cart-summary">
        {amounts
          .filter(([, kurus]) => kurus > 0)
          .map(([label, kurus, sign]) => (
            <p key={label} data-part="row">
              <span data-part="label">{label}</span>{' '}
              <span data-part="amount">
                {sign}
                {money(kurus)}
              </span>
            </p>
          ))}
        <p data-part="total" data-priced="">
          <span data-part="label">Toplam</span>{' '}
          <span data-part="amount">
            <span data-shown="">{money(total)}</span>
          </span>
        </p>
        {refunded > 0 ? (
          <p data-part="row">
            <span data-part="label">Size geri ödenen</span> <span data-part="amount">{money(refunded)}</span>
          </p>
        ) : null}
      </div>
    </Part>
  );
};

const Whereto = ({ order: { shippingAddress } }: { readonly order: Followed }) => {
  if (shippingAddress === null) return null;
  const { name, address, district, province, postalCode } = shippingAddress;
  const town = [district, province].flatMap((each) => each ?? []).join(' / ');
  const parts = [name, address, [postalCode, town].flatMap((each) => each ?? []).join(' ')];
  return (
    <Part title="Teslimat adresi">
      <p data-el="text">
        {parts
          .flatMap((each) => each ?? [])
          .map((each, nth) => (
            <>
              {nth > 0 ? <br /> : null}
              {plain(each)}
            </>
          ))}
      </p>
    </Part>
  );
};

const Documents = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'follow'> }) =>
  shown.order.documents.length === 0 ? null : (
    <Part title="Belgeler">
      <ul data-list="">
        {shown.order.documents.map(({ id, kind }) => (
          <li key={id}>
            <a data-el="link" href={page.links.to(`${shown.at}/belge/${id}`)}>
              {DOCUMENT_WORDS[kind]}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
