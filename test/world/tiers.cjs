const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** Tests that lie here. */
const TESTS = path.resolve(__dirname, '..');

/** Opens Postgres and Temporal for all files of a run; a file that reaches it needs them. */
const SERVICES = path.join(__dirname, 'services.ts');

/** Starts a program of the machine: a browser, a database, a process of the product. */
const STARTS = /['"](?:node:)?child_process['"]|['"]playwright-core['"]|\/src\/(?:embedded|supervisor|build)\//;

const ALL = /^\/\/ tier: all\b/;

const texts = new Map();

/**
 * Tells when a file of tests runs. `all`: only in `npm run test:all`, which the first line of the file says. `core`: in `npm test`.
 * `pure`: in `npm run check` too, since the file needs no service and starts no program; its imports tell.
 * @param {string} file a path of a `.test.ts` file
 * @returns {'pure' | 'core' | 'all'}
 */
function tierOf(file) {
  if (ALL.test(textOf(file))) return 'all';
  return needsMore(file, new Set()) ? 'core' : 'pure';
}

function needsMore(file, seen) {
  if (file === SERVICES) return true;
  seen.add(file);
  const text = textOf(file);
  if (STARTS.test(text)) return true;
  return importsOf(file, text).some((imported) => !seen.has(imported) && needsMore(imported, seen));
}

/** Files of tests that a file loads; types are not loaded. */
function importsOf(file, text) {
  const found = [];
  for (const [, type, name] of text.matchAll(/(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'/g))
    if (!type) found.push(name);
  for (const [, name] of text.matchAll(/(?:import|require)\s*\(?\s*'(\.[^']+)'/g)) found.push(name);
  return found
    .map((name) => path.resolve(path.dirname(file), name))
    .map((name) => [name, `${name}.ts`, path.join(name, 'index.ts')].find((place) => isFile(place)))
    .filter((place) => place?.startsWith(TESTS + path.sep));
}

const isFile = (place) => /\.[cm]?ts$/.test(place) && existsSync(place);

function textOf(file) {
  let text = texts.get(file);
  if (text === undefined) {
    text = readFileSync(file, 'utf8');
    texts.set(file, text);
  }
  return text;
}

/** All files of tests, as paths. */
const testFiles = () =>
  readdirSync(TESTS, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(TESTS, name))
    .sort();

/** What a run of each tier holds. */
const RUNS = { pure: ['pure'], core: ['pure', 'core'], all: ['pure', 'core', 'all'] };

/** @param {'pure' | 'core' | 'all'} run @returns {string[]} paths of the files that it runs */
const filesOf = (run) => testFiles().filter((file) => RUNS[run].includes(tierOf(file)));

module.exports = { tierOf, testFiles, filesOf };
