import type { FieldError } from '../../kernel/errors';
import type { TSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { inTurkish } from '../../kit/finding/schema-words';
import type { FindingCode } from './codes';
import { type Finding, finding } from './finding';

export const ofSchema = (code: FindingCode, { pointer, message }: FieldError): Finding =>
  finding(pointer, code, { detail: { tr: inTurkish(message), en: message } });

/** Faults of a value against a schema of the product's own. @param code that it has in a design */
export const schemaFindings = (schema: TSchema, value: unknown, pointer: string, code: FindingCode): Finding[] =>
  schemaErrors(schema, value, pointer).map((error) => ofSchema(code, error));
