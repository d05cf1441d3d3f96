import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { ProblemError } from '../api/client';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { noteOpener } from './focus';
import { saidBy } from './problem-words';

interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  /** It destroys or takes away: the button is red. */
  readonly destructive?: boolean;
}

/** Asks before something that cannot be waved away. Escape and a click beside it mean no. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const texts = useText();
  return ({ title, text, yes, destructive = false }) =>
    new Promise((resolve) => {
      const giveFocusBack = noteOpener();
      modals.openConfirmModal({
        title,
        children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
        returnFocus: false,
        labels: { confirm: yes, cancel: texts.common.cancel },
        confirmProps: destructive ? { color: 'red' } : {},
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
        onClose: () => {
          giveFocusBack();
          resolve(false);
        },
      });
    });
}

export const tell = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true });
};

export function tellProblem(error: ProblemError, texts: Texts): void {
  const said = error.problem
    ? saidBy(error.problem, texts)
    : { title: texts.common.wrong, detail: error.message, nextStep: null };
  const fields = error.problem?.errors?.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  const detail = fields || said.detail;
  notifications.show({
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
    ...(said.nextStep !== null
      ? { title: said.title, message: said.nextStep }
      : detail
        ? { title: said.title, message: <span lang="en">{visibleText(detail)}</span> }
        : { message: said.title }),
  });
}
