import { followPath } from '../../order/order/follow-key';
import type { Placed } from '../sale/checkout-client';
import { money, plain } from '../text/text';
import type { Page } from './page';
import { Transfer } from './transfer';
import type { StepOf } from './way';

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
      {order.transfer ? <Transfer number={order.number} transfer={order.transfer} /> : null}
      <p data-actions="">
        <a
          data-el="button"
          data-axis-kind="primary"
          href={page.links.to(followPath(order.id, order.key))}
          target={isFramed ? '_top' : undefined}
        >
          Siparişi izleyin
        </a>
        <a data-el="button" data-axis-kind="secondary" href={page.links.to('/')} target={isFramed ? '_top' : undefined}>
          Alışverişe devam et
        </a>
      </p>
    </>
  );
};
