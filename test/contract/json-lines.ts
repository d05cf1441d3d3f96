const LINE_CHARS = 150;

/** JSON to be read and compared by people: what fits into a line stands in one, e.g. a field with its unit and its name. */
export function inLines(value: unknown, indent = ''): string {
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + text.length <= LINE_CHARS) return text;
  const deeper = `${indent} `;
  const [open, close, lines] = Array.isArray(value)
    ? ['[', ']', value.map((each) => inLines(each, deeper))]
    : ['{', '}', Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLines(each, deeper)}`)];
  return `${open}\n${lines.map((line) => deeper + line).join(',\n')}\n${indent}${close}`;
}
