import { type RefObject, useEffect } from 'react';
import { isWindowOpen } from './use-pasted';

const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'file'];
const FIELDS = 'textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [role=searchbox]';

/** Tells whether a key goes into a field, or begins to type into a cell of a table. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !UNTYPED.includes(target.type);
  const here = target.closest('[role=grid]')?.getAttribute('aria-activedescendant');
  const isInCell = here != null && document.getElementById(here)?.classList.contains('typed') === true;
  return isInCell || target.closest(FIELDS) !== null;
}

/**
 * Leads what is typed beside all fields into the field of the scanner, wherever the focus is: a scanner types without looking. No key of the
 * panel acts upon it.
 * @param begins the first sign of what is led there
 */
export function useScanning(field: RefObject<HTMLInputElement | null>, begins: RegExp): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
      if (ctrlKey || metaKey || altKey || isComposing || key.length !== 1 || !begins.test(key)) return;
      if (isTyped(target) || isWindowOpen()) return;
      // The sign itself goes to whatever has the focus by then.
      field.current?.focus();
      event.stopPropagation();
    };
    // Heard before the keys of the panel and those of the table.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [field, begins]);
}
