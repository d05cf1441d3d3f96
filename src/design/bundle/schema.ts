import { label, object, oneOf, t } from '../../kernel/schema/schema';
import { type FindingCode, findingWords } from './codes';

/** A finding as answers tell it. */
export const findingSchema = object({
  pointer: label('Yer', 'Place')(t.String({ description: 'JSON Pointer into the body.' })),
  code: label('Kod', 'Code')(oneOf(Object.keys(findingWords) as FindingCode[], { 'x-words': findingWords })),
  message: label('İleti', 'Message')(t.String({ description: 'In Turkish.' })),
  english: label('İngilizcesi', 'In English')(t.String()),
});
