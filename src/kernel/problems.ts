import type { Meaning, Refusals } from './meaning';
import { refusals } from './refusals';

type Own = typeof refusals;
/** The codes of all owners. The `refusals.ts` of a noun merges its own into this type, so the kernel imports no noun. */
export interface Problems extends Own {}

/** Every code that the API can answer. */
export type ProblemCode = keyof Problems;

/** Codes that tell of a state which the caller did not expect. */
export type ConflictCode = {
  [Code in ProblemCode]: Problems[Code]['status'] extends 409 ? Code : never;
}[ProblemCode];

const meanings = new Map<string, Meaning>(Object.entries(refusals));

/** Adds the codes of nouns, when the product is put together. @throws for a code that somebody has declared already */
export function declareProblems(ofNouns: readonly Refusals[]): void {
  for (const [code, meaning] of ofNouns.flatMap((each) => Object.entries(each))) {
    if (meanings.has(code)) throw new Error(`two declare the code ${code}`);
    meanings.set(code, meaning);
  }
}

export function meaningOf(code: ProblemCode): Meaning {
  const meaning = meanings.get(code);
  if (!meaning)
    throw new Error(`the code ${code} has no meaning: src/nouns.ts, which tells those of nouns, is not loaded`);
  return meaning;
}

export const isProblemCode = (code: string): code is ProblemCode => meanings.has(code);

/** Every code with its meaning, by status; those of one status stand as the kernel and then the nouns declare them. */
export const problems = (): readonly (readonly [ProblemCode, Meaning])[] =>
  [...meanings]
    .map(([code, meaning]) => [code as ProblemCode, meaning] as const)
    .toSorted(([, left], [, right]) => left.status - right.status);
