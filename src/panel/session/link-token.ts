import { useSyncExternalStore } from 'react';

const subscribe = (told: () => void): (() => void) => {
  window.addEventListener('hashchange', told);
  return () => window.removeEventListener('hashchange', told);
};

/** Reads the part behind the # of the address. A link that is pasted over another one loads no page anew. */
export const useLinkToken = (): string => useSyncExternalStore(subscribe, () => window.location.hash.slice(1));
