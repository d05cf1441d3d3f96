import type { Product } from '../api/types';
import { Part } from '../parts/part';
import { PatchForm, usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';
import type { Ran } from './preview';

const COMMAND = 'catalog.product.setDigital';

interface DeliveryProps {
  readonly product: Product;
  readonly onRan: (ran: Ran) => void;
}

/** The way of a product to its buyer: a parcel, a link or codes; and the reason why the buyer may not withdraw. */
export function Delivery({ product, onRan }: DeliveryProps) {
  const texts = useText();
  const fields = usePayloadFields(COMMAND, ['productId']);
  const { id, rev, title, requiresShipping, withdrawalException } = product;
  // Codes of the pool are counted, and not stated.
  const { codes: _, ...digital } = product.digital;
  return (
    <Part title={texts.products.delivery}>
      <PatchForm
        command={COMMAND}
        of={{ productId: id, expectedRev: rev }}
        fields={fields}
        thing={{ requiresShipping, withdrawalException, digital }}
        titles={{ [id]: title }}
        onRan={onRan}
      />
    </Part>
  );
}
