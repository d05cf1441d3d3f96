import { type ReactNode, useEffect } from 'react';
import { Router } from 'wouter';
import { useText } from '../text/text';
import { useConfirm } from './confirm';

/** How many forms of the page hold what nobody has saved. */
let forms = 0;

const holdBack = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Says of a form whether something was typed into it that would be lost with the page. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    forms += 1;
    addEventListener('beforeunload', holdBack);
    return () => {
      forms -= 1;
      if (forms === 0) removeEventListener('beforeunload', holdBack);
    };
  }, [isUnsaved]);
}

const isOfPage = (to: string): boolean => new URL(to, location.href).pathname === location.pathname;

/** Keeps the addresses of the panel. A link away from typed values asks first; the browser asks when the page is closed. */
export function Addresses({ children }: { readonly children: ReactNode }) {
  const { unsaved } = useText();
  const confirm = useConfirm();
  return (
    <Router
      base="/panel"
      aroundNav={async (navigate, to, options) => {
        if (forms === 0 || isOfPage(to) || (await confirm({ ...unsaved, destructive: true }))) navigate(to, options);
      }}
    >
      {children}
    </Router>
  );
}
