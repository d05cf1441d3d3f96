import { createContext, useContext } from 'react';
import { effectLine } from '../../kernel/trace/effect';
import type { Preview } from '../api/types';
import { useText } from '../text/text';

/** What is called by what identifier, as the server told it beside what is shown. */
export const Titles = createContext<Readonly<Record<string, string>>>({});

export function useTitle(id: string): string | undefined {
  const titles = useContext(Titles);
  return Object.hasOwn(titles, id) ? titles[id] : undefined;
}

/** What a call starts or stops, in words. */
export function useEffectLine(): (effect: Preview['effects'][number]) => string {
  const titles = useContext(Titles);
  const { language } = useText();
  return (effect) => effectLine(effect, language, (id) => (Object.hasOwn(titles, id) ? titles[id] : undefined));
}
