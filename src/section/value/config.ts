import { type TObject, type TSchema, t } from '../../kernel/schema/schema';
import { reference } from '../prop';
import { linkSchema } from './link';

type Field = TSchema & { readonly 'x-hint'?: string; readonly items?: Field };

const NONE = t.Object({}, { additionalProperties: false });
const made = new WeakMap<object, TObject>();

/**
 * The form of the configuration of a block or a page of an extension, in the words of sections: its texts that are links may name a thing,
 * and its pictures are media.
 */
export function configForm(fields: TObject | undefined): TObject {
  if (!fields) return NONE;
  let form = made.get(fields);
  if (!form) {
    const properties = Object.entries(fields.properties).map(([name, field]) => [name, inSections(field as Field)]);
    form = { ...fields, properties: Object.fromEntries(properties) } as TObject;
    made.set(fields, form);
  }
  return form;
}

function inSections(field: Field): TSchema {
  const { 'x-hint': hint, items } = field;
  if (items?.['x-hint'] === 'media') return { ...field, items: reference('media') };
  if (hint !== 'link' && hint !== 'media') return field;
  return { ...(hint === 'link' ? linkSchema : reference('media')), ...wordsOf(field) };
}

const wordsOf = (field: Field): object =>
  Object.fromEntries(Object.entries(field).filter(([name]) => ['x-label', 'x-help', 'description'].includes(name)));
