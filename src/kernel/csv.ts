/** A line of a table as spreadsheets read and end it. A cell with a quote, a separator or a line break stands in quotes. */
export function csvLine(cells: readonly string[], separator: string): string {
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return `${cells.map(quoted).join(separator)}\r\n`;
}
