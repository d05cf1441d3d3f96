import { money } from '../text/format';

/** Writes the words of a button with its amount, in kuruş. */
export const withAmount = (says: string, kurus: number): string => (kurus > 0 ? `${says}: ${money(kurus)}` : says);

export const saidWith = <S extends { readonly button: string; readonly yes: string }>(says: S, kurus: number): S => ({
  ...says,
  button: withAmount(says.button, kurus),
  yes: withAmount(says.yes, kurus),
});
