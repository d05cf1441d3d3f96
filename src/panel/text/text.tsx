import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { en } from './en';
import { type Texts, tr } from './tr';

const dictionaries = { tr, en };
export type Language = keyof typeof dictionaries;

const STORED = 'tezgah.language';

interface Speech {
  readonly texts: Texts;
  readonly language: Language;
  setLanguage(language: Language): void;
}

const Context = createContext<Speech>({ texts: tr, language: 'tr', setLanguage: () => {} });

export function TextProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => chosenLanguage() ?? askedLanguage());
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo(
    () => ({
      texts: dictionaries[language],
      language,
      setLanguage: (chosen: Language) => {
        setLanguage(chosen);
        keepLanguage(chosen);
      },
    }),
    [language],
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

export const useText = (): Texts => useContext(Context).texts;
export const useLanguage = (): Speech => useContext(Context);
