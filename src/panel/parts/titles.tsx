import { createContext, useContext } from 'react';

/** What is called by what identifier, as the server told it beside what is shown. */
export const Titles = createContext<Readonly<Record<string, string>>>({});

export function useTitle(id: string): string | undefined {
  const titles = useContext(Titles);
  return Object.hasOwn(titles, id) ? titles[id] : undefined;
}
