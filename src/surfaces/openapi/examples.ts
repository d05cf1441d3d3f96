import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The answers of the demo store to the examples of calls, by the id of the route or command. */
export type Answered = Readonly<Record<string, unknown>>;

/** From `src/surfaces/openapi`, and compiled from `dist/src/surfaces/openapi`. */
const places = ['../../..', '../../../..'].map((up) => path.join(__dirname, up, 'docs/examples/answers.json'));

/** Tests write them down, with ids and times that stay the same: `test/contract/answers.ts`. */
export function answered(): Answered {
  const file = places.find((place) => existsSync(place));
  if (!file) throw new Error('docs/examples is missing beside the program.');
  return JSON.parse(readFileSync(file, 'utf8')) as Answered;
}
