import { Button, Group } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { CellRow } from '../../kernel/table-text';
import type { ProblemError } from '../api/client';
import { tellProblem } from '../parts/confirm';
import { saveTable, type TableFormat } from '../parts/table-file';
import { useText } from '../text/text';

interface ExportProps {
  /** The name of the saved file, without its end. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly CellRow[];
  /** Reads the rows that are saved, where the page shows only the first of them. */
  readonly readAll?: (() => Promise<readonly CellRow[]>) | undefined;
}

const formats: readonly TableFormat[] = ['csv', 'xlsx'];

/** Saves a table of a report, with all of its rows. */
export function ExportTable({ name, headings, rows, readAll }: ExportProps) {
  const texts = useText();
  const [saving, setSaving] = useState(false);
  const save = async (format: TableFormat): Promise<void> => {
    setSaving(true);
    try {
      await saveTable(name, format, [headings, ...(readAll ? await readAll() : rows)]);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setSaving(false);
  };
  return (
    <Group gap="xs">
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<DownloadIcon aria-hidden />}
          disabled={rows.length === 0 || saving}
          onClick={() => void save(format)}
        >
          {texts.reports.saveAs[format]}
        </Button>
      ))}
    </Group>
  );
}
