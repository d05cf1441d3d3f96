import { useState } from 'react';
import type { ProblemError } from '../api/client';
import { type Details, missingIn, type Needs } from './details';
import type { Say } from './use-cart';

type Field = keyof Details;

/** The fields of the page by the places of what the checkout refuses. */
const FIELDS: Readonly<Record<string, Field>> = {
  '/buyer/name': 'name',
  '/buyer/phone': 'phone',
  '/buyer/email': 'email',
  '/shippingAddress/name': 'recipient',
  '/shippingAddress/phone': 'phone',
  '/shippingAddress/address': 'address',
  '/shippingAddress/province': 'province',
  '/shippingAddress/district': 'district',
  '/shippingAddress/postalCode': 'postalCode',
  '/note': 'note',
};

const fieldsIn = (problem: ProblemError | null): readonly (Field | undefined)[] =>
  problem?.problem?.errors?.map(({ pointer }) => FIELDS[pointer]) ?? [];

/** Whether the fields of the page tell all that a problem says. */
export const isMarked = (problem: ProblemError): boolean => {
  const fields = fieldsIn(problem);
  return fields.length > 0 && !fields.includes(undefined);
};

export type FieldFault = 'missing' | 'wrong';

interface Marked {
  readonly of: Details;
  readonly faults: ReadonlyMap<Field, FieldFault>;
}

/** Marks fields with a fault, and others no longer; a mark of the other fault stays as long as its field does. */
function markedAnew(before: Marked, of: Details, fault: FieldFault, fields: readonly Field[]): Marked {
  const others = [...before.faults].filter(([field, each]) => each !== fault && before.of[field] === of[field]);
  return { of, faults: new Map([...others, ...fields.map((field) => [field, fault] as const)]) };
}

/** Keeps what is wrong with the fields as they were said; one that is typed into is not wrong before it is said anew. */
export function useFieldFaults(details: Details) {
  const [marked, setMarked] = useState<Marked>({ of: details, faults: new Map() });
  return {
    faultOf: (field: Field): FieldFault | undefined =>
      marked.of[field] === details[field] ? marked.faults.get(field) : undefined,
    /** @returns false: one of the fields is empty, and an order needs it */
    markMissing: (needs: Needs): boolean => {
      const missing = missingIn(details, needs);
      setMarked((before) => markedAnew(before, details, 'missing', missing));
      return missing.length === 0;
    },
    /** Marks what was refused of the fields as they stood. */
    markRefused: async (of: Details, said: ReturnType<Say>): ReturnType<Say> => {
      const answer = await said;
      const wrong = fieldsIn(answer.problem).flatMap((field) => field ?? []);
      setMarked((before) => markedAnew(before, of, 'wrong', wrong));
      return answer;
    },
  };
}

export type FieldFaults = ReturnType<typeof useFieldFaults>;
