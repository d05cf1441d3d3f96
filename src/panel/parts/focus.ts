import { useEffect, useState } from 'react';

/** The element that had the focus before the first of the open dialogs: one that takes the place of another has no opener that stays. */
let outside: HTMLElement | null = null;
let open = 0;
/** The element that gets the focus in the place of a dialog's opener, e.g. a message about it. */
let wanted: HTMLElement | null = null;

/** Gives something the focus, once no dialog covers it. */
export function takeFocus(element: HTMLElement | null): void {
  wanted = element;
  if (open > 0) return;
  element?.focus();
  // A dialog that went in the same moment has yet to give the focus back.
  setTimeout(() => {
    if (wanted === element) wanted = null;
  });
}

/**
 * Gives the focus back to what opened a dialog once that is gone: dialogs here are made open, and the library returns it only where one
 * closes.
 */
export function useFocusReturned(): void {
  const [opener] = useState(openerNow);
  useEffect(() => opened(opener), [opener]);
}

/** For a dialog that the library renders, a moment later: by then a menu that led to it is gone. @returns to be called as it closes */
export const noteOpener = (): (() => void) => opened(openerNow());

function opened(opener: HTMLElement | null): () => void {
  open += 1;
  return () => {
    open -= 1;
    // Behind the library, which lets go of the focus as it ends.
    setTimeout(() => giveBack(opener));
  };
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const opener = focused instanceof HTMLElement ? (buttonOfMenu(focused) ?? focused) : null;
  if (!opener || !isInDialog(opener)) outside = opener;
  return opener;
}

/** An item of a menu goes with its menu; what opened that stays. */
function buttonOfMenu(item: HTMLElement): HTMLElement | null {
  const button = item.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : null;
}

const isInDialog = (element: HTMLElement): boolean => element.closest('[role=dialog]') !== null;

/** Never behind a dialog that is still open. */
function giveBack(opener: HTMLElement | null): void {
  if (open === 0 && wanted?.isConnected) {
    wanted.focus();
    wanted = null;
    return;
  }
  const target = opener?.isConnected ? opener : outside;
  if (target?.isConnected && (open === 0 || isInDialog(target))) target.focus({ preventScroll: true });
}
