import type { Problem } from '../api/problem';
import { turkishFault } from '../text/faults';
import type { Texts } from '../text/tr';

export interface SaidProblem {
  readonly title: string;
  readonly detail: string | null;
  readonly nextStep: string | null;
}

/** Words the detail of a problem in Turkish; undefined: it has no words. */
export type DetailWords = (detail: string) => string | undefined;

/**
 * A problem in the language of the panel. The API has details in English alone. An English panel shows them where they say more than
 * the title does; a Turkish one shows its own words, and none where it has none.
 */
export function saidBy(problem: Problem, texts: Texts, inTurkish: DetailWords = () => undefined): SaidProblem {
  const { title, detail, message, nextStep } = problem;
  const own = nextStep?.[texts.language] ?? null;
  if (texts.language === 'en') return { title, detail: detail === title ? null : detail, nextStep: own };
  return { title: message ?? texts.common.wrong, detail: inTurkish(detail) ?? null, nextStep: own };
}

/** Says the fault of a field in the language of the panel. */
export const faultSaid = (message: string, { language, common }: Texts): string =>
  language === 'tr' ? (turkishFault(message) ?? common.unfit) : message;
