/** Text of a provider or of an error, as Postgres can store it and a page can show it. */
export const storable = (text: string, maxLength = 500): string =>
  excerpt(text.toWellFormed().replaceAll('\0', ''), maxLength);

/** The beginning of a text; a character outside of the basic plane is two units long and never cut in half. */
export function excerpt(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() || !text.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Words of a provider, as a line of ours may have them. */
export const oneLine = (text: string, lengthMax: number): string =>
  storable(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), lengthMax) || '-';
