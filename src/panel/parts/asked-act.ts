import { useState } from 'react';
import { useSearchParams } from 'wouter';

/** The parameter of an address that opens a dialog of its page. */
const ACT = 'act';

/**
 * Whether a dialog is open: by a button of its page, or by an address that asks for it.
 * @param act the name of the dialog in an address
 */
export function useOpened(act: string): readonly [isOpened: boolean, setOpened: (isOpened: boolean) => void] {
  const [isPressed, setPressed] = useState(false);
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get(ACT) === act;
  const setOpened = (isOpened: boolean): void => {
    setPressed(isOpened);
    if (isOpened || !isAsked) return;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(ACT);
        return next;
      },
      { replace: true },
    );
  };
  return [isPressed || isAsked, setOpened];
}
