import type { Words } from '../schema/schema';

/** Work that a call starts, tells or stops beside its changes, as previews show it. */
export interface QueuedEffect {
  readonly operation: 'workflow.start' | 'workflow.update' | 'workflow.cancel';
  readonly workflowId: string;
  /** One line for operators, in English. */
  readonly summary: string;
  /** Name of the work for people. Missing, as `names`, in previews that were recorded before it was said. */
  readonly label?: Words;
  /** Identifiers of the things that the work is about. */
  readonly names?: readonly string[];
}

const operations: Readonly<Record<string, Words>> = {
  'workflow.start': { tr: 'Başlar', en: 'Starts' },
  'workflow.update': { tr: 'Sürer', en: 'Goes on' },
  'workflow.cancel': { tr: 'Durur', en: 'Stops' },
};

/** An effect in words, for the panel and the command line. @param titleOf finds the title of an identifier, as far as it is known */
export function effectLine(
  {
    operation,
    summary,
    label,
    names = [],
  }: Pick<QueuedEffect, 'summary' | 'label' | 'names'> & { readonly operation: string },
  language: keyof Words,
  titleOf: (id: string) => string | undefined,
): string {
  const said = operations[operation];
  if (!said || !label) return summary;
  const titles = names.flatMap((id) => titleOf(id) ?? []);
  return `${said[language]}: ${[label[language], ...titles].join(' · ')}`;
}
