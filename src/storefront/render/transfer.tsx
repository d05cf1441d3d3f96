import { dayText } from '../../kernel/shop-time';
import type { Placed } from '../sale/checkout-client';
import { plain } from '../text/text';

interface TransferProps {
  readonly number: string;
  readonly transfer: NonNullable<Placed['transfer']>;
}

/** The accounts to which the money of an order is to go, and until when. */
export const Transfer = ({ number, transfer: { accounts, until } }: TransferProps) => (
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
      Açıklamaya sipariş numaranızı yazın: <strong>{plain(number)}</strong>.
      {until === null ? '' : ` Ödemenizi en geç ${dayText(until)} günü sonuna kadar yapın.`}
    </p>
  </>
);
