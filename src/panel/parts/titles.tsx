import { createContext, useContext } from 'react';
import { effectLine } from '../../kernel/trace/effect';
import type { Preview } from '../api/types';
import { useText } from '../text/text';

/** The titles of things by their identifiers, as the server told them beside the shown rows. */
export const Titles = createContext<Readonly<Record<string, string>>>({});

export function useTitle(id: string): string | undefined {
  const titles = useContext(Titles);
  return Object.hasOwn(titles, id) ? titles[id] : undefined;
}

/** Writes an effect of a call in words: the work that it starts or stops. */
export function useEffectLine(): (effect: Preview['effects'][number]) => string {
  const titles = useContext(Titles);
  const { language } = useText();
  return (effect) => effectLine(effect, language, (id) => (Object.hasOwn(titles, id) ? titles[id] : undefined));
}
