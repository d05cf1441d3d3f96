import { Alert, Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { useText } from '../text/text';
import { addressOf, type Filter } from './filter';

/** Tells whether a value of a filter is still one that the list knows. */
export type Judges = Readonly<Partial<Record<string, (value: string) => boolean>>>;

/** Parts a filter into what the list knows and the names of what it knows no more, e.g. a marketplace that has gone since a view was saved. */
export function partLapsed<F extends object>(
  filter: F,
  judges: Judges,
): { readonly valid: F; readonly lapsed: string[] } {
  const isLapsed = ([name, value]: [string, string | undefined]): boolean =>
    value !== undefined && judges[name]?.(value) === false;
  const entries: [string, string | undefined][] = Object.entries(filter);
  return {
    valid: Object.fromEntries(entries.filter((entry) => !isLapsed(entry))) as F,
    lapsed: entries.filter(isLapsed).map(([name]) => name),
  };
}

/** Judges by a list of values; undefined while the list is not there yet: then nothing has lapsed. */
export const among =
  (values: readonly string[] | undefined) =>
  (value: string): boolean =>
    values === undefined || values.includes(value);

interface LapsedProps {
  readonly path: string;
  readonly valid: Filter;
  readonly lapsed: readonly string[];
  readonly onOpen: () => void;
}

/** Says which filters were left out, and takes them out of the address. */
export function Lapsed({ path, valid, lapsed, onOpen }: LapsedProps) {
  const words = useText().views;
  const names: Readonly<Partial<Record<string, string>>> = words.filters;
  if (lapsed.length === 0) return null;
  return (
    <Alert color="orange" role="status" mb="md">
      <Group justify="space-between" gap="xs">
        {words.lapsed(lapsed.map((name) => names[name] ?? name).join(', '))}
        <Button
          renderRoot={(props) => <Link {...props} href={addressOf(path, valid)} replace />}
          size="xs"
          variant="default"
          onClick={onOpen}
        >
          {words.dropLapsed}
        </Button>
      </Group>
    </Alert>
  );
}
