import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Empty } from '../parts/states';
import { useText } from '../text/text';

const TYPING_MS = 300;

/** Looks pictures up by their names. @param onSearch is given what to look for, or '' for all */
export function MediaSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const texts = useText();
  const seek = useDebouncedCallback((typed: string) => onSearch(/[\p{L}\p{N}]/u.test(typed) ? typed : ''), TYPING_MS);
  return (
    <TextInput
      type="search"
      label={texts.media.search}
      leftSection={<MagnifyingGlassIcon aria-hidden />}
      maxLength={100}
      maw={360}
      onChange={({ currentTarget: { value } }) => seek(value)}
    />
  );
}

/** That there is no picture, or none of that name. */
export function NoMedia({ text }: { readonly text: string }) {
  const { emptySearch, empty, emptyHint } = useText().media;
  return text === '' ? <Empty title={empty} hint={emptyHint} /> : <Empty title={emptySearch} />;
}
