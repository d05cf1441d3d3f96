import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

export interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** The number that the field stands for; null: nothing is stated. */
  readonly value: number | null;
  /** @param isRead false: something was typed that is none, or that is out of bounds; the value is null then */
  readonly onChange: (value: number | null, isRead: boolean) => void;
}

interface ReadFieldProps extends TypedFieldProps {
  /** Reads what was typed; undefined: it is none. */
  readonly valueIn: (text: string) => number | undefined;
  readonly textOf: (value: number) => string;
  /** Says what is typed instead of a text that is none. */
  readonly unread: string;
  /** Says why a value is refused; undefined: nothing is wrong with it. */
  readonly faultOf?: (value: number) => string | undefined;
}

/**
 * Asks for a number as a text, which stays as somebody typed it until it is read. As long as it is none, or out of bounds, its form is
 * not sent, and the field says why once it is left.
 */
export function TypedField(props: ReadFieldProps) {
  const { value, onChange, valueIn, textOf, unread, faultOf, onBlur, onInvalid, ...others } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const read = (text: string): { readonly number: number | null; readonly fault: string } => {
    if (text.trim() === '') return { number: null, fault: '' };
    const number = valueIn(text.trim());
    if (number === undefined) return { number: null, fault: unread };
    const fault = faultOf?.(number) ?? '';
    return { number: fault === '' ? number : null, fault };
  };
  // A number is shown as it was typed, until its caller makes another one of it.
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (typed !== null && read(typed).fault === '' && read(typed).number === known) setTyped(null);
  }
  const fault = typed !== null ? read(typed).fault : value === null ? '' : (faultOf?.(value) ?? '');
  useEffect(() => input.current?.setCustomValidity(fault), [fault]);
  return (
    <TextInput
      inputMode="decimal"
      {...others}
      ref={input}
      error={left && fault}
      value={typed ?? (value === null ? '' : textOf(value))}
      onChange={({ currentTarget }) => {
        const { number, fault: isWrong } = read(currentTarget.value);
        setTyped(currentTarget.value);
        setLeft(false);
        onChange(number, isWrong === '');
      }}
      onBlur={(event) => {
        setLeft(true);
        if (fault === '') setTyped(null);
        onBlur?.(event);
      }}
      onInvalid={(event) => {
        setLeft(true);
        onInvalid?.(event);
      }}
    />
  );
}

/**
 * Tells at the first such field of a form what cannot be read there. A form that is not sent by the browser asks this before it is sent.
 * @returns whether all fields were read
 */
export function isAllRead(form: ParentNode | null): boolean {
  const unread = [...(form?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.customError);
  unread?.reportValidity();
  return unread === undefined;
}
