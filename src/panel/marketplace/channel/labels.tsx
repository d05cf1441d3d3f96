import { Button, Group, Paper, Text } from '@mantine/core';
import { FileTextIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { PACKAGES_MAX } from '../../../channel/label/limits';
import { client, type ProblemError } from '../../api/client';
import type { OrderPackage } from '../../api/types';
import { InvoiceButton, PrepareButton } from '../../bulk/packages';
import { hasLabel } from '../../orders/package-label';
import { tellProblem } from '../../parts/confirm';
import { openPdf } from '../../parts/open-pdf';
import { Partly } from '../../parts/partly';
import { count } from '../../text/format';
import { useText } from '../../text/text';

/** Chosen packages by their identifiers at the marketplace, with the state in which they were chosen. */
export type Chosen = ReadonlyMap<string, OrderPackage['state']>;

interface ChosenPackagesProps {
  readonly channel: string;
  readonly chosen: Chosen;
  readonly onClear: () => void;
}

/** Shows the acts that fit chosen packages, e.g. their labels as one PDF. */
export function ChosenPackages({ channel, chosen, onClear }: ChosenPackagesProps) {
  const texts = useText();
  const { packages } = texts.channel;
  if (chosen.size === 0) return null;
  const inState = (...states: readonly OrderPackage['state'][]) =>
    [...chosen].flatMap(([packageId, state]) => (states.includes(state) ? [packageId] : []));
  const labelled = [...chosen].flatMap(([packageId, state]) => (hasLabel({ state }) ? [packageId] : []));
  const [toPrepare, toInvoice] = [inState('created'), inState('preparing')];
  return (
    <Paper withBorder p="sm" shadow="md" className="action-bar" component="section" aria-label={packages.several}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {packages.chosen(count(chosen.size, texts), count(PACKAGES_MAX, texts))}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onClear}>
            {packages.clear}
          </Button>
          {toPrepare.length > 0 && <PrepareButton channel={channel} ids={toPrepare} />}
          {toInvoice.length > 0 && <InvoiceButton channel={channel} ids={toInvoice} />}
          {labelled.length > 0 && <Labels channel={channel} chosen={labelled} />}
        </Group>
      </Group>
    </Paper>
  );
}

interface LabelsProps {
  readonly channel: string;
  readonly chosen: readonly string[];
}

/** Opens the labels of packages as one PDF. Where some have none, it says which, and opens the others if asked. */
function Labels({ channel, chosen }: LabelsProps) {
  const texts = useText();
  const { packages } = texts.channel;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ProblemError | null>(null);
  const open = async (partial: boolean): Promise<void> => {
    setBusy(true);
    try {
      const asked = { packageIds: chosen, ...(partial ? { partial } : {}) };
      await openPdf(() => client.file('POST', `/v1/channel/${channel}/labels`, {}, asked), packages.preparingPdf);
      setRefused(null);
    } catch (error) {
      const isOfSome = ((error as ProblemError).problem?.errors ?? []).length > 0;
      if (isOfSome) setRefused(error as ProblemError);
      else tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <>
      <Button size="xs" leftSection={<FileTextIcon aria-hidden />} loading={busy} onClick={() => void open(false)}>
        {packages.labels(count(chosen.length, texts))}
      </Button>
      {refused && (
        <Partly
          title={packages.labelsRefused}
          others={packages.labelsPartly}
          refused={refused}
          of={chosen.length}
          busy={busy}
          onOthers={() => void open(true)}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  );
}
