import type { Product } from '../api/types';
import { Part } from '../parts/part';
import { usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';
import { PagePatch } from './page-patch';

const COMMAND = 'catalog.product.setDigital';

/** The way of a product to its buyer: a parcel, a link or codes; and the reason why the buyer may not withdraw. */
export function Delivery({ product }: { readonly product: Product }) {
  const texts = useText();
  const fields = usePayloadFields(COMMAND, ['productId']);
  const { id, rev, title, requiresShipping, withdrawalException } = product;
  // Codes of the pool are counted, and not stated.
  const { codes: _, ...digital } = product.digital;
  return (
    <Part title={texts.products.delivery}>
      <PagePatch
        part="delivery"
        command={COMMAND}
        of={{ productId: id, expectedRev: rev }}
        fields={fields}
        thing={{ requiresShipping, withdrawalException, digital }}
        titles={{ [id]: title }}
      />
    </Part>
  );
}
