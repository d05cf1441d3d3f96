import { Badge, Group, Select, Table, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { useCollections } from '../api/shop';
import type { ListedCollection } from '../api/types';
import { CreateButton } from '../parts/create';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { count } from '../text/format';
import { useText } from '../text/text';

const ACTIVE = 'active';

/** The collections of the shop. Which ones are shown lives in the address, so that a way back from one finds the same list. */
export function CollectionsPage() {
  const texts = useText();
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') ?? ACTIVE;
  const collections = useCollections({ status });
  const label = useLabel('collection', 'status');
  const statuses = useChoices('collection', 'status');
  return (
    <>
      <PageHeader title={texts.nav.collections} lead={texts.collections.lead}>
        <CreateButton
          command="catalog.collection.create"
          asks={['title']}
          place="/collections"
          says={texts.collections}
        />
      </PageHeader>
      <Group mb="md" component="section" role="search">
        <Select
          label={label}
          allowDeselect={false}
          value={status}
          onChange={(chosen) => setSearch(chosen && chosen !== ACTIVE ? { status: chosen } : {}, { replace: true })}
          data={[...statuses, { value: 'all', label: texts.common.all }]}
        />
      </Group>
      <Pages
        query={collections}
        empty={<Empty title={status === ACTIVE ? texts.collections.empty : texts.collections.emptyFiltered} />}
      >
        {(items) => <CollectionTable items={items} />}
      </Pages>
    </>
  );
}

function CollectionTable({ items }: { readonly items: readonly ListedCollection[] }) {
  const texts = useText();
  const title = useLabel('collection', 'title');
  const products = useLabel('collection', 'productCount');
  const status = useLabel('collection', 'status');
  const updated = useLabel('collection', 'updatedAt');
  const word = useWord('collection', 'status');
  return (
    <Table className="rows" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th className="amount">{products}</Table.Th>
          <Table.Th>{status}</Table.Th>
          <Table.Th>{updated}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((each) => (
          <Table.Tr key={each.id}>
            <Table.Td className="value">
              <Link href={`/collections/${each.id}`} className="name mantine-focus-auto">
                <Visible text={each.title} />
              </Link>
              {each.metafields.length > 0 && (
                <Text size="xs" c="dimmed" component="div">
                  {texts.fields.filledIn(each.metafields.length)}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="amount" data-head={products}>
              {count(each.productCount, texts)}
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
