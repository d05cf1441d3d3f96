import { assertAddressable } from '../../order/order/state';
import type { Order } from '../api/types';
import { ActButton } from '../parts/act';
import { useText } from '../text/text';

/** Corrects the address of delivery, as long as no parcel was made with it. */
export function ChangeAddress({ order }: { readonly order: Order }) {
  const texts = useText();
  const { shippingAddress } = order;
  if (shippingAddress === null || !mayChange(order)) return null;
  const { name, phone, address, district, province, postalCode } = shippingAddress;
  return (
    <ActButton
      says={texts.orders.acts.address}
      command="order.address.set"
      route={`/v1/account/orders/${order.id}/address`}
      of={{ expectedRev: order.rev }}
      asks={['shippingAddress']}
      start={{ shippingAddress: { name, phone, address, district, province, postalCode } }}
      button={{ size: 'xs' }}
    />
  );
}

function mayChange(order: Order): boolean {
  try {
    assertAddressable(order);
    return order.channel === 'store';
  } catch {
    return false;
  }
}
