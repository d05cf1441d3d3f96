import { useEffect } from 'react';

const WINDOWS = '[role=dialog], [role=alertdialog]';

/** Tells whether a window is above the page. */
export const isWindowOpen = (): boolean =>
  [...document.querySelectorAll(WINDOWS)].some((each) => each.checkVisibility());

/** Whether what is pasted goes into a field, as into any other: one cell, or a window above the page. */
function isOfField(target: EventTarget | null, text: string): boolean {
  if (isWindowOpen()) return true;
  const isCells = /[\t\n]/.test(text.trim());
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return !isCells;
  return !isCells && !(target instanceof Element && target.closest('[role=grid]') !== null);
}

/** Takes cells that are pasted anywhere on the page, and one cell where the table has the focus. */
export function usePasted(onPaste: (text: string) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '' || event.defaultPrevented || isOfField(event.target, text)) return;
      event.preventDefault();
      onPaste(text);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  });
}
