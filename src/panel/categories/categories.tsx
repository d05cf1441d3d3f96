import { Badge, Button, Group, Select, Stack, Table } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useCategories } from '../api/shop';
import type { Category } from '../api/types';
import { CreateButton } from '../parts/create';
import { useEdited } from '../parts/edited';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { Things } from '../parts/things';
import { Ago } from '../parts/time';
import { PreviewDialog, type Ran } from '../products/preview';
import { Saved } from '../products/saved';
import { count } from '../text/format';
import { useText } from '../text/text';
import { orderCalls } from './order';

const ACTIVE = 'active';

/** The categories of the shop in their order. Which ones are shown lives in the address, as of collections. */
export function CategoriesPage() {
  const texts = useText();
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') ?? ACTIVE;
  const { data: categories, error, refetch } = useCategories();
  const label = useLabel('category', 'status');
  const statuses = useChoices('category', 'status');
  const [ran, setRan] = useState<Ran | null>(null);
  const [ordering, setOrdering] = useState(false);
  const active = categories?.filter((each) => each.status === ACTIVE) ?? [];
  const shown = categories?.filter((each) => status === 'all' || each.status === status) ?? [];
  return (
    <>
      <PageHeader title={texts.nav.categories} lead={texts.categories.lead}>
        <CreateButton
          command="catalog.category.create"
          asks={['name', 'taksitCap']}
          place="/categories"
          says={texts.categories}
        />
      </PageHeader>
      <Stack>
        {ran && <Saved ran={ran} onUndone={() => setRan(null)} />}
        {ordering ? (
          <Order categories={active} onRan={setRan} onLeave={() => setOrdering(false)} />
        ) : (
          <>
            <Group align="flex-end" justify="space-between" component="section" role="search">
              <Select
                label={label}
                allowDeselect={false}
                value={status}
                onChange={(chosen) =>
                  setSearch(chosen && chosen !== ACTIVE ? { status: chosen } : {}, { replace: true })
                }
                data={[...statuses, { value: 'all', label: texts.common.all }]}
              />
              {active.length > 1 && (
                <Button variant="default" onClick={() => setOrdering(true)}>
                  {texts.categories.order}
                </Button>
              )}
            </Group>
            {!categories && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
            {categories && shown.length === 0 && (
              <Empty title={status === ACTIVE ? texts.categories.empty : texts.categories.emptyFiltered} />
            )}
            {shown.length > 0 && <CategoryTable items={shown} />}
          </>
        )}
      </Stack>
    </>
  );
}

function CategoryTable({ items }: { readonly items: readonly Category[] }) {
  const texts = useText();
  const name = useLabel('category', 'name');
  const cap = useLabel('category', 'taksitCap');
  const status = useLabel('category', 'status');
  const updated = useLabel('category', 'updatedAt');
  const word = useWord('category', 'status');
  return (
    <Table className="rows" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{name}</Table.Th>
          <Table.Th className="amount">{cap}</Table.Th>
          <Table.Th>{status}</Table.Th>
          <Table.Th>{updated}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((each) => (
          <Table.Tr key={each.id}>
            <Table.Td className="value">
              <Link href={`/categories/${each.id}`} className="name mantine-focus-auto">
                <Visible text={each.name} />
              </Link>
            </Table.Td>
            <Table.Td className="amount" data-head={cap}>
              {each.taksitCap === null ? texts.categories.uncapped : count(each.taksitCap, texts)}
            </Table.Td>
            <Table.Td data-head={status}>
              <Badge variant="light" color={each.status === ACTIVE ? 'teal' : 'gray'}>
                {word(each.status)}
              </Badge>
            </Table.Td>
            <Table.Td data-head={updated}>
              <Ago at={each.updatedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface OrderProps {
  readonly categories: readonly Category[];
  readonly onRan: (ran: Ran) => void;
  readonly onLeave: () => void;
}

/** Puts those that are shown into an order. Nothing is sent before it was shown what it does. */
function Order({ categories, onRan, onLeave }: OrderProps) {
  const texts = useText();
  const { values, change, isOvertaken } = useEdited({ ids: categories.map(({ id }) => id) });
  const [asked, setAsked] = useState(false);
  // New categories stand behind the others, and removed ones are gone.
  const there = new Set(categories.map(({ id }) => id));
  const ids = [...new Set([...values.ids.filter((id) => there.has(id)), ...there])];
  const calls = orderCalls(categories, ids);
  const names = Object.fromEntries(categories.map(({ id, name }) => [id, name]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <Part title={texts.categories.order}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Things
            ids={ids}
            known={new Map(categories.map(({ id, name }) => [id, { id, title: name, url: null }]))}
            hasPictures={false}
            onOrder={(order) => change({ ids: [...order] })}
            onRemove={null}
          />
          <Overtaken is={isOvertaken} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onLeave}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={calls.length === 0}>
              {texts.products.preview}
            </Button>
          </Group>
        </Stack>
      </form>
      {asked && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={calls}
          titles={names}
          onRan={onRan}
          onDone={onLeave}
          onClose={() => setAsked(false)}
        />
      )}
    </Part>
  );
}
