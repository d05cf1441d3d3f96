import type { Problem } from '../api/client';
import { turkishDetail } from '../text/faults';
import type { Texts } from '../text/tr';

/**
 * A problem in the owner's language. Details come from the API, which has them in English alone: they are shown where they say
 * more than the title does, as the English that they are. Those that people meet have their words here.
 */
export function saidBy(
  problem: Problem,
  texts: Texts,
): { readonly title: string; readonly detail: string | null; readonly nextStep: string | null } {
  const { title, detail, message, nextStep } = problem;
  return {
    title: texts.language === 'tr' ? (message ?? texts.common.wrong) : title,
    detail: detail === title ? null : detail,
    nextStep: nextStep?.[texts.language] ?? (texts.language === 'tr' ? turkishDetail(detail) : undefined) ?? null,
  };
}
