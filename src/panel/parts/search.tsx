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
      // The search goes on while one types; it does not send a form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
