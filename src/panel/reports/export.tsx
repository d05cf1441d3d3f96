import { Button, Group } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import type { CellRow } from '../../kernel/table-text';
import { tellProblem } from '../parts/confirm';
import { saveTable, type TableFormat } from '../parts/table-file';
import { useText } from '../text/text';

interface ExportProps {
  /** The name of the saved file, without its end. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly CellRow[];
}

const formats: readonly TableFormat[] = ['csv', 'xlsx'];

/** Saves a table of a report as it is shown. */
export function ExportTable({ name, headings, rows }: ExportProps) {
  const texts = useText();
  return (
    <Group gap="xs">
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<DownloadIcon aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => void saveTable(name, format, [headings, ...rows]).catch((error) => tellProblem(error, texts))}
        >
          {texts.reports.saveAs[format]}
        </Button>
      ))}
    </Group>
  );
}
