import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ArchiveIcon } from '@radix-ui/react-icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Preview, Product } from '../api/types';
import { Changes } from '../parts/changes';
import { tell } from '../parts/confirm';
import { Failure, Loading } from '../parts/states';
import { Titles } from '../parts/titles';
import { useSession } from '../session/session';
import { useText } from '../text/text';

type Archived = Pick<Product, 'id' | 'rev' | 'title'>;

/** Takes a product off sale for good, once its owner has seen what that does. */
export function Archive({ product }: { readonly product: Archived }) {
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
      {asking && <ArchiveDialog product={product} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ArchiveDialogProps {
  readonly product: Archived;
  readonly onClose: () => void;
}

function ArchiveDialog({ product: { id, rev, title }, onClose }: ArchiveDialogProps) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const dialog = useId();
  const [key] = useState(newKey);
  const call = { storeId, command: 'catalog.product.archive', payload: { productId: id, expectedRev: rev } };
  const preview = useQuery<Preview, ProblemError>({
    queryKey: ['archive', dialog],
    queryFn: () => client.dryRun<Preview>(call),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const archive = useMutation<unknown, ProblemError>({
    mutationFn: () => client.run(call, key),
    onSuccess: () => {
      tell(texts.products.archived);
      onClose();
      return refresh();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.products.archiveTitle} closeOnClickOutside={!archive.isPending}>
      <Stack>
        <Text size="sm">{texts.products.archiveText}</Text>
        {preview.isPending && <Loading />}
        {preview.error && <Failure error={preview.error} retry={preview.refetch} />}
        {preview.data && (
          <Titles value={{ [id]: title }}>
            <Changes changes={preview.data.changes} />
          </Titles>
        )}
        {archive.error && <Failure error={archive.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={archive.isPending}>
            {texts.common.cancel}
          </Button>
          {preview.data && (
            <Button color="red" loading={archive.isPending} onClick={() => archive.mutate()}>
              {texts.products.archive}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
