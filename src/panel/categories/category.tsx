import { Alert, Anchor, Badge, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useCategories, useProducts } from '../api/shop';
import type { Category } from '../api/types';
import { HistoryOf } from '../audit/of-thing';
import { Archive } from '../parts/archive';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import type { Ran } from '../products/preview';
import { ProductPages } from '../products/products';
import { Saved } from '../products/saved';
import { PatchForm, usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';

/** Shows a category: its name, the instalments of its products, the products, and its history. */
export function CategoryPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: categories, error, refetch } = useCategories();
  const category = categories?.find((each) => each.id === id);
  return (
    <>
      <Anchor component={Link} href="/categories" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.categories.all}
      </Anchor>
      {!categories && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {category && <Loaded category={category} />}
      {categories && !category && <Empty title={texts.categories.unknown} />}
    </>
  );
}

const COMMAND = 'catalog.category.update';

function Loaded({ category }: { readonly category: Category }) {
  const texts = useText();
  const { id, rev, name, status } = category;
  // The list of all of them says at which place it stands.
  const fields = usePayloadFields(COMMAND, ['categoryId', 'position']);
  const word = useWord('category', 'status');
  const isActive = status === 'active';
  const [ran, setRan] = useState<Ran | null>(null);
  return (
    <>
      <PageHeader title={visibleText(name)}>
        <Badge size="lg" variant="light" color={isActive ? 'teal' : 'gray'}>
          {word(status)}
        </Badge>
        {isActive && (
          <Archive
            thing={{ id, title: name }}
            call={{ command: 'catalog.category.archive', payload: { categoryId: id, expectedRev: rev } }}
            says={texts.categories}
          />
        )}
      </PageHeader>
      <Stack>
        {ran && <Saved ran={ran} onUndone={() => setRan(null)} />}
        {isActive ? (
          <Part title={texts.categories.details}>
            <PatchForm
              command={COMMAND}
              of={{ categoryId: id, expectedRev: rev }}
              fields={fields}
              thing={category}
              titles={{ [id]: name }}
              onRan={setRan}
            />
          </Part>
        ) : (
          <Alert color="gray">{texts.categories.isArchived}</Alert>
        )}
        <Part title={texts.nav.products}>
          <Listed categoryId={id} />
        </Part>
        <HistoryOf id={id} />
      </Stack>
    </>
  );
}

function Listed({ categoryId }: { readonly categoryId: string }) {
  const texts = useText();
  const filter = { categoryId, status: 'all' } as const;
  const products = useProducts(filter);
  return (
    <ProductPages
      query={products}
      filter={filter}
      empty={
        <Text size="sm" c="dimmed">
          {texts.categories.noProducts}
        </Text>
      }
    />
  );
}
