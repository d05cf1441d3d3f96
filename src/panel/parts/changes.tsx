import { Box, Code, Group, Stack, Table, Text } from '@mantine/core';
import { ArrowRightIcon } from '@radix-ui/react-icons';
import { useName } from '../api/queries';
import type { FieldChange, RecordedChange } from '../api/types';
import { count, dateTime, isMoney, money } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

export const fieldName = (field: string, texts: Texts): string => texts.fields[field] ?? field;
export const entityName = (entity: string, texts: Texts): string => texts.entities[entity] ?? entity;
export const commandName = (command: string, texts: Texts): string => texts.commands[command] ?? command;

/** Fields whose values are words of the API. */
const WORDS = new Set(['status', 'state', 'kind', 'mode']);

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value as a merchant reads it; money by the name of its field. */
export function valueText(field: string, value: unknown, texts: Texts): string {
  if (value === null || value === undefined || value === '') return texts.common.nothing;
  if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
  if (typeof value === 'number') return isMoney(field) ? money(value) : count(value, texts);
  if (typeof value === 'string') {
    if (ISO_TIME.test(value)) return dateTime(value, texts);
    return (WORDS.has(field) ? texts.values[value] : undefined) ?? value;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return texts.common.nothing;
    const separator = value.some((entry) => typeof entry === 'object') ? '\n' : ', ';
    return value.map((entry) => valueText(field, entry, texts)).join(separator);
  }
  return Object.entries(value)
    .filter(([key, child]) => key !== 'id' && child !== null)
    .toSorted(([left], [right]) => Number(isName(right)) - Number(isName(left)))
    .map(([key, child]) =>
      isName(key) ? valueText(key, child, texts) : `${fieldName(key, texts)} ${valueText(key, child, texts)}`,
    )
    .join(' · ');
}

const isName = (key: string): boolean => key === 'title' || key === 'name';

interface ValueProps {
  readonly field: string;
  readonly value: unknown;
  readonly tone: 'before' | 'after' | 'only';
}

function Value({ field, value, tone }: ValueProps) {
  const texts = useText();
  const text = valueText(field, value, texts);
  const absent = text === texts.common.nothing;
  return (
    <Text
      component="span"
      size="sm"
      className="value"
      {...(absent || tone === 'before' ? { c: 'dimmed' } : tone === 'after' ? { fw: 600 } : {})}
      {...(tone === 'before' && !absent ? { td: 'line-through' } : {})}
    >
      {text}
    </Text>
  );
}

interface ChangesProps {
  readonly changes: readonly FieldChange[];
  /** Fields to point at, as `entity id field`. */
  readonly marked?: ReadonlySet<string> | undefined;
  /** What the command answered or would answer: it names the product that a variant belongs to. */
  readonly result?: unknown;
  readonly heads?: { readonly before: string; readonly after: string };
}

export const changeKey = ({ entity, id, field }: Pick<FieldChange, 'entity' | 'id' | 'field'>): string =>
  `${entity} ${id} ${field}`;

/** Before and after by field, one block for each thing that changes. A created thing has no before: only its values are shown. */
export function Changes({ changes, marked, result, heads }: ChangesProps) {
  const texts = useText();
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.proposals.noChanges}
      </Text>
    );
  const things = Map.groupBy(changes, ({ entity, id }) => `${entity} ${id}`);
  return (
    <Stack gap="sm">
      {[...things].map(([key, fields]) => {
        const [{ entity, id }] = fields as [FieldChange];
        const isNew = fields.every(({ before }) => before === null);
        const shown = isNew ? fields.filter(({ field, after }) => field !== 'id' && !isBlank(after)) : fields;
        return (
          <Box key={key}>
            <Thing entity={entity} id={id} fields={fields} result={result} />
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
                  <Table.Tr key={change.field} {...(marked?.has(changeKey(change)) ? { className: 'marked' } : {})}>
                    <Table.Td>
                      <Text size="sm" component="span">
                        {fieldName(change.field, texts)}
                      </Text>
                    </Table.Td>
                    {!isNew && (
                      <Table.Td>
                        <Value field={change.field} value={change.before} tone="before" />
                      </Table.Td>
                    )}
                    <Table.Td>
                      <Group gap={6} wrap="nowrap" align="flex-start">
                        {!isNew && <ArrowRightIcon className="arrow" aria-hidden />}
                        <Value field={change.field} value={change.after} tone={isNew ? 'only' : 'after'} />
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Box>
        );
      })}
    </Stack>
  );
}

interface ThingProps {
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly FieldChange[];
  readonly result: unknown;
}

/** What is changed: its name, if it has one, and its id for those who need it. */
function Thing({ entity, id, fields, result }: ThingProps) {
  const texts = useText();
  const created = fields.every(({ before }) => before === null);
  const { productId } = (result ?? {}) as { productId?: string };
  const known = useName(entity, id, created ? undefined : entity === 'product' ? id : productId);
  return (
    <Group gap={6} mb={2} wrap="nowrap">
      <Text size="xs" fw={600} style={{ flex: 'none' }}>
        {entityName(entity, texts)}
      </Text>
      {known && (
        <Text size="xs" lineClamp={1}>
          {known}
        </Text>
      )}
      <Text size="xs" c="dimmed" truncate title={id}>
        {id}
      </Text>
    </Group>
  );
}

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Audit rows keep whole aggregates; the screens compare fields. */
export const fieldChangesOf = (changes: readonly RecordedChange[]): FieldChange[] =>
  changes.flatMap(({ entity, id, before, after }) =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
      entity,
      id,
      field,
      before: before?.[field] ?? null,
      after: after?.[field] ?? null,
    })),
  );

/** For what no screen knows: the payload as it was sent. */
export const Raw = ({ value }: { readonly value: unknown }) => (
  <Code block className="raw">
    {JSON.stringify(value, null, 2)}
  </Code>
);
