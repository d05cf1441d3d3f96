import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';

const TYPING_MS = 300;

interface SearchProps {
  readonly label: string;
  /** Is given what to look for, or '' for all. */
  readonly onSearch: (text: string) => void;
}

/** Looks things up by their names. */
export function Search({ label, onSearch }: SearchProps) {
  const seek = useDebouncedCallback((typed: string) => onSearch(/[\p{L}\p{N}]/u.test(typed) ? typed : ''), TYPING_MS);
  return (
    <TextInput
      type="search"
      label={label}
      leftSection={<MagnifyingGlassIcon aria-hidden />}
      maxLength={100}
      maw={360}
      onChange={({ currentTarget: { value } }) => seek(value)}
      // What is typed is looked for already; a form that it stands in is not sent by it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
