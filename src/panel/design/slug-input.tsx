import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text/text';

interface SlugInputProps {
  readonly slug: string;
  /** Says where the page stands. */
  readonly help: string;
  /** Addresses of all pages of the kind. */
  readonly taken: readonly string[];
  readonly onChange: (slug: string) => void;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CHARS_MAX = 64;

/** The address of a page, which is another one once it was left: half of it would be an address, too. */
export function SlugInput({ slug, help, taken, onChange }: SlugInputProps) {
  const { extensions } = useText().design;
  const [typed, setTyped] = useState(slug);
  const isTaken = typed !== slug && taken.includes(typed);
  const error = isTaken ? extensions.addressTaken : SLUG.test(typed) ? null : extensions.addressInvalid;
  return (
    <TextInput
      label={extensions.address}
      description={help}
      maxLength={CHARS_MAX}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (error === null && typed !== slug) onChange(typed);
      }}
    />
  );
}
