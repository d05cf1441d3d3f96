import { PasswordInput } from '@mantine/core';
import { useText } from '../text/text';

/** The least length that the API takes; it has the last word. */
const LENGTH_MIN = 10;

interface NewPasswordProps {
  readonly value: string;
  onChange(value: string): void;
  readonly label?: string;
}

export function NewPassword({ value, onChange, label }: NewPasswordProps) {
  const texts = useText();
  return (
    <PasswordInput
      label={label ?? texts.session.password}
      description={texts.session.passwordHint(LENGTH_MIN)}
      name="new-password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={LENGTH_MIN}
      maxLength={1024}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
