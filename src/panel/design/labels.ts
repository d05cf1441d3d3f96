import type { BundleNode, BundlePage } from '../../design/bundle/bundle';
import { summaryOf } from '../../design/bundle/telling';
import { visibleText } from '../../kernel/schema/visible';
import type { Texts } from '../text/tr';
import type { Section } from './api';

/** The name of a type of sections; one that is not known goes by its own name. */
export const typeLabel = (sections: readonly Section[], type: string, { language }: Texts): string =>
  sections.find((each) => each.type === type)?.label[language] ?? type;

/** A section as lists and headings name it. */
export function nodeName(sections: readonly Section[], node: BundleNode, texts: Texts): string {
  const summary = summaryOf(node);
  const label = typeLabel(sections, node.type, texts);
  return summary === '' ? label : `${label}: ${summary}`;
}

export const pageName = ({ kind, title, path }: BundlePage, { design }: Texts): string =>
  kind === 'page' ? visibleText(title ?? path ?? design.pages.page) : design.pages[kind];
