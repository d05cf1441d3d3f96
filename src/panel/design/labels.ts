import type { BundleNode, BundlePage } from '../../design/bundle/bundle';
import { visibleText } from '../../kernel/schema/visible';
import type { Texts } from '../text/tr';
import type { Section } from './api';

const SUMMARY_CHARS = 60;

/** The name of a type of sections; one that is not known goes by its own name. */
export const typeLabel = (sections: readonly Section[], type: string, { language }: Texts): string =>
  sections.find((each) => each.type === type)?.label[language] ?? type;

/** The words by which one section is told from another of its type. */
export function summaryOf({ props }: BundleNode): string {
  const said = ['title', 'text', 'question', 'name', 'author', 'alt']
    .map((name) => props[name])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  const text = visibleText(typeof said === 'string' ? said : '');
  return text.length > SUMMARY_CHARS ? `${text.slice(0, SUMMARY_CHARS)}…` : text;
}

/** A section as lists and headings name it. */
export function nodeName(sections: readonly Section[], node: BundleNode, texts: Texts): string {
  const summary = summaryOf(node);
  const label = typeLabel(sections, node.type, texts);
  return summary === '' ? label : `${label}: ${summary}`;
}

export const pageName = ({ kind, title, path }: BundlePage, { design }: Texts): string =>
  kind === 'page' ? visibleText(title ?? path ?? design.pages.page) : design.pages[kind];
