import { Alert, Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useChannels } from '../api/queries';
import { useListings, useProduct } from '../api/shop';
import type { Extension, Product } from '../api/types';
import { HistoryOf } from '../audit/of-thing';
import { ListingTable } from '../listings/table';
import { addressOf, Picture } from '../media/shown';
import { Archive } from '../parts/archive';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure, Loading, PageHeader, Pages, WaitingPage } from '../parts/states';
import { useText } from '../text/text';
import { Delivery } from './delivery';
import { Details } from './details';
import { EditForm } from './edit';
import { PageFieldValues } from './field-values';
import { Pictures } from './pictures';
import { SavedPage } from './saved-page';
import { VariantFields } from './variant-fields';
import { Variants } from './variants';

/** All of one product: what it is, what it costs, where it is sold, and what was done with it. */
export function ProductPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: product, error, refetch } = useProduct(id);
  return (
    <>
      <Anchor component={Link} href="/products" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.products.all}
      </Anchor>
      {product ? <Loaded product={product} /> : error ? <Failure error={error} retry={refetch} /> : <WaitingPage />}
    </>
  );
}

function Loaded({ product }: { readonly product: Product }) {
  const texts = useText();
  const word = useWord('product', 'status');
  const { id, title, status, media } = product;
  const isActive = status === 'active';
  return (
    <>
      <PageHeader title={visibleText(title)}>
        <Badge size="lg" variant="light" color={isActive ? 'teal' : 'gray'}>
          {word(status)}
        </Badge>
        {isActive && (
          <Archive
            thing={product}
            call={{ command: 'catalog.product.archive', payload: { productId: id, expectedRev: product.rev } }}
            says={texts.products}
          />
        )}
      </PageHeader>
      <SavedPage product={product}>
        {isActive ? <EditForm product={product} /> : <Alert color="gray">{texts.products.isArchived}</Alert>}
        {!isActive && media.length > 0 && (
          <Part title={texts.products.pictures}>
            <Group gap="sm">
              {media.map(({ mediaId, state, alt, variants }) => (
                <Picture key={mediaId} url={addressOf(variants)} state={state} alt={alt ?? ''} />
              ))}
            </Group>
          </Part>
        )}
        {isActive && <Variants product={product} />}
        {isActive && <Pictures product={product} />}
        {isActive && (
          <Part title={texts.nav.fields}>
            <PageFieldValues part="fields" ownerId={id} name={title} />
          </Part>
        )}
        {isActive && product.variants.length > 0 && <VariantFields variants={product.variants} />}
        <Details product={product} />
        {isActive && <Delivery product={product} />}
        <Part title={texts.products.listings}>
          <Listings productId={id} />
        </Part>
        <HistoryOf id={id} />
      </SavedPage>
    </>
  );
}

function Listings({ productId }: { readonly productId: string }) {
  const { data, error, refetch } = useChannels();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return (
    <Stack>
      {data.map((channel) => (
        <ListingsOf key={channel.key} channel={channel} productId={productId} named={data.length > 1} />
      ))}
    </Stack>
  );
}

interface ListingsOfProps {
  readonly channel: Pick<Extension, 'key' | 'name'>;
  readonly productId: string;
  readonly named: boolean;
}

function ListingsOf({ channel: { key, name }, productId, named }: ListingsOfProps) {
  const texts = useText();
  const listings = useListings(key, productId);
  return (
    <div>
      {named && (
        <Text fw={600} size="sm">
          {name}
        </Text>
      )}
      <Pages
        query={listings}
        empty={
          <Text size="sm" c="dimmed">
            {texts.products.noListings}
          </Text>
        }
      >
        {(items) => <ListingTable items={items} />}
      </Pages>
    </div>
  );
}
