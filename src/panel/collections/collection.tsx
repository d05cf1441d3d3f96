import { Alert, Anchor, Badge, Stack } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useCollection } from '../api/shop';
import type { Collection } from '../api/types';
import { HistoryOf } from '../audit/of-thing';
import { Archive } from '../parts/archive';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure, Loading, PageHeader } from '../parts/states';
import { FieldValues } from '../products/field-values';
import { useSaved } from '../products/saved';
import { PatchForm, usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';
import { Members } from './members';

/** Shows a collection: its custom fields, its products in their order, and its history. */
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

const COMMAND = 'catalog.collection.update';

function Loaded({ collection }: { readonly collection: Collection }) {
  const texts = useText();
  const { id, rev, title, status } = collection;
  const fields = usePayloadFields(COMMAND, ['collectionId']);
  const word = useWord('collection', 'status');
  const isActive = status === 'active';
  const saved = useSaved();
  return (
    <>
      <PageHeader title={visibleText(title)}>
        <Badge size="lg" variant="light" color={isActive ? 'teal' : 'gray'}>
          {word(status)}
        </Badge>
        {isActive && (
          <Archive
            thing={collection}
            call={{ command: 'catalog.collection.archive', payload: { collectionId: id, expectedRev: rev } }}
            says={texts.collections}
            onArchived={saved.clear}
          />
        )}
      </PageHeader>
      <Stack>
        {isActive && (
          <Part title={texts.collections.details}>
            <PatchForm
              command={COMMAND}
              of={{ collectionId: id, expectedRev: rev }}
              fields={fields}
              thing={collection}
              titles={{ [id]: title }}
              onRan={saved.keepIn('details')}
            />
          </Part>
        )}
        {saved.shownIn('details')}
        {isActive ? (
          <FieldValues ownerId={id} name={title} onRan={saved.keepIn('fields')} />
        ) : (
          <Alert color="gray">{texts.collections.isArchived}</Alert>
        )}
        {saved.shownIn('fields')}
        <Members collection={collection} onRan={saved.keepIn('members')} />
        {saved.shownIn('members')}
        <HistoryOf id={id} />
      </Stack>
    </>
  );
}
