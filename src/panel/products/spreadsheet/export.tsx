import { Button, Menu, Text } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { Declared } from '../../../catalog/spreadsheet/door';
import { TableExport } from '../../../catalog/spreadsheet/export';
import { clockOf } from '../../../kernel/shop-time';
import { client, type ProblemError } from '../../api/client';
import { useCommands } from '../../api/queries';
import { tell, tellProblem } from '../../parts/confirm';
import { save } from '../../parts/save-file';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import { doorOf } from './door';
import { FORMAT } from './format';

const NEVER = new AbortController().signal;

/** Saves the products of the shop as a table, which {@link ImportPage} reads again. */
export function ExportProducts() {
  const texts = useText();
  const commands = useCommands();
  const [written, setWritten] = useState<number | null>(null);
  const said = texts.spreadsheet;
  const write = async (isWhole: boolean): Promise<void> => {
    setWritten(0);
    try {
      const { items: routes } = await client.get<{ items: Declared['routes'] }>('/v1/routes');
      const door = doorOf({ routes, commands: commands.data?.items ?? [] }, () => NEVER);
      const options = { status: 'active', headers: texts.language, isWhole, url: location.origin } as const;
      const table = await TableExport.open(door, options);
      if (table.lacksFields) tell(said.lacksFields);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let lines = 0;
      for await (const piece of table.pieces(FORMAT)) {
        pieces.push(piece.bytes);
        lines += piece.lines;
        setWritten(lines);
      }
      const name = `urunler-${clockOf(Date.now()).slice(0, 10)}.csv`;
      save({ name, bytes: new Blob(pieces, { type: 'text/csv' }) });
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setWritten(null);
  };
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon aria-hidden />} disabled={written !== null}>
          {written ? `${said.export}: ${count(written, texts)}` : said.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void write(false)}>
          {said.exportPlain}
          <Text size="xs" c="dimmed">
            {said.exportPlainHint}
          </Text>
        </Menu.Item>
        <Menu.Item onClick={() => void write(true)}>
          {said.exportWhole}
          <Text size="xs" c="dimmed">
            {said.exportWholeHint}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
