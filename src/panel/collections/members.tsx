import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Thing } from '../api/fields';
import { useMembers, useProducts } from '../api/shop';
import type { Collection } from '../api/types';
import { useEdited } from '../parts/edited';
import { useLabel } from '../parts/meaning';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { Failure, Loading } from '../parts/states';
import { Things } from '../parts/things';
import { ProductChooser } from '../products/chooser';
import { PreviewDialog, type Ran } from '../products/preview';
import { ProductPages } from '../products/products';
import { usePayloadFields } from '../store/patch-form';
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
  const isActive = collection.status === 'active';
  return (
    <Part title={title}>
      {editing ? (
        <Editor collection={collection} onRan={onRan} onLeave={() => setEditing(false)} />
      ) : (
        <Stack>
          <Listed collectionId={collection.id} />
          {isActive && (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setEditing(true)}>
                {texts.collections.setProducts}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Part>
  );
}

function Listed({ collectionId }: { readonly collectionId: string }) {
  const texts = useText();
  const filter = { collectionId, sort: 'position', status: 'all' } as const;
  const products = useProducts(filter);
  return (
    <ProductPages
      query={products}
      filter={filter}
      empty={
        <Text size="sm" c="dimmed">
          {texts.collections.noProducts}
        </Text>
      }
    />
  );
}

interface EditorProps extends MembersProps {
  readonly onLeave: () => void;
}

const COMMAND = 'catalog.collection.setProducts';

function Editor({ collection: { id, rev, title, productIds }, onRan, onLeave }: EditorProps) {
  const texts = useText();
  const label = useLabel('collection', 'productIds');
  const members = useMembers(id);
  const most = usePayloadFields(COMMAND, []).find(({ name }) => name === 'productIds')?.schema.maxItems;
  const { values, change, isOvertaken } = useEdited({ chosen: productIds as readonly string[] });
  const [seen, setSeen] = useState<ReadonlyMap<string, Thing>>(new Map());
  const [choosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  if (!members.data) return members.error ? <Failure error={members.error} retry={members.refetch} /> : <Loading />;
  const { chosen } = values;
  const state = (ids: readonly string[]): void => change({ chosen: ids });
  const without = (gone: string): string[] => chosen.filter((each) => each !== gone);
  const known = new Map([...members.data.map((thing) => [thing.id, thing] as const), ...seen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Things
          ids={chosen}
          known={known}
          hasPictures
          onOrder={state}
          onRemove={(gone) => {
            state(without(gone));
            // The button that was pressed goes with the product.
            chooser.current?.focus();
          }}
        />
        <Group>
          <Button
            ref={chooser}
            size="xs"
            variant="default"
            aria-label={`${label}: ${texts.fields.choose.product}`}
            onClick={() => setChoosing(true)}
          >
            {texts.fields.choose.product}
          </Button>
        </Group>
        <Overtaken is={isOvertaken} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" disabled={chosen.join() === productIds.join()}>
            {texts.collections.previewProducts}
          </Button>
        </Group>
      </Stack>
      {choosing && (
        <ProductChooser
          chosen={new Set(chosen)}
          isFull={most !== undefined && chosen.length >= most}
          onToggle={(thing) => {
            setSeen(new Map([...seen, [thing.id, thing]]));
            state(chosen.includes(thing.id) ? without(thing.id) : [...chosen, thing.id]);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {asked && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[{ command: COMMAND, payload: { collectionId: id, expectedRev: rev, productIds: chosen } }]}
          titles={{ ...Object.fromEntries([...known].map(([key, thing]) => [key, thing.title ?? ''])), [id]: title }}
          onRan={onRan}
          onDone={onLeave}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
