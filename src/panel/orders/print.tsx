import { Button, Menu } from '@mantine/core';
import { FileTextIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { client, type ProblemError } from '../api/client';
import { tellProblem } from '../parts/confirm';
import { openPdf } from '../parts/open-pdf';
import { useText } from '../text/text';

/** The papers for the packing of orders, by their routes. */
const PATHS = {
  pickList: '/v1/account/orders/pick-list',
  packingSlips: '/v1/account/orders/packing-slips',
  addressLabels: '/v1/account/orders/address-labels',
} as const;
type Paper = keyof typeof PATHS;

interface PrintMenuProps {
  /** In the order in which they are printed. */
  readonly ids: readonly string[];
  readonly papers: readonly Paper[];
  /** True if the menu stands in the bar of selected orders. */
  readonly inBar?: boolean;
}

/** Shows papers for the packing of some orders, each as one PDF. */
export function PrintMenu({ ids, papers, inBar = false }: PrintMenuProps) {
  const texts = useText();
  const { print } = texts.orders;
  const [busy, setBusy] = useState(false);
  const open = async (paper: Paper): Promise<void> => {
    setBusy(true);
    try {
      await openPdf(() => client.file('POST', PATHS[paper], {}, { ids }), print.preparing);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          {...(inBar ? { size: 'compact-md', variant: 'light' } : { variant: 'default' })}
          leftSection={<FileTextIcon aria-hidden />}
          loading={busy}
        >
          {print.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {papers.map((paper) => (
          <Menu.Item key={paper} onClick={() => void open(paper)}>
            {print.papers[paper](ids.length)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
