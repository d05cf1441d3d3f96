import type { Fields } from './form';

/** The variant that a shopper has chosen. */
export const OPTION_FIELD = 'secenek';
/** The value of the first axis, by its number, where variants have two. */
export const OPTION_GROUP_FIELD = 'grup';

/** The field of the variants that have a value of the first axis. @param nth number of that value */
export const groupField = (nth: number | string): string => `${OPTION_FIELD}-${nth}`;

/** Reads the variant out of a form. Empty: the product has none, or none was chosen. */
export function chosenVariant(fields: Fields): string {
  const group = fields.one(OPTION_GROUP_FIELD);
  return fields.one(/^\d{1,3}$/.test(group) ? groupField(group) : OPTION_FIELD);
}
