import { TextInput } from '@mantine/core';
import { useText } from '../text/text';

interface CodeInputProps {
  readonly value: string;
  onChange(value: string): void;
  readonly label?: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

/** The code of an authenticator, or a recovery code. */
export function CodeInput({ value, onChange, label, hint, autoFocus }: CodeInputProps) {
  const { secondFactor } = useText();
  return (
    <TextInput
      label={label ?? secondFactor.code}
      description={hint ?? secondFactor.codeHint}
      name="one-time-code"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      maxLength={64}
      {...(autoFocus ? { autoFocus, 'data-autofocus': true } : {})}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
