/** The level of a warning, as pino numbers it. */
const WARNING = 40;

interface LinesOptions {
  /** Puts a record into words. Undefined: programs read it, and each line is shown as it is. */
  readonly inWords: ((record: string) => string) | undefined;
  /** Somebody has asked for a level: all that is said at it is shown. */
  readonly all: boolean;
}

/**
 * How a line of a part is shown. Lines of the parts are JSON, for programs; a person reads them in words. A person is shown
 * warnings and errors unless he asks for more: each workflow says when it starts and ends, and a hundred such lines would push
 * the log-in off the screen.
 * @returns a function that answers undefined for a line that is not shown
 */
export const linesFor =
  ({ inWords, all }: LinesOptions) =>
  (line: string): string | undefined => {
    if (inWords === undefined || !line.startsWith('{')) return line;
    return all || levelOf(line) >= WARNING ? inWords(line).trimEnd() : undefined;
  };

/** A line that is no record after all is shown. */
function levelOf(line: string): number {
  try {
    const { level } = JSON.parse(line) as { level?: unknown };
    return typeof level === 'number' ? level : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
