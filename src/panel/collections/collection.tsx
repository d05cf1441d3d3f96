import { Alert, Anchor, Badge, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useCollection, useProducts } from '../api/shop';
import type { Collection } from '../api/types';
import { HistoryOf } from '../audit/of-thing';
import { useLabel, useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure, Loading, PageHeader, Pages } from '../parts/states';
import { FieldValues } from '../products/field-values';
import type { Ran } from '../products/preview';
import { ProductTable } from '../products/products';
import { Saved } from '../products/saved';
import { useText } from '../text/text';

/** One collection: its custom fields, its products in their order, and what was done with it. */
export function CollectionPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: collection, error, refetch } = useCollection(id);
  return (
    <>
      <Anchor component={Link} href="/collections" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.collections.all}
      </Anchor>
      {collection ? (
        <Loaded collection={collection} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Loaded({ collection: { id, title, status } }: { readonly collection: Collection }) {
  const texts = useText();
  const word = useWord('collection', 'status');
  const isActive = status === 'active';
  const [ran, setRan] = useState<Ran | null>(null);
  return (
    <>
      <PageHeader title={visibleText(title)}>
        <Badge size="lg" variant="light" color={isActive ? 'teal' : 'gray'}>
          {word(status)}
        </Badge>
      </PageHeader>
      <Stack>
        {ran && <Saved ran={ran} onUndone={() => setRan(null)} />}
        {isActive ? (
          <FieldValues ownerId={id} name={title} onRan={setRan} />
        ) : (
          <Alert color="gray">{texts.collections.isArchived}</Alert>
        )}
        <Members collectionId={id} />
        <HistoryOf id={id} />
      </Stack>
    </>
  );
}

function Members({ collectionId }: { readonly collectionId: string }) {
  const texts = useText();
  const title = useLabel('collection', 'productIds');
  const products = useProducts({ collectionId, sort: 'position', status: 'all' });
  return (
    <Part title={title}>
      <Pages
        query={products}
        empty={
          <Text size="sm" c="dimmed">
            {texts.collections.noProducts}
          </Text>
        }
      >
        {(items) => <ProductTable items={items} />}
      </Pages>
    </Part>
  );
}
