// What a clone needs before any code of its own can run: Node, its packages, compiled sources. Node's own modules only; what
// follows is in src/build. A warm run spends a tenth of a second here.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);

const sourceFolders = ['src', 'workflows', 'activities', 'migrations', 'test'];
/** Browser code: other types, other tools, outside of the compiler's run over all else. */
const panel = at('src', 'panel');

/** Commands that need the packages and sources of the tests too: half of all packages, for which no start waits. */
const testCommands = ['test', 'test:all', 'check', 'build', 'bench', 'chaos', 'prove'];

/** A failure that is told in one sentence. */
class Complaint extends Error {}

async function main([command, ...args]) {
  requireNode(20, 19);
  const withTests = testCommands.includes(command) && existsSync(at('test', 'package.json'));
  const unlock = await lockDist();
  try {
    await installPackages(withTests);
    const sources = sourcesHash(withTests);
    const compiles = compile(sources, withTests);
    const next = at('dist', 'src', 'build', 'main.js');
    if (!existsSync(next)) throw new Complaint('The sources do not compile, see above.');
    const { run } = await import(pathToFileURL(next));
    return await run({ command, args, compiles, sources, unlock });
  } finally {
    unlock();
  }
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Complaint(`Tezgâh needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

// One build at a time: `npm test` beside `npm start` must not meet a half-written dist/ or node_modules/.
async function lockDist() {
  mkdirSync(at('dist'), { recursive: true });
  const file = at('dist', '.lock');
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(read(file));
    if (holder > 0 && lives(holder)) {
      if (!told) say(`Another build runs (pid ${holder}): waiting for it.`);
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } else if (holder > 0 || Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 2000) {
      rmSync(file, { force: true });
    }
  }
  let held = true;
  return () => {
    if (held) rmSync(file, { force: true });
    held = false;
  };
}

function lives(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function installPackages(withTests) {
  const lockfile = readFileSync(at('package-lock.json'));
  const packages = JSON.parse(lockfile).packages;
  const [forStart, forAll] = [`${hashOf(lockfile)} without tests`, hashOf(lockfile)];
  const stamp = at('node_modules', '.tezgah-installed');
  if (read(stamp) === forAll || (!withTests && read(stamp) === forStart)) return;
  const hasTests = () => hasPackagesOf(packages);
  const isThere = () => hasTests() || (!withTests && hasPackagesToStart(packages));
  if (!isThere()) {
    // Who has run tests here runs them again.
    const all = withTests || installed()[testsFolder] !== undefined;
    say(
      `Installing packages with npm, once: about half a minute${all ? '' : '; those of the tests come with the tests'}.`,
    );
    const since = Date.now();
    const ticker = setInterval(() => say(`  still installing, ${seconds(since)}`), 10_000);
    const done = await install(all ? [] : ['--workspaces=false'], all && hasPackagesToStart(packages));
    clearInterval(ticker);
    if (!done) throw new Complaint('npm could not install the packages, see above.');
    if (!isThere())
      throw new Complaint(
        'npm installed other packages than package-lock.json names. Remove node_modules and start again.',
      );
    say(`Packages installed in ${seconds(since)}.`);
  }
  writeFileSync(stamp, hasTests() ? forAll : forStart);
}

// `npm ci` wants every platform's binaries to be in the lockfile and in the registry; mirrors often lack some.
// `npm install --no-save` installs the same versions and goes without those that this platform does not need. It keeps what is
// there, where `npm ci` begins with nothing.
async function install(flags, hasSome) {
  if (hasSome) return npm('install', '--no-save', ...flags);
  return (await npm('ci', ...flags)) || npm('install', '--no-save', ...flags);
}

/** The workspace of the tests, as npm links it. */
const testsFolder = 'node_modules/tezgah-tests';

/** Reads npm's own record of node_modules: an `npm install` by hand is as good as ours. */
const installed = () => JSON.parse(read(at('node_modules', '.package-lock.json')) ?? '{}').packages ?? {};

function hasPackagesOf(packages) {
  const there = installed();
  return Object.entries(packages).every(
    ([name, wanted]) =>
      !name.includes('node_modules/') || wanted.optional || wanted.peer || there[name]?.version === wanted.version,
  );
}

/** All that the product itself names, and nothing of another version: what they need came with them. */
function hasPackagesToStart(packages) {
  const there = installed();
  const { dependencies, devDependencies } = packages[''];
  return (
    Object.keys({ ...dependencies, ...devDependencies }).every((name) => there[`node_modules/${name}`] !== undefined) &&
    Object.entries(there).every(
      ([name, { version }]) => packages[name] === undefined || packages[name].version === version,
    )
  );
}

/** True when it worked. Shows what npm says only when it did not. */
async function npm(...args) {
  const script = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.env.npm_execpath] : [];
  const command = script.length > 0 ? process.execPath : 'npm';
  const child = spawn(command, [...script, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (words) => {
    said += words;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const worked = await new Promise((resolve) => {
    child.once('error', (error) => {
      hear(error.message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  if (!worked && said.includes('npm error code EUSAGE'))
    say('npm ci misses packages in the lockfile; npm install follows it as far as it goes.');
  else if (!worked) process.stderr.write(`${said}\n`);
  return worked;
}

/** What the compiler reads. */
function sourcesHash(withTests) {
  const files = sourceFolders
    .filter((folder) => withTests || folder !== 'test')
    .flatMap((folder) => filesBelow(at(folder)))
    .filter((file) => /\.(tsx?|mts|cts|json)$/.test(file) && !file.startsWith(panel + path.sep))
    .sort()
    .map((file) => `${path.relative(root, file)} ${statSync(file).size} ${statSync(file).mtimeMs}`);
  return hashOf([...files, read(at('tsconfig.json')), read(at('package-lock.json'))].join('\n'));
}

/** Compiles when a source has changed; true when dist/ is good. */
function compile(wanted, withTests) {
  const stamps = { product: at('dist', '.compiled'), all: at('dist', '.compiled-all') };
  if (read(withTests ? stamps.all : stamps.product) === wanted) return true;
  const first = read(stamps.product) === undefined && read(stamps.all) === undefined;
  say(first ? 'Compiling, once: about a minute.' : 'Compiling what has changed.');
  for (const stamp of Object.values(stamps)) rmSync(stamp, { force: true });
  const since = Date.now();
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  const project = withTests ? ['-p', at('test')] : [];
  const { status } = spawnSync(process.execPath, [tsc, ...project, ...incrementally(withTests)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) return false;
  removeStaleOutputs();
  writeFileSync(stamps.product, sourcesHash(false));
  if (withTests) writeFileSync(stamps.all, wanted);
  say(`Compiled in ${seconds(since)}.`);
  return true;
}

/** Makes the compiler read only what a change reaches: 4 s instead of 32 for most, on two cores. */
function incrementally(withTests) {
  const memory = (name) => at('dist', `.types-${name}`);
  // The memory of one project is not true once the other one has written dist/.
  rmSync(memory(withTests ? 'product' : 'all'), { force: true });
  return ['--incremental', '--tsBuildInfoFile', memory(withTests ? 'all' : 'product')];
}

// A program must not load what was deleted; tsc leaves it there.
function removeStaleOutputs() {
  for (const output of sourceFolders.flatMap((folder) => filesBelow(at('dist', folder)))) {
    const [, source] = /^(.+)\.js(\.map)?$/.exec(path.relative(at('dist'), output)) ?? [];
    if (source !== undefined && !['ts', 'tsx'].some((kind) => existsSync(at(`${source}.${kind}`)))) rmSync(output);
  }
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

const say = (line) => console.log(`tezgah    | ${line}`);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const hashOf = (content) => createHash('sha256').update(content).digest('hex');

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof Complaint ? error.message : error);
    process.exitCode = 1;
  },
);
