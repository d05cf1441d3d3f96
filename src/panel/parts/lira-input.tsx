import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { kurusIn, liraText } from '../../kernel/money';
import { useText } from '../text/text';

interface LiraInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** In kuruş; null: nothing is stated. */
  readonly value: number | null;
  readonly onChange: (kurus: number | null) => void;
}

const textOf = (kurus: number | null): string => (kurus === null ? '' : liraText(kurus));

/**
 * Asks for an amount, typed in lira. On leaving the field, it shows the amount as it was read; as long as it cannot be read, nothing is
 * stated and its form is not sent.
 */
export function LiraInput({ value, onChange, ...props }: LiraInputProps) {
  const texts = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const isNone = typed !== null && typed.trim() !== '' && kurusIn(typed) === undefined;
  const fault = isNone ? texts.common.noAmount : '';
  useEffect(() => input.current?.setCustomValidity(fault), [fault]);
  return (
    <TextInput
      inputMode="decimal"
      rightSection="TL"
      {...props}
      ref={input}
      error={left && fault}
      value={typed ?? textOf(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
        onChange(kurusIn(currentTarget.value) ?? null);
      }}
      onBlur={() => {
        setLeft(true);
        if (!isNone) setTyped(null);
      }}
    />
  );
}
