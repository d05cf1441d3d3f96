import { Button, Menu } from '@mantine/core';
import { FileTextIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { client, ProblemError } from '../api/client';
import { tellProblem } from '../parts/confirm';
import { openPdf } from '../parts/open-pdf';
import { Partly } from '../parts/partly';
import { useText } from '../text/text';

/** The papers for the packing of orders, by their routes. */
const PATHS = {
  pickList: '/v1/account/orders/pick-list',
  packingSlips: '/v1/account/orders/packing-slips',
  labels: '/v1/account/orders/labels',
  addressLabels: '/v1/account/orders/address-labels',
} as const;
type Paper = keyof typeof PATHS;

interface PrintMenuProps {
  /** In the order in which they are printed. */
  readonly orders: readonly { readonly id: string; readonly number: string }[];
  readonly papers: readonly Paper[];
  /** True if the menu stands in the bar of selected orders. */
  readonly inBar?: boolean;
}

/** Shows papers for the packing of some orders, each as one PDF. Where some have no label, it says which, and shows the others if asked. */
export function PrintMenu({ orders, papers, inBar = false }: PrintMenuProps) {
  const texts = useText();
  const { print } = texts.orders;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ProblemError | null>(null);
  const open = async (paper: Paper, partial = false): Promise<void> => {
    setBusy(true);
    try {
      const asked = { ids: orders.map(({ id }) => id), ...(partial ? { partial } : {}) };
      await openPdf(() => client.file('POST', PATHS[paper], {}, asked), print.preparing);
      setRefused(null);
    } catch (error) {
      const ofOrders = paper === 'labels' ? refusedOrders(error as ProblemError, orders) : null;
      if (ofOrders) setRefused(ofOrders);
      else tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <>
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
              {print.papers[paper](orders.length)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {refused && (
        <Partly
          title={print.unlabelled}
          others={print.others}
          refused={refused}
          of={orders.length}
          busy={busy}
          onOthers={() => void open('labels', true)}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  );
}

/** The same refusal with the numbers of the orders that it speaks of; null: it speaks of none of them. */
function refusedOrders(error: ProblemError, orders: PrintMenuProps['orders']): ProblemError | null {
  const { problem } = error;
  const errors = problem.errors?.map((fault) => {
    const number = orders[Number(/^\/(?:body\/)?ids\/(\d+)$/.exec(fault.pointer)?.[1])]?.number;
    return number === undefined ? fault : { ...fault, of: number };
  });
  if (!errors?.some(({ of }) => of !== undefined)) return null;
  return new ProblemError({ ...problem, errors }, error.retryAfterSeconds, error.isReplayed);
}
