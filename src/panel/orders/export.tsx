import { Button, Menu, Text } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { clockOf } from '../../kernel/shop-time';
import type { CellRow } from '../../kernel/table-text';
import { orderSheet } from '../../order/answer/sheet';
import { client, type ProblemError, untilAnswered } from '../api/client';
import type { OrderQuery } from '../api/orders';
import { tellProblem } from '../parts/confirm';
import { useMeanings } from '../parts/meaning';
import { saveTable, type TableFormat } from '../parts/table-file';
import { count } from '../text/format';
import { useText } from '../text/text';

/** A long list has more pages than a session may ask for in a minute. */
const LATER = { statuses: [429, 503] };

const door: Parameters<typeof orderSheet>[0] = {
  get: (path, query) => untilAnswered(() => client.get(path, query), LATER),
  post: (path, body) => untilAnswered(() => client.post(path, body), LATER),
};

/** Saves the orders that the list shows as a table for the accountant. */
export function ExportOrders({ query }: { readonly query: OrderQuery }) {
  const texts = useText();
  const { meanings } = useMeanings();
  const [written, setWritten] = useState<number | null>(null);
  const write = async (format: TableFormat, withIdentities: boolean): Promise<void> => {
    setWritten(0);
    try {
      const rows: CellRow[] = [];
      let orders = 0;
      for await (const page of orderSheet(door, { query: { ...query }, withIdentities, meanings })) {
        rows.push(...page.rows);
        orders += page.orders;
        setWritten(orders);
      }
      await saveTable(`siparisler-${clockOf(Date.now()).slice(0, 10)}`, format, rows);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setWritten(null);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon aria-hidden />} disabled={written !== null}>
          {written ? `${texts.orders.export}: ${count(written, texts)}` : texts.orders.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void write('csv', false)}>{texts.orders.exportPlain}</Menu.Item>
        <Menu.Item onClick={() => void write('xlsx', false)}>{texts.orders.exportExcel}</Menu.Item>
        <Menu.Item onClick={() => void write('csv', true)}>
          {texts.orders.exportWithIdentities}
          <Text size="xs" c="dimmed">
            {texts.orders.exportAudited}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
