import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { ProblemError } from '../api/client';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

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
      modals.openConfirmModal({
        title,
        children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
        labels: { confirm: yes, cancel: texts.common.cancel },
        confirmProps: destructive ? { color: 'red' } : {},
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
        onClose: () => resolve(false),
      });
    });
}

export const tell = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true });
};

export function tellProblem({ problem, message }: ProblemError, texts: Texts): void {
  const turkish = texts.language === 'tr';
  const fields = problem?.errors?.map((error) => `${error.pointer} ${error.message}`).join('; ');
  notifications.show({
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
    title: problem ? (turkish ? problem.message : problem.title) : texts.common.wrong,
    message: fields || problem?.detail || message,
  });
}
