import { Button } from '@mantine/core';
import { FileTextIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { overStates } from '../../provider/channel/package';
import { client, type ProblemError } from '../api/client';
import { useProvider } from '../api/providers';
import type { Order, OrderPackage } from '../api/types';
import { tellProblem } from '../parts/confirm';
import { openPdf } from '../parts/open-pdf';
import { SaveFile } from '../parts/save-file';
import { useText } from '../text/text';

interface PackageLabelProps {
  readonly order: Pick<Order, 'id' | 'channel'>;
  readonly of: OrderPackage;
}

/** States in which a package has no label yet, or none any more. */
const unlabelled: readonly OrderPackage['state'][] = [
  ...(['waiting', 'created'] as const),
  ...(['delivered', ...overStates] as const),
];

/** True if the marketplace may have a label of the package. */
export const hasLabel = ({ state }: Pick<OrderPackage, 'state'>): boolean => !unlabelled.includes(state);

/** The cargo label of a package: shown as a PDF, or saved for a printer of labels. */
export function PackageLabel({ order: { id, channel }, of }: PackageLabelProps) {
  const { packageId } = of;
  const texts = useText();
  const { packages } = texts.channel;
  const [busy, setBusy] = useState(false);
  const isReady = useProvider(channel)?.uses.includes('packageLabels');
  if (!isReady || !hasLabel(of)) return null;
  const path = `/v1/orders/${id}/channel/label`;
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      await openPdf(() => client.file('POST', path, {}, { packageId, format: 'pdf' }), packages.preparingPdf);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<FileTextIcon aria-hidden />}
        loading={busy}
        aria-label={`${packageId}: ${packages.pdf}`}
        onClick={() => void open()}
      >
        {packages.pdf}
      </Button>
      <SaveFile method="POST" path={path} body={{ packageId, format: 'zpl' }} of={packageId}>
        {packages.zpl}
      </SaveFile>
    </>
  );
}
