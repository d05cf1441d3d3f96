import { useEffect, useState } from 'react';
import type { Problem } from '../api/problem';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { type DetailWords, type SaidProblem, saidBy } from './problem-words';

let inTurkish: DetailWords | undefined;

/** Brings the words of details, which come with the first refusal: no page waits for them, and without them a title stands alone. */
async function bringDetails(): Promise<void> {
  inTurkish ??= (await import('../text/details').catch(() => null))?.turkishDetail;
}

/** Reads problems in the language of the page, and once more when the words of their details have come. */
export function useSaid(): (problem: Problem) => SaidProblem {
  const texts = useText();
  const [, setThere] = useState(inTurkish !== undefined);
  useEffect(() => {
    if (texts.language === 'tr') void bringDetails().then(() => setThere(inTurkish !== undefined));
  }, [texts.language]);
  return (problem) => saidBy(problem, texts, inTurkish);
}

/** Reads one problem in the language of the panel, at once where its words are there. */
export function readProblem(problem: Problem, texts: Texts, show: (said: SaidProblem) => void): void {
  const read = (): void => show(saidBy(problem, texts, inTurkish));
  if (texts.language === 'en' || inTurkish) read();
  else void bringDetails().then(read);
}
