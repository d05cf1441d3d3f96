import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRefetchReview, useWholePreview } from '../api/queries';
import type { FreshPreview } from '../api/types';
import { Failure } from '../parts/states';
import { size } from '../text/format';
import { useText } from '../text/text';
import type { FreshItem } from './fresh';

interface WholeProps {
  readonly proposalId: string;
  readonly item: Pick<FreshItem, 'id' | 'seq'>;
  /** As the review has it: cut, where all of it is too heavy for a page with all items. */
  readonly current: FreshPreview;
  readonly children: (current: FreshPreview) => React.ReactNode;
}

/**
 * Shows the present effects of an item, and loads a cut part when its reviewer asks. Nobody is shown another version than the reviewed one.
 */
export function Whole({ proposalId, item, current, children }: WholeProps) {
  const texts = useText();
  const [asked, setAsked] = useState(false);
  const whole = useWholePreview(
    proposalId,
    { itemId: item.id, hash: current.hash },
    asked && current.cut !== undefined,
  );
  const refetchReview = useRefetchReview(proposalId);
  const isAnother = whole.data !== undefined && whole.data?.hash !== current.hash;
  useEffect(() => {
    if (isAnother) void refetchReview();
  }, [isAnother, refetchReview]);
  const { cut } = current;
  if (!cut || (whole.data && !isAnother)) return children(whole.data ?? current);
  return (
    <>
      <Alert color="yellow" mb="sm" p="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{texts.proposals.cut(size(cut.bytes, texts), cut)}</Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.proposals.showWholeItem(item.seq)}
            loading={whole.isFetching}
            onClick={() => (asked ? void whole.refetch() : setAsked(true))}
          >
            {texts.proposals.showWhole}
          </Button>
        </Group>
      </Alert>
      {whole.error && <Failure error={whole.error} retry={whole.refetch} />}
      {children(current)}
    </>
  );
}
