import { Alert, Stack, Table, Text } from '@mantine/core';
import { type ProductImport, useImports } from '../../api/imports';
import { Part } from '../../parts/part';
import { Visible } from '../../parts/quoted';
import { UndoButton } from '../../proposals/undo-act';
import { count, dateTime } from '../../text/format';
import { importWords } from '../../text/imports';
import { useText } from '../../text/text';

interface UndoImportProps {
  readonly of: Pick<ProductImport, 'id' | 'name' | 'changes'>;
}

/** Takes an import back as one, and leads to the proposal that does it. */
function UndoImport({ of: { id, name, changes } }: UndoImportProps) {
  const texts = useText();
  const said = importWords[texts.language];
  return (
    <UndoButton
      path="/v1/account/bulk/import-undos"
      id={id}
      question={{ title: said.title, text: said.text(count(changes, texts)), yes: said.yes }}
      of={said.actOf(name)}
    >
      {said.act}
    </UndoButton>
  );
}

/** The imports that may be taken back; a shop without one has no such part. */
export function RecentImports() {
  const texts = useText();
  const said = importWords[texts.language];
  const { data: imports = [] } = useImports();
  if (imports.length === 0) return null;
  return (
    <Part title={said.recent} lead={said.hint}>
      <Table className="rows" mt="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{said.file}</Table.Th>
            <Table.Th w={180}>{said.at}</Table.Th>
            <Table.Th w={110}>{said.changes}</Table.Th>
            <Table.Th w={230} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td className="value" data-head={said.file}>
                <Visible text={each.name} />
              </Table.Td>
              <Table.Td data-head={said.at}>{dateTime(each.createdAt, texts)}</Table.Td>
              <Table.Td data-head={said.changes}>{count(each.changes, texts)}</Table.Td>
              <Table.Td>
                <UndoImport of={each} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Part>
  );
}

/** The account that the server keeps of an import which has just ended. */
export interface KeptImport {
  /** The identifiers of its parts, oldest first. */
  readonly ids: readonly string[];
  /** Something of it could not be kept. */
  readonly isPartial: boolean;
}

/** The way back from an import that has just been applied. */
export function UndoApplied({ kept: { ids, isPartial } }: { readonly kept: KeptImport }) {
  const texts = useText();
  const said = importWords[texts.language];
  const { data: imports = [] } = useImports();
  const newest = imports.find(({ id }) => id === ids.at(-1));
  return (
    <Stack gap="xs">
      {isPartial && <Alert color="orange">{said.partial}</Alert>}
      {ids.length > 1 && <Text size="sm">{said.parts(count(ids.length, texts))}</Text>}
      {newest && <UndoImport of={newest} />}
    </Stack>
  );
}
