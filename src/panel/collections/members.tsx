import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Thing } from '../api/fields';
import { useMembers, useProducts } from '../api/shop';
import type { Collection } from '../api/types';
import { useLabel } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure, Loading, Pages } from '../parts/states';
import { PreviewDialog, type Ran } from '../products/preview';
import { ProductTable } from '../products/products';
import { LIST_MAX, ReferenceInput } from '../products/reference-input';
import { count } from '../text/format';
import { useText } from '../text/text';

interface MembersProps {
  readonly collection: Collection;
  readonly onRan: (ran: Ran) => void;
}

/** The products of a collection in their order: to be read, and to be chosen and ordered. */
export function Members({ collection, onRan }: MembersProps) {
  const texts = useText();
  const title = useLabel('collection', 'productIds');
  const [editing, setEditing] = useState(false);
  const { productIds, status } = collection;
  const isActive = status === 'active';
  return (
    <Part title={title}>
      {editing ? (
        // What was chosen belongs to what was there.
        <Editor
          key={productIds.join()}
          collection={collection}
          onRan={(ran) => {
            setEditing(false);
            onRan(ran);
          }}
          onLeave={() => setEditing(false)}
        />
      ) : (
        <Stack>
          <Listed collectionId={collection.id} />
          {isActive && productIds.length <= LIST_MAX && (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setEditing(true)}>
                {texts.collections.setProducts}
              </Button>
            </Group>
          )}
          {isActive && productIds.length > LIST_MAX && (
            <Text size="sm" c="dimmed">
              {texts.collections.tooMany(count(LIST_MAX, texts))}
            </Text>
          )}
        </Stack>
      )}
    </Part>
  );
}

function Listed({ collectionId }: { readonly collectionId: string }) {
  const texts = useText();
  const products = useProducts({ collectionId, sort: 'position', status: 'all' });
  return (
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
  );
}

interface EditorProps extends MembersProps {
  readonly onLeave: () => void;
}

function Editor({ collection: { id, rev, title, productIds }, onRan, onLeave }: EditorProps) {
  const texts = useText();
  const label = useLabel('collection', 'productIds');
  const members = useMembers(id);
  const [typed, setTyped] = useState(productIds.join('\n'));
  const [seen, setSeen] = useState<ReadonlyMap<string, Thing>>(new Map());
  const [asked, setAsked] = useState(false);
  if (!members.data) return members.error ? <Failure error={members.error} retry={members.refetch} /> : <Loading />;
  const chosen = typed.split('\n').filter(Boolean);
  const known = new Map([...members.data.map((thing) => [thing.id, thing] as const), ...seen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ReferenceInput
          type="product"
          field={{ label, description: null, list: true }}
          typed={typed}
          onType={setTyped}
          known={known}
          onSeen={(thing) => setSeen(new Map([...seen, [thing.id, thing]]))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" disabled={chosen.join() === productIds.join()}>
            {texts.collections.previewProducts}
          </Button>
        </Group>
      </Stack>
      {asked && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[
            {
              command: 'catalog.collection.setProducts',
              payload: { collectionId: id, expectedRev: rev, productIds: chosen },
            },
          ]}
          titles={{ ...Object.fromEntries([...known].map(([key, thing]) => [key, thing.title ?? ''])), [id]: title }}
          onRan={onRan}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
