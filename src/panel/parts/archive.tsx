import { Button } from '@mantine/core';
import { ArchiveIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { Call } from '../products/draft';
import { PreviewDialog } from '../products/preview';
import { useText } from '../text/text';
import { tell } from './confirm';

interface ArchiveProps {
  readonly thing: { readonly id: string; readonly title: string };
  readonly call: Call;
  readonly says: { readonly archiveTitle: string; readonly archiveText: string; readonly archived: string };
  readonly onArchived?: () => void;
}

/** Takes a thing away from where it is shown, for good, once its owner has seen what that does. */
export function Archive({ thing: { id, title }, call, says, onArchived }: ArchiveProps) {
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
        {texts.common.archive}
      </Button>
      {asking && (
        <PreviewDialog
          title={says.archiveTitle}
          text={says.archiveText}
          yes={texts.common.archive}
          destructive
          calls={[call]}
          titles={{ [id]: title }}
          onRan={({ whole }) => {
            if (!whole) return;
            tell(says.archived);
            onArchived?.();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
