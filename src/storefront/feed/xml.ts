import { plain } from '../text/text';

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it stands between the tags of XML. */
export const escaped = (text: string): string => plain(text).replaceAll(/[&<>"']/g, (mark) => MARKS[mark] as string);

export const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
