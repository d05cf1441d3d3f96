import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { useAudit } from '../api/queries';
import { Part } from '../parts/part';
import { Empty } from '../parts/states';
import { useText } from '../text/text';
import { HistoryRows } from './rows';

/** Shows the history of a thing, on the page of it. */
export function HistoryOf({ id }: { readonly id: string }) {
  const texts = useText();
  const rows = useAudit({ entity: id });
  return (
    <Part title={texts.products.history}>
      <HistoryRows query={rows} empty={<Empty title={texts.audit.empty} />} />
      <Group justify="flex-end" mt="xs">
        <Anchor component={Link} href={`/audit?entity=${id}`} size="sm">
          {texts.audit.title}
        </Anchor>
      </Group>
    </Part>
  );
}
