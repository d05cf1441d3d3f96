import { Button } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { save } from '../parts/save-file';
import { useText } from '../text/text';
import { type Cell, tableText } from './table-text';

interface ExportProps {
  /** The name of the saved file, without its end. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Saves a table of a report as it is shown. */
export function ExportTable({ name, headings, rows }: ExportProps) {
  const texts = useText();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<DownloadIcon aria-hidden />}
      disabled={rows.length === 0}
      onClick={() => save({ name: `${name}.csv`, bytes: new Blob([tableText(headings, rows)], { type: 'text/csv' }) })}
    >
      {texts.reports.export}
    </Button>
  );
}
