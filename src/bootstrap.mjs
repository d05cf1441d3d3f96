// Everything `npm start`, `npm test` and their like need before compiled code exists: packages, compiler, bundle.
// Runs on a fresh clone, so it uses Node's own modules only. A warm run spends a tenth of a second here.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);

/** Compiled programs by command. */
const programs = {
  start: 'dist/src/supervisor/start.js',
  api: 'dist/src/main.js',
  worker: 'dist/src/worker.js',
  migrate: 'dist/src/migrate.js',
  bench: 'dist/test/bench/main.js',
  chaos: 'dist/test/chaos/main.js',
};
const sourceFolders = ['src', 'workflows', 'activities', 'migrations', 'test'];
/** Browser code: other types, other tools, outside of the compiler's run over all else. */
const panel = at('src', 'panel');

/** A failure that is told in one sentence. */
class Complaint extends Error {}

async function main([command, ...args]) {
  requireNode(20, 19);
  const commands = [...Object.keys(programs), 'test', 'build', 'check'];
  if (!commands.includes(command))
    throw new Complaint(`Usage: node src/bootstrap.mjs ${commands.join('|')} [arguments]`);

  const release = await lockDist();
  try {
    await installPackages();
    if (command === 'check') return check();
    const compiles = compile();
    if (compiles) bundleWorkflows();
    buildPanel();
    if (command === 'test') {
      release();
      return await test(args, compiles);
    }
    if (!compiles) throw new Complaint('The sources do not compile, see above.');
    if (command === 'build') return 0;
  } finally {
    release();
  }
  const program = at(programs[command]);
  if (!existsSync(program))
    throw new Complaint(`${programs[command]} does not exist: npm run ${command} is not there yet.`);
  return run(process.execPath, ['--enable-source-maps', program, ...args], { channel: command === 'start' });
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Complaint(`Tezgâh needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

// One bootstrap at a time: `npm test` beside `npm start` must not meet a half-written dist/ or node_modules/.
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
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function installPackages() {
  const lockfile = readFileSync(at('package-lock.json'));
  const wanted = hashOf(lockfile);
  const stamp = at('node_modules', '.tezgah-installed');
  if (read(stamp) === wanted) return;
  if (!hasPackagesOf(JSON.parse(lockfile))) {
    say('Installing packages with npm, once: about half a minute.');
    const since = Date.now();
    // `npm ci` wants every platform's binaries to be in the lockfile and in the registry; mirrors often lack some.
    // `npm install --no-save` installs the same versions and goes without those that this platform does not need.
    const ticker = setInterval(() => say(`  still installing, ${seconds(since)}`), 10_000);
    const done = (await npm('ci')) || (await npm('install', '--no-save'));
    clearInterval(ticker);
    if (!done) throw new Complaint('npm could not install the packages, see above.');
    if (!hasPackagesOf(JSON.parse(lockfile)))
      throw new Complaint('npm installed other packages than package-lock.json names.');
    say(`Packages installed in ${seconds(since)}.`);
  }
  writeFileSync(stamp, wanted);
}

// What npm itself wrote down about node_modules, compared with the lockfile: an `npm install` by hand is as good as ours.
function hasPackagesOf(lockfile) {
  const installed = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  return Object.entries(lockfile.packages).every(
    ([name, wanted]) => name === '' || wanted.optional || wanted.peer || installed[name]?.version === wanted.version,
  );
}

/** True when it worked. Shows what npm says only when it did not. */
async function npm(...args) {
  const script = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.env.npm_execpath] : [];
  const command = script.length > 0 ? process.execPath : 'npm';
  const child = spawn(command, [...script, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
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
function productSources() {
  const files = sourceFolders
    .flatMap((folder) => filesBelow(at(folder)))
    .filter((file) => !file.startsWith(panel + path.sep));
  const settings = ['tsconfig.json', 'package-lock.json'].map((name) => `${name} ${hashOf(readFileSync(at(name)))}`);
  return hashOf([...files.map(fingerprint), ...settings].join('\n'));
}

/** Compiles when a source has changed; true when dist/ is good. */
function compile() {
  const wanted = productSources();
  const stamp = at('dist', '.compiled');
  if (read(stamp) === wanted) return true;

  rmSync(stamp, { force: true });
  const since = Date.now();
  const { status } = spawnSync(process.execPath, [at('node_modules/typescript/bin/tsc')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) return false;
  removeStaleOutputs();
  writeFileSync(stamp, wanted);
  say(`Compiled in ${seconds(since)}.`);
  return true;
}

function filesBelow(folder, name = /\.(ts|mts|cts|json)$/) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function fingerprint(file) {
  const { size, mtimeMs } = statSync(file);
  return `${path.relative(root, file)} ${size} ${mtimeMs}`;
}

// A program must not load what was deleted; tsc leaves it there.
function removeStaleOutputs() {
  for (const folder of sourceFolders) {
    if (!existsSync(at('dist', folder))) continue;
    for (const entry of readdirSync(at('dist', folder), { withFileTypes: true, recursive: true })) {
      const output = path.join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile() || !/\.js(\.map)?$/.test(output)) continue;
      const source = at(path.relative(at('dist'), output).replace(/\.js(\.map)?$/, '.ts'));
      if (!existsSync(source)) rmSync(output);
    }
  }
}

// By content of the compiled files that the workflows require: types leave no trace there, so a change of an activity
// signature alone does not bundle again.
function bundleWorkflows() {
  const entry = at('dist', 'workflows', 'index.js');
  if (!existsSync(entry)) return;
  const bundle = at('dist', 'workflow-bundle.js');
  const stamp = at('dist', '.bundled');
  const sdk = read(at('node_modules', '@temporalio', 'worker', 'package.json'));
  const wanted = hashOf([sdk, ...requiredBy(entry)].join('\n'));
  if (existsSync(bundle) && read(stamp) === wanted) return;
  const since = Date.now();
  const { status } = spawnSync(process.execPath, [at('dist/src/supervisor/bundle.js')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Complaint('The workflows could not be bundled, see above.');
  writeFileSync(stamp, wanted);
  say(`Workflows bundled in ${seconds(since)}.`);
}

/** What the owner's panel is made of: its own files, the tools that build it, and the packages inside of it. */
function panelSources() {
  const files = filesBelow(panel, /./).map(fingerprint);
  return hashOf([...files, hashOf(readFileSync(at('package-lock.json')))].join('\n'));
}

// Types are left to `check` and `test`: those of the component library cost ten seconds, the build itself one.
function buildPanel() {
  if (!existsSync(panel)) return;
  const stamp = at('dist', '.panel');
  const wanted = panelSources();
  if (existsSync(at('dist', 'panel', 'index.html')) && read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  const since = Date.now();
  const { status } = spawnSync(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build', panel, '-l', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Complaint('The panel could not be built, see above.');
  writeFileSync(stamp, wanted);
  say(`Panel built in ${seconds(since)}.`);
}

/** True when the panel's types are good. It reads the API's answers as the product declares them, so both count. */
function panelTypes() {
  if (!existsSync(panel)) return true;
  const stamp = at('dist', '.panel-types');
  const wanted = hashOf([productSources(), panelSources()].join('\n'));
  if (read(stamp) === wanted) return true;
  rmSync(stamp, { force: true });
  const { status } = spawnSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', panel], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) writeFileSync(stamp, wanted);
  return status === 0;
}

/** The contents of a compiled file and of all that it requires from this project. */
function requiredBy(entry) {
  const contents = new Map();
  const visit = (file) => {
    if (contents.has(file)) return;
    const code = read(file) ?? '';
    contents.set(file, code);
    for (const [, request] of code.matchAll(/require\("(\.[^"]+)"\)/g)) {
      const target = path.resolve(path.dirname(file), request);
      const found = [target, `${target}.js`, path.join(target, 'index.js')].find(
        (it) => it.endsWith('.js') && existsSync(it),
      );
      if (found !== undefined) visit(found);
    }
  };
  visit(entry);
  return contents.values();
}

function check() {
  const types = spawnSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '--noEmit'], {
    cwd: root,
    stdio: 'inherit',
  });
  // All three speak, whichever fails first.
  return [panelTypes(), lint(), types.status === 0].every(Boolean) ? 0 : 1;
}

function lint() {
  const biome = at('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return spawnSync(process.execPath, [biome, 'check'], { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Types, lint, tests; the last line is the verdict on all three. */
async function test(args, compiles) {
  const problems = [];
  if (!compiles) problems.push('The sources do not compile.');
  if (!panelTypes()) problems.push('The panel does not compile.');
  if (!lint()) problems.push('The linter complains.');

  installBrowser();
  const report = path.join(tmpdir(), `tezgah-test-${process.pid}.json`);
  const jest = at('node_modules', 'jest', 'bin', 'jest.js');
  await run(process.execPath, [jest, '--json', `--outputFile=${report}`, ...args], { quiet: true });
  const result = readJson(report);
  rmSync(report, { force: true });
  if (result === undefined) problems.push('jest did not finish.');
  else if (result.numTotalTests === 0) problems.push('No test ran.');
  const passed = result?.numPassedTests ?? 0;
  const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0) + problems.length;
  for (const problem of problems) console.log(problem);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 ? 0 : 1;
}

/** The panel is tested in a real browser. Where it is missing and may be installed it is; elsewhere those tests say what to do. */
function installBrowser() {
  const present =
    process.env.CHROMIUM || ['/usr/bin/chromium', '/usr/bin/chromium-browser'].some((file) => existsSync(file));
  if (present || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the tests of the panel.');
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
}

/** Runs a program in the foreground, passes on the signals, and answers its exit code. */
function run(command, args, { channel = false, quiet = false } = {}) {
  // jest prints its report to stdout when asked for JSON; the readable one goes to stderr.
  const stdio = ['inherit', quiet ? 'ignore' : 'inherit', 'inherit', ...(channel ? ['ipc'] : [])];
  const child = spawn(command, args, { cwd: root, stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  whenNpmIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? code : 128 + (constants.signals[signal] ?? 0)));
  });
}

// npm passes signals on to the shell that it starts, so package.json says `exec`: this process takes the shell's place.
// A killed npm passes on nothing, and a shell without exec dies alone: so we look whether both are still there.
function whenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const [name = '', above] = parentOf(parent);
  const npm = /^(|.*\/)(ba|da|z)?sh$/.test(name) ? above : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && lives(npm)) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}

/** The name of a process and the pid of its parent. */
function parentOf(pid) {
  const stat = /\((.*)\) \S+ (\d+)/.exec(read(`/proc/${pid}/stat`) ?? '');
  if (stat !== null) return [stat[1], Number(stat[2])];
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name] = /(\d+)\s+(.+)/.exec(stdout ?? '') ?? ['', pid, ''];
  return [name.trim(), Number(parent)];
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

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
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
