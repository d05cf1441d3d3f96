import { Button } from '@mantine/core';
import { ArchiveIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { Product } from '../api/types';
import { tell } from '../parts/confirm';
import { useText } from '../text/text';
import { PreviewDialog } from './preview';

type Archived = Pick<Product, 'id' | 'rev' | 'title'>;

/** Takes a product off sale for good, once its owner has seen what that does. */
export function Archive({ product: { id, rev, title } }: { readonly product: Archived }) {
  const texts = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="light"
        color="red"
        size="xs"
        leftSection={<ArchiveIcon aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {texts.products.archive}
      </Button>
      {asking && (
        <PreviewDialog
          title={texts.products.archiveTitle}
          text={texts.products.archiveText}
          yes={texts.products.archive}
          destructive
          calls={[{ command: 'catalog.product.archive', payload: { productId: id, expectedRev: rev } }]}
          titles={{ [id]: title }}
          onRan={({ whole }) => whole && tell(texts.products.archived)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
