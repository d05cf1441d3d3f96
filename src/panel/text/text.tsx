import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
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

export const useText = (): Texts => useContext(Context).texts;
export const useLanguage = (): Speech => useContext(Context);
