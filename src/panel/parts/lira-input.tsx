import { kurusIn, liraText } from '../../kernel/money';
import { useText } from '../text/text';
import { TypedField, type TypedFieldProps } from './typed-field';

/** Asks for an amount, typed in lira; its value is in kuruş. On leaving the field, it shows the amount as it was read. */
export const LiraInput = (props: TypedFieldProps) => (
  <TypedField rightSection="TL" {...props} valueIn={kurusIn} textOf={liraText} unread={useText().common.noAmount} />
);
