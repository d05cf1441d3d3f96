import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturned } from './focus';

/** Shows a window above the page, open as long as it is there. After it, the focus is where it was: see {@link useFocusReturned}. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'returnFocus'>) {
  useFocusReturned();
  return <Modal opened returnFocus={false} centered {...props} />;
}
