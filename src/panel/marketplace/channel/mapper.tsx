import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../../kernel/schema/visible';
import { client, newKey, type ProblemError } from '../../api/client';
import { useRefresh } from '../../api/queries';
import { useProduct } from '../../api/shop';
import type { Product } from '../../api/types';
import { type AskedJob, useAsked } from '../../jobs/asked-jobs';
import { tell, tellProblem } from '../../parts/confirm';
import { Dialog } from '../../parts/dialog';
import { Failure, Loading } from '../../parts/states';
import { ProductChooser } from '../../products/chooser';
import type { Call } from '../../products/draft';
import { PreviewDialog } from '../../products/preview';
import { useText } from '../../text/text';

const NONE: ReadonlySet<string> = new Set();

interface MapperProps {
  readonly channel: string;
  /** The barcode that the marketplace tells of the line. */
  readonly barcode: string;
  readonly onClose: () => void;
}

/**
 * Maps what was sold by a barcode: a product is chosen, and of one with variants a variant. It gets the barcode, and orders are pulled, which
 * maps every line of that barcode and takes its stock.
 */
export function Mapper({ channel, barcode, onClose }: MapperProps) {
  const [productId, setProductId] = useState<string | null>(null);
  if (productId === null)
    return <ProductChooser chosen={NONE} isFull={false} onToggle={({ id }) => setProductId(id)} onClose={onClose} />;
  return <Chosen productId={productId} channel={channel} barcode={barcode} onClose={onClose} />;
}

function Chosen({ productId, channel, barcode, onClose }: MapperProps & { readonly productId: string }) {
  const texts = useText();
  const { unmapped: words } = texts.channel;
  const [variantId, setVariantId] = useState<string | null>(null);
  const { data: product, error, refetch } = useProduct(productId);
  if (!product)
    return (
      <Dialog title={words.previewTitle} onClose={onClose}>
        {error ? <Failure inDialog error={error} retry={refetch} /> : <Loading />}
      </Dialog>
    );
  if (product.variants.length > 0 && variantId === null)
    return <VariantDialog product={product} barcode={barcode} onChosen={setVariantId} onClose={onClose} />;
  return <Confirmed product={product} variantId={variantId} channel={channel} barcode={barcode} onClose={onClose} />;
}

interface VariantDialogProps {
  readonly product: Product;
  readonly barcode: string;
  readonly onChosen: (variantId: string) => void;
  readonly onClose: () => void;
}

function VariantDialog({ product: { title, variants }, barcode, onChosen, onClose }: VariantDialogProps) {
  const texts = useText();
  const { unmapped: words } = texts.channel;
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog title={words.variantTitle} onClose={onClose}>
      <Stack>
        <Radio.Group
          label={visibleText(title)}
          description={words.variantText(barcode)}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap="xs" mt="xs">
            {variants.map((each) => (
              <Radio
                key={each.id}
                value={each.id}
                label={visibleText(each.title)}
                {...(each.barcode === null ? {} : { description: words.hasBarcode(visibleText(each.barcode)) })}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button disabled={chosen === null} onClick={() => chosen !== null && onChosen(chosen)}>
            {words.goOnWith}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConfirmedProps extends MapperProps {
  readonly product: Product;
  readonly variantId: string | null;
}

function Confirmed({ product, variantId, channel, barcode, onClose }: ConfirmedProps) {
  const texts = useText();
  const { unmapped: words } = texts.channel;
  const refresh = useRefresh();
  const asked = useAsked();
  // The product moves once it has the barcode: what is shown stays as it was asked.
  const [call] = useState(() => callOf(product, variantId, barcode));
  const [before] = useState(() => (product.variants.find(({ id }) => id === variantId) ?? product).barcode);
  const synchronise = async (): Promise<void> => {
    try {
      asked(await client.post<AskedJob>(`/v1/channel/${channel}/sync`, { task: 'orders' }, newKey()));
      tell(words.mapped);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    await refresh();
  };
  return (
    <PreviewDialog
      title={words.previewTitle}
      text={[words.previewText(barcode), before !== null && words.replaces(visibleText(before))]
        .filter(Boolean)
        .join(' ')}
      yes={words.map}
      destructive={before !== null}
      calls={[call]}
      titles={{ [product.id]: product.title }}
      onRan={({ whole }) => {
        if (whole) void synchronise();
      }}
      onClose={onClose}
    />
  );
}

/** Makes the command that gives an item the barcode. The other variants do not change. */
function callOf({ id: productId, rev, variants }: Product, variantId: string | null, barcode: string): Call {
  const guard = { productId, expectedRev: rev };
  if (variantId === null) return { command: 'catalog.product.update', payload: { ...guard, barcode } };
  const stated = variants.map(({ id, title }) => ({ id, title, ...(id === variantId ? { barcode } : {}) }));
  return { command: 'catalog.product.setVariants', payload: { ...guard, variants: stated } };
}
