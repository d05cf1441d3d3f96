import { TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import { useText } from '../text/text';

interface ScanInputProps {
  readonly onScan: (code: string) => Promise<void>;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The field into which a scanner types: a code, and Enter behind it. */
export function ScanInput({ onScan, input }: ScanInputProps) {
  const { stock: words } = useText();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const scanned = code.trim();
    setCode('');
    if (scanned !== '') void onScan(scanned);
  };
  return (
    <form onSubmit={submit} style={{ flex: '2 1 11rem' }}>
      <TextInput
        ref={input}
        label={words.scan}
        placeholder={words.scanPlaceholder}
        autoComplete="off"
        maxLength={100}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </form>
  );
}
