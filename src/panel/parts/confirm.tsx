import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { ProblemError } from '../api/client';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { noteOpener } from './focus';
import { faultSaid, type SaidProblem } from './problem-words';
import { readProblem } from './said';

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

/** Tells a problem in a corner of the page, in its language. */
export function tellProblem({ problem }: ProblemError, texts: Texts): void {
  const show = ({ title, detail, nextStep }: SaidProblem): void => {
    const faults = (problem?.errors ?? []).map(({ message }) => faultSaid(message, texts));
    const told = nextStep ?? ([...new Set(faults)].join('; ') || detail);
    const said = told ? { title, message: visibleText(told) } : { message: title };
    notifications.show({ color: 'red', withBorder: true, autoClose: 10_000, ...said });
  };
  // A bug of the panel itself has no problem.
  if (problem) readProblem(problem, texts, show);
  else show({ title: texts.common.wrong, detail: null, nextStep: null });
}
