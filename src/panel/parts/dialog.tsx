import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturned } from './focus';

/** A window above the page, open as long as it is there. Who closes it is where he was: see {@link useFocusReturned}. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'returnFocus'>) {
  useFocusReturned();
  return <Modal opened returnFocus={false} centered {...props} />;
}
