import { useEffect, useState } from 'react';

/** Gives the focus back to what opened a dialog once that is gone: dialogs here are made open, and the library returns it only where one closes. */
export function useFocusReturned(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }));
    },
    [opener],
  );
}
