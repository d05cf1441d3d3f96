import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleHash, exampleId } from '../../src/kernel/declaration/example';
import { ID_PATTERN } from '../../src/kernel/ids';
import { inLines } from './json-lines';

const { changeAlone } = require('./kept-json.cjs') as {
  changeAlone(file: string, change: (text: string) => string): void;
};

const FILE = path.join(__dirname, '../../docs/examples/answers.json');
/** More would hide what an answer looks like, and make the document of the API heavy. */
const ROWS_MAX = 2;
const CHARS_MAX = 6_000;

type Answers = Record<string, unknown>;

const kept = (): Answers => JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * Holds what a capability answered to its example against the answer that the documentation shows: it has the same fields. With
 * `UPDATE_GOLDEN=1` it is what is shown from now on. Long answers, e.g. all schemas of all commands, are not shown.
 */
export function expectShown(id: string, body: unknown): void {
  const example = exampleOf(body);
  const shows = JSON.stringify(example).length <= CHARS_MAX;
  if (process.env.UPDATE_GOLDEN === '1') changeAlone(FILE, (text) => renewed(text, id, shows ? example : undefined));
  // What is not shown, because of its length, may grow shorter.
  if (shows) expect({ id, fields: fieldsOf(kept()[id]) }).toEqual({ id, fields: fieldsOf(example) });
}

/** @param example undefined: none is shown */
function renewed(text: string, id: string, example: unknown): string {
  const { [id]: _, ...others } = JSON.parse(text) as Answers;
  const answers = example === undefined ? others : { ...others, [id]: example };
  const sorted = Object.fromEntries(Object.entries(answers).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return `${inLines(sorted)}\n`;
}

/** What differs from one run to the next is made the same: ids, times, hashes, ports, signatures, and the first rows stand for all. */
export function exampleOf(body: unknown): unknown {
  const ids: string[] = [];
  const standIn = (id: string): string => {
    if (id.includes('_01KDEM0')) return id;
    if (!ids.includes(id)) ids.push(id);
    return exampleId(id.slice(0, 3), String(ids.indexOf(id) + 1));
  };
  const steady = (value: unknown): unknown => {
    if (typeof value === 'string') return steadyText(value, standIn);
    if (Array.isArray(value)) return value.slice(0, ROWS_MAX).map(steady);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        steadyText(name, standIn),
        name in measured && each !== null ? measured[name] : steady(each),
      ]),
    );
  };
  return steady(body);
}

/** What is measured, or made anew each time. */
const measured: Readonly<Record<string, unknown>> = {
  latencyMs: 84,
  durationMs: 120,
  usedInLast10Seconds: 1,
  requestId: '8840f1c6-2109-4db5-9607-f394172385b9',
  nextCursor: 'MDFLREVNMDAwMDAwMDAwMDAwMDAwMDAwMDA',
  buildId: 'a5c1d0e2',
  size: 48_213,
};

const steadyText = (text: string, standIn: (id: string) => string): string =>
  text
    .replaceAll(new RegExp(ID_PATTERN, 'g'), standIn)
    .replaceAll(/(?<![0-9A-Z_])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])/g, '01KSHE0H4CQ0V4ZBX7Q3M2N8RT')
    .replaceAll(/\b[0-9a-f]{64}\b/g, exampleHash)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, measured.requestId as string)
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-05-26T09:30:00.000Z')
    .replaceAll(/\btzg_(agt|dev)_\w+/g, 'tzg_$1_…')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:4000')
    .replaceAll(/\/o\/[\w-]+\.[\w-]{43}\//g, '/o/…/')
    .replaceAll(/\?\S+$/g, '?signature=…');

/** Of the answer and of its first row. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fieldsOf(value[0])];
  if (typeof value !== 'object' || value === null) return undefined;
  const { items, list, result, ...others } = value as Answers;
  const within = Object.entries({ items, list, result }).map(([name, each]) => [name, fieldsOf(each)]);
  return { ...Object.fromEntries(within), own: Object.keys(others).toSorted() };
}
