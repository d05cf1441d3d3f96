/**
 * Takes the line ends off the end of a text. A pattern for them (`/[\r\n]+$/`) takes the square of the length of a run of them that
 * stands within the text.
 */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}
