import type { Placed } from '../sale/checkout-client';
import { money, plain } from '../text/text';
import type { Page } from './page';
import type { StepOf } from './way';

const DAY = new Intl.DateTimeFormat('tr-TR', { dateStyle: 'long', timeZone: 'Europe/Istanbul' });

const PAYMENTS: Readonly<Record<Placed['payment'], string>> = {
  pending_cod: 'Ödemeyi teslimatta yapacaksınız.',
  awaiting_transfer: 'Siparişiniz ödemeniz gelince hazırlanır.',
  paid: 'Ödemeniz alındı.',
  cancelled: 'Bu sipariş iptal edildi.',
};

/** An order with its number, and all that is needed to pay for it. */
export const PlacedStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'placed'> }) => {
  const { order, isFramed } = shown;
  return (
    <>
      <p data-el="notice" data-axis-kind="success" role="status">
        Teşekkür ederiz. Sipariş numaranız: <strong>{plain(order.number)}</strong>
      </p>
      <div data-el="cart-summary">
        <p data-part="total" data-priced="">
          <span data-part="label">Toplam</span>{' '}
          <span data-part="amount">
            <span data-shown="">{money(order.total)}</span>
          </span>
        </p>
      </div>
      <p data-el="text">{PAYMENTS[order.payment]} Sipariş belgeleriniz e-posta adresinize gönderilir.</p>
      {order.transfer ? <Transfer order={order} transfer={order.transfer} /> : null}
      <p data-actions="">
        <a data-el="button" data-axis-kind="secondary" href={page.links.to('/')} target={isFramed ? '_top' : undefined}>
          Alışverişe devam et
        </a>
      </p>
    </>
  );
};

interface TransferProps {
  readonly order: Placed;
  readonly transfer: NonNullable<Placed['transfer']>;
}

const Transfer = ({ order, transfer: { accounts, until } }: TransferProps) => (
  <>
    <h2 data-el="heading" data-axis-level="3">
      Havale veya EFT bilgileri
    </h2>
    {accounts.map(({ bank, holder, iban }) => (
      <dl key={iban} data-account="">
        <dt>Banka</dt>
        <dd>{plain(bank)}</dd>
        <dt>Hesap sahibi</dt>
        <dd>{plain(holder)}</dd>
        <dt>IBAN</dt>
        <dd>{iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
    ))}
    <p data-el="text">
      Açıklamaya sipariş numaranızı yazın: <strong>{plain(order.number)}</strong>.
      {until === null ? '' : ` Ödemenizi en geç ${DAY.format(new Date(until))} günü sonuna kadar yapın.`}
    </p>
  </>
);
