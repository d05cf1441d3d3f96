import { Box, Code, Group, Stack, Table, Text } from '@mantine/core';
import { ArrowRightIcon } from '@radix-ui/react-icons';
import { groupedBy } from '../../kernel/grouped';
import { codePointName, withSigns } from '../../kernel/schema/visible';
import { titleStated } from '../../kernel/trace/change';
import type { FieldChange, FreshChange } from '../api/types';
import { count } from '../text/format';
import { useText } from '../text/text';
import { byCustomField, type Shown } from './custom-fields';
import { useLabel, useMeanings } from './meaning';
import { useReadChange } from './shown-change';
import { useTitle } from './titles';
import { FieldName, Titled, Value } from './value';

interface ChangesProps {
  readonly changes: readonly FreshChange[];
  /** Fields to point at, as `entity id field`. */
  readonly marked?: ReadonlySet<string> | undefined;
  readonly heads?: { readonly before: string; readonly after: string };
}

export const changeKey = ({ entity, id, field }: Pick<FieldChange, 'entity' | 'id' | 'field'>): string =>
  `${entity} ${id} ${field}`;

/** Before and after by field, one block for each thing that changes. A created thing has no before: its values are shown, and the names of those that it leaves empty. */
export function Changes({ changes, marked, heads }: ChangesProps) {
  const texts = useText();
  const { meanings } = useMeanings();
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.proposals.noChanges}
      </Text>
    );
  const things = groupedBy(byCustomField(changes), ({ entity, id }) => `${entity} ${id}`);
  return (
    <Stack gap="sm">
      {[...things].map(([key, fields]) => {
        const [{ entity, id }] = fields as [FieldChange];
        const isNew = isCreation(fields);
        const shown = isNew ? fields.filter(({ field, after }) => field !== 'id' && !isBlank(after)) : fields;
        const empty = isNew ? fields.filter(({ after }) => isBlank(after)) : [];
        return (
          <Box key={key}>
            <Thing entity={entity} id={id} fields={fields} />
            <Table className="changes" withRowBorders verticalSpacing={4} horizontalSpacing="xs" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w="30%">{texts.proposals.field}</Table.Th>
                  {!isNew && <Table.Th>{heads?.before ?? texts.proposals.before}</Table.Th>}
                  <Table.Th>{heads?.after ?? texts.proposals.after}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((change) => (
                  <ChangeRow key={change.field} change={change} isNew={isNew} isMarked={isMarked(change, marked)} />
                ))}
                {empty.length > 0 && (
                  <Table.Tr>
                    <Table.Td>
                      <Text size="sm" component="span">
                        {texts.proposals.emptyFields}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <ul className="entries plain dimmed">
                        {empty.map(({ field }) => (
                          <li key={field}>
                            <FieldName field={field} place={meanings(entity, field)} />
                          </li>
                        ))}
                      </ul>
                    </Table.Td>
                  </Table.Tr>
                )}
              </Table.Tbody>
            </Table>
          </Box>
        );
      })}
    </Stack>
  );
}

interface ChangeRowProps {
  readonly change: Shown<FreshChange>;
  readonly isNew: boolean;
  readonly isMarked: boolean;
}

function ChangeRow({ change, isNew, isMarked }: ChangeRowProps) {
  const { name, place, before, after } = useReadChange(change);
  return (
    <Table.Tr {...(isMarked ? { className: 'marked' } : {})}>
      <Table.Td>
        <Text size="sm" component="span">
          {name}
        </Text>
        {change.cut && <Shortened cut={change.cut} />}
      </Table.Td>
      {!isNew && (
        <Table.Td>
          <Value place={place} value={before} other={after} tone="before" />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap={6} wrap="nowrap" align="flex-start">
          {!isNew && <ArrowRightIcon className="arrow" aria-hidden />}
          <Value place={place} value={after} other={before} tone={isNew ? 'only' : 'after'} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const isMarked = (change: Shown<FreshChange>, marked: ReadonlySet<string> | undefined): boolean =>
  marked?.has(changeKey(change.custom?.toldIn ?? change)) ?? false;

/** How long the texts are of which only a piece stands here. */
function Shortened({ cut: { before, after } }: { readonly cut: NonNullable<FreshChange['cut']> }) {
  const texts = useText();
  const lengths = [before, after].flatMap((length) => (length === null ? [] : [count(length, texts)]));
  return (
    <Text size="xs" c="dimmed">
      {texts.proposals.cutText(lengths.join(' → '))}
    </Text>
  );
}

/** Shows a changed thing: its name, if it has one, and its id for those who need it. */
function Thing({
  entity,
  id,
  fields,
}: Pick<FieldChange, 'entity' | 'id'> & { readonly fields: readonly FieldChange[] }) {
  const name = useLabel(entity);
  const { titleFieldOf } = useMeanings();
  const known = useTitle(id);
  // Settings, e.g., are called nothing beside what they are.
  const titleField = titleFieldOf(entity);
  const title = titleStated(fields, titleField) ?? known;
  return (
    <Group gap={6} mb={2}>
      <Text size="xs" fw={600}>
        {name}
      </Text>
      {(title !== undefined || titleField !== null) && (
        <Text size="xs" component="div">
          <Titled id={id} title={title} />
        </Text>
      )}
    </Group>
  );
}

/** Nothing was there before. Fields that were empty are no sign of it. */
const isCreation = (fields: readonly FieldChange[]): boolean => fields.every(({ created }) => created === true);

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Shows a payload that no screen knows, as it was sent. */
export const Raw = ({ value }: { readonly value: unknown }) => (
  <Code block className="raw">
    {withSigns(JSON.stringify(value, null, 2), (character) =>
      character === '\n' ? '\n' : `\\${codePointName(character)}`,
    )}
  </Code>
);
