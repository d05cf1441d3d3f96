import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Texts } from './tr';

/** Each dictionary is a script of its own. */
const dictionaries = {
  tr: async (): Promise<Texts> => (await import('./tr')).tr,
  en: async (): Promise<Texts> => (await import('./en')).en,
};
export type Language = keyof typeof dictionaries;

const STORED = 'tezgah.language';

interface Speech {
  readonly texts: Texts;
  readonly language: Language;
  setLanguage(language: Language): void;
}

const Context = createContext<Speech | null>(null);

/** A language and its dictionary. */
export interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
}

/** Fetches the dictionary of the language that somebody has chosen, or that the browser asks for. */
export async function firstSpoken(): Promise<Spoken> {
  const language = chosenLanguage() ?? askedLanguage();
  return { language, texts: await dictionaries[language]() };
}

/** @param first spoken until somebody chooses another language */
export function TextProvider({ first, children }: { readonly first: Spoken; readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState(first);
  useEffect(() => {
    document.documentElement.lang = spoken.language;
  }, [spoken]);
  const speech = useMemo(
    () => ({
      ...spoken,
      setLanguage: (language: Language) => {
        keepLanguage(language);
        // The page goes on in its language when the other dictionary cannot be fetched; the next page begins in the chosen one.
        void dictionaries[language]().then(
          (texts) => setSpoken({ language, texts }),
          () => {},
        );
      },
    }),
    [spoken],
  );
  return <Context value={speech}>{children}</Context>;
}

/** Reads the language that somebody has chosen by the switch: it counts for more than the wish of the browser. */
function chosenLanguage(): Language | null {
  try {
    const chosen = localStorage.getItem(STORED);
    return chosen === 'tr' || chosen === 'en' ? chosen : null;
  } catch {
    return null;
  }
}

function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // A browser that keeps nothing: the next visit starts as the browser asks.
  }
}

/** The first of the browser's languages that the panel speaks; Turkish for who asks for neither. */
function askedLanguage(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return asked.find((tag): tag is Language => Object.hasOwn(dictionaries, tag)) ?? 'tr';
}

/** A word of a dictionary by a key that a stranger may have chosen: `constructor` is in none of them. */
export const nameIn = <Word,>(words: Readonly<Record<string, Word>>, key: string): Word | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** Puts elements into the places of a sentence: `{was}`. */
export const filled = (sentence: string, places: Readonly<Record<string, ReactNode>>): ReactNode =>
  sentence.split(/\{(\w+)\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{index % 2 === 1 ? nameIn(places, part) : part}</Fragment>
  ));

export const useText = (): Texts => useLanguage().texts;

/** The language of the page and its dictionary. It is known only below {@link TextProvider}. */
export function useLanguage(): Speech {
  const speech = useContext(Context);
  if (!speech) throw new Error('no language');
  return speech;
}
