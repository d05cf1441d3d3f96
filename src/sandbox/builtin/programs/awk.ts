import { textOf } from '../bash/lossless';
import { bytesIn, program, Stop, spelled } from './program';
import { origin } from './respelled';

/** Variables that the awk of the interpreter sets within a program alone. */
const OWN = new Set(['FS', 'OFS', 'ORS', 'SUBSEP', 'CONVFMT', 'OFMT']);
/** Words that it would take for variables like any other. */
const MISSING = /\b(FPAT|FIELDWIDTHS|RS|RT|PROCINFO|BINMODE|IGNORECASE)\b/;

/**
 * awk, with `-v OFS=,` and `OFS=,` among the files, and programs in a file. What would be passed over without a word is refused:
 * another separator of records, fields by a pattern, and an assignment behind a file.
 */
export const awk = program('awk', async (args, ctx) => {
  const { options, operands } = spelled(args, {
    letters: 'F:v:f:',
    long: { assign: 'v', file: 'f', 'field-separator': 'F' },
    isLeading: true,
  });
  const files = options.flatMap(([letter, value]) => (letter === 'f' ? [value as string] : []));
  const stated =
    files.length > 0
      ? await Promise.all(files.map(async (file) => textOf(await bytesIn(ctx, file))))
      : operands.slice(0, 1);
  const inputs = operands.slice(files.length > 0 ? 0 : 1);
  if (stated.length === 0) throw new Stop('missing program', 2);
  const assigned = options.flatMap(([letter, value]) => (letter === 'v' ? [assignmentOf(value as string)] : []));
  const first = inputs.findIndex((input) => !ASSIGNMENT.test(input));
  const before = (first < 0 ? inputs : inputs.slice(0, first)).map(assignmentOf);
  const paths = first < 0 ? [] : inputs.slice(first);
  const late = paths.find((path) => ASSIGNMENT.test(path));
  if (late !== undefined) throw new Stop(`${late}: an assignment behind a file is not supported in this sandbox`, 2);
  const source = [...stated, ...assigned.map(([name]) => name), ...before.map(([name]) => name)].join('\n');
  const missing = MISSING.exec(source.replace(/"(?:[^"\\]|\\.)*"|#.*/g, ''))?.[1];
  if (missing !== undefined) throw new Stop(`${missing}: not supported in this sandbox`, 2);
  const begin = (list: readonly (readonly [string, string])[]): string =>
    list.map(([name, value]) => `BEGIN { ${name} = "${value.replaceAll('"', '\\"')}" }`).join('\n');
  const program = [begin(assigned.filter(([name]) => OWN.has(name))), ...stated.map(withLength), begin(before)]
    .filter(Boolean)
    .join('\n');
  const passed = options.flatMap(([letter, value]) => (letter === 'f' ? [] : [`-${letter}`, value as string]));
  return origin(ctx.origCommand)([...passed, program, ...paths]);
});

/** `length` alone is that of the record. Texts, patterns and comments stay. */
const withLength = (text: string): string =>
  text.replace(
    /"(?:[^"\\\n]|\\.)*"|(?<=(?:^|[~(,!&|{};\n])\s*)\/(?:[^/\\\n]|\\.)+\/|#.*|\blength\b(?!\s*\()/g,
    (part) => (part === 'length' ? 'length($0)' : part),
  );

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const assignmentOf = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};
