import { PasswordInput } from '@mantine/core';

interface CurrentPasswordProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** The password that its owner has, said to come in or to be let do more; a new one is chosen in `new-password.tsx`. */
export const CurrentPassword = ({ label, value, onChange }: CurrentPasswordProps) => (
  <PasswordInput
    label={label}
    name="password"
    autoComplete="current-password"
    required
    withAsterisk={false}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
