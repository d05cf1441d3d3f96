import { Alert, Badge, Button, Checkbox, FileButton, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { DownloadIcon, ExclamationTriangleIcon, UploadIcon } from '@radix-ui/react-icons';
import { type DragEvent, useState } from 'react';
import { type Outcome, outcomes } from '../../../catalog/spreadsheet/import';
import { fieldOf } from '../../../kernel/schema/meaning';
import { useCategories } from '../../api/shop';
import { useMeanings } from '../../parts/meaning';
import { Part } from '../../parts/part';
import { Visible } from '../../parts/quoted';
import { save } from '../../parts/save-file';
import { Failure, Loading, PageHeader } from '../../parts/states';
import { Titles } from '../../parts/titles';
import { useUnsaved } from '../../parts/unsaved';
import { FieldName, Value } from '../../parts/value';
import { count } from '../../text/format';
import { reasons } from '../../text/reasons';
import { useText } from '../../text/text';
import { ReadableColumns } from './columns';
import { RecentImports, UndoApplied } from './recent';
import { type Report, SHOWN_MAX } from './report';
import { CHECKS_MAX, type Failed, type ImportStep, useImport } from './use-import';

/** A table of products is chosen, compared with the shop, looked at, and applied. */
export function ImportPage() {
  const texts = useText();
  const said = texts.spreadsheet;
  const words = reasons[texts.language];
  const { step, failed, isStopping, open, apply, stop, reset } = useImport();
  useUnsaved(step.is === 'applying');
  return (
    <>
      <PageHeader title={said.title} lead={said.lead} />
      <Stack gap="md">
        {failed && <Why failed={failed} />}
        {step.is === 'empty' && (
          <>
            <Choose onChosen={(file, onlyExisting) => void open(file, onlyExisting)} />
            <RecentImports />
            <ReadableColumns />
          </>
        )}
        {step.is === 'reading' && <Loading label={said.reading(count(step.products, texts))} />}
        {'table' in step && (
          <>
            {step.notes.length > 0 && (
              <Alert color="orange" icon={<ExclamationTriangleIcon />}>
                {step.notes.map((note) => (
                  <Text key={note(words)} size="sm">
                    <Visible text={note(words)} />
                  </Text>
                ))}
              </Alert>
            )}
            <Outcomes step={step} isStopping={isStopping} isFailed={failed !== null} />
            {step.is === 'applied' && step.kept && <UndoApplied kept={step.kept} />}
            <Buttons step={step} isStopping={isStopping} apply={() => void apply()} stop={stop} reset={reset} />
            {step.report && <Details report={step.report} isPreview={step.is !== 'applied'} />}
          </>
        )}
      </Stack>
    </>
  );
}

function Why({ failed }: { readonly failed: Failed }) {
  if ('error' in failed) return <Failure error={failed.error} />;
  return (
    <Alert color="red" role="alert" icon={<ExclamationTriangleIcon />}>
      <Visible text={failed.said} />
    </Alert>
  );
}

/** Spreadsheets call their tables by either name. */
const TYPES = '.xlsx,.xlsm,.csv,.txt,.tsv,text/csv,text/plain';

function Choose({ onChosen }: { readonly onChosen: (file: File, onlyExisting: boolean) => void }) {
  const said = useText().spreadsheet;
  const [onlyExisting, setOnlyExisting] = useState(false);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChosen(file, onlyExisting);
  };
  return (
    <Part title={said.file}>
      <Stack gap="sm">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers alone, the button beside it is for everybody */}
        <div
          className={isOver ? 'drop over' : 'drop'}
          onDragOver={over}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Text size="sm" c="dimmed">
            {said.drop}
          </Text>
          <FileButton accept={TYPES} onChange={(file) => file && onChosen(file, onlyExisting)}>
            {({ onClick }) => (
              <Button leftSection={<UploadIcon aria-hidden />} onClick={onClick}>
                {said.choose}
              </Button>
            )}
          </FileButton>
        </div>
        <Checkbox
          label={said.onlyExisting}
          checked={onlyExisting}
          onChange={({ currentTarget: { checked } }) => setOnlyExisting(checked)}
        />
        <Text size="sm" c="dimmed">
          {said.rules}
        </Text>
      </Stack>
    </Part>
  );
}

const colours: Readonly<Record<Outcome, string>> = {
  created: 'teal',
  changed: 'blue',
  unchanged: 'gray',
  proposed: 'violet',
  refused: 'red',
};

type Going = Extract<ImportStep, { readonly report: Report | null }>;

interface OutcomesProps {
  readonly step: Going;
  readonly isStopping: boolean;
  readonly isFailed: boolean;
}

