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
  const [language, setLanguage] = useState<Language>(storedLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    try {
      localStorage.setItem(STORED, language);
    } catch {
      // A browser that keeps nothing: the next visit starts in Turkish.
    }
  }, [language]);
  const speech = useMemo(() => ({ texts: dictionaries[language], language, setLanguage }), [language]);
  return <Context value={speech}>{children}</Context>;
}

function storedLanguage(): Language {
  try {
    return localStorage.getItem(STORED) === 'en' ? 'en' : 'tr';
  } catch {
    return 'tr';
  }
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