function Outcomes({ step: { is, report, table }, isStopping, isFailed }: OutcomesProps) {
  const texts = useText();
  const said = texts.spreadsheet;
  const isOver = is === 'previewed' || is === 'applied';
  const words = is === 'applying' || is === 'applied' ? said.done : said.outcomes;
  const counted = outcomes.filter((outcome) => (report?.counts[outcome] ?? 0) > 0);
  const isIdle = counted.every((outcome) => outcome === 'unchanged');
  const ended = isFailed ? said.brokenOff : isStopping ? said.stopped : said.allDone;
  return (
    <Part title={is === 'comparing' || is === 'previewed' ? said.preview : said.result}>
      <Stack gap="xs">
        {!isOver && (
          <Going label={is === 'applying' ? said.applying : said.comparing} report={report} total={table.total} />
        )}
        <Group gap="xs">
          {counted.map((outcome) => (
            <Badge key={outcome} size="lg" variant="light" color={colours[outcome]} tt="none">
              {words[outcome](count(report?.counts[outcome] ?? 0, texts))}
            </Badge>
          ))}
        </Group>
        <Text size="sm" role="status" aria-live="polite">
          {is === 'applying' && said.leaves}
          {is === 'previewed' && (isIdle ? said.nothing : said.nothingYet)}
          {is === 'applied' && ended}
        </Text>
        {is === 'previewed' && (report?.changesCount ?? 0) > CHECKS_MAX && (
          <Text size="sm" c="dimmed">
            {said.unchecked(count(CHECKS_MAX, texts))}
          </Text>
        )}
      </Stack>
    </Part>
  );
}

interface GoingProps {
  readonly label: string;
  readonly report: Report | null;
  readonly total: number;
}

function Going({ label, report, total }: GoingProps) {
  const texts = useText();
  const done = report?.lines ?? 0;
  return (
    <>
      <Text size="sm">
        {label} · {texts.spreadsheet.progress(count(done, texts), count(total, texts))}
      </Text>
      <Progress value={total > 0 ? (done / total) * 100 : 0} aria-label={label} />
    </>
  );
}

interface ButtonsProps {
  readonly step: Going;
  readonly isStopping: boolean;
  readonly apply: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

function Buttons({ step: { is, report }, isStopping, apply, stop, reset }: ButtonsProps) {
  const said = useText().spreadsheet;
  const { created = 0, changed = 0 } = report?.counts ?? {};
  if (is === 'comparing' || is === 'applying')
    return (
      <Group>
        <Button variant="default" onClick={stop} disabled={isStopping}>
          {isStopping ? said.stopping : said.stop}
        </Button>
      </Group>
    );
  return (
    <Group>
      {is === 'previewed' && created + changed > 0 && <Button onClick={apply}>{said.apply}</Button>}
      <Button variant="default" onClick={reset}>
        {said.other}
      </Button>
    </Group>
  );
}

/** Refused lines first: they are what somebody has to do something about. */
function Details({ report, isPreview }: { readonly report: Report; readonly isPreview: boolean }) {
  return (
    <>
      {report.refused.length > 0 && <Refusals report={report} />}
      {isPreview && report.changes.length > 0 && <ChangeTable report={report} />}
    </>
  );
}

function Refusals({ report: { refused, refusedPieces, counts } }: { readonly report: Report }) {
  const texts = useText();
  const said = texts.spreadsheet;
  const download = (): void =>
    save({ name: 'alinamayan-satirlar.csv', bytes: new Blob([...refusedPieces], { type: 'text/csv' }) });
  return (
    <Part title={said.refused} lead={said.refusedHint}>
      <Table className="rows numbered" mt="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{said.line}</Table.Th>
            <Table.Th>{said.reason}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refused.map(({ line, reason }) => (
            <Table.Tr key={line}>
              <Table.Td data-head={said.line}>{line}</Table.Td>
              <Table.Td className="value" data-head={said.reason}>
                <Visible text={reason} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ShownFirst all={counts.refused} />
      <Button mt="sm" variant="default" leftSection={<DownloadIcon aria-hidden />} onClick={download}>
        {said.saveRefused}
      </Button>
    </Part>
  );
}

function ChangeTable({ report: { changes, changesCount } }: { readonly report: Report }) {
  const { spreadsheet: said } = useText();
  const { meanings } = useMeanings();
  const categories = useCategories().data ?? [];
  return (
    <Part title={said.changes}>
      <Titles value={Object.fromEntries(categories.map(({ id, name }) => [id, name]))}>
        <Table className="rows numbered" mt="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{said.line}</Table.Th>
              <Table.Th>{said.thing}</Table.Th>
              <Table.Th>{said.field}</Table.Th>
              <Table.Th>{said.before}</Table.Th>
              <Table.Th>{said.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ line, thing, entity, field, label, before, after }, index) => {
              const place = fieldOf(meanings(entity), field);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: changes are added behind each other and never move
                <Table.Tr key={index}>
                  <Table.Td data-head={said.line}>{line}</Table.Td>
                  <Table.Td className="value" data-head={said.thing}>
                    <Visible text={thing ?? said.newProduct} />
                  </Table.Td>
                  <Table.Td className="value" data-head={said.field}>
                    {label === undefined ? <FieldName field={field} place={place} /> : <Visible text={label} />}
                  </Table.Td>
                  <Table.Td className="value" data-head={said.before}>
                    <Value place={place} value={before} other={after} tone="before" />
                  </Table.Td>
                  <Table.Td className="value" data-head={said.after}>
                    <Value place={place} value={after} other={before} tone="after" />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Titles>
      <ShownFirst all={changesCount} />
    </Part>
  );
}

function ShownFirst({ all }: { readonly all: number }) {
  const texts = useText();
  if (all <= SHOWN_MAX) return null;
  return (
    <Text size="sm" c="dimmed">
      {texts.spreadsheet.shownFirst(count(SHOWN_MAX, texts))}
    </Text>
  );
}
