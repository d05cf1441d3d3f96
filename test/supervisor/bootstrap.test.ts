import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Exit } from '../../src/embedded/process';
import { exitOf } from '../../src/embedded/process';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { launch, outputOf, root, temporaryFolder } from './support';

/** A tiny project with the real bootstrap and the real packages. */
function project(sources: Record<string, string>, environment: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder();
  const own = ['package-lock.json', 'tsconfig.json', 'src/bootstrap.mjs', 'src/build', 'src/embedded'];
  for (const file of own) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}');
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  for (const [file, text] of Object.entries(sources)) write(file, text);
  const start = (...args: string[]) => {
    const child = launch(process.execPath, [path.join(folder, 'src/bootstrap.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    return { child, output: outputOf(child), exited: exitOf(child) };
  };
  const run = async (...args: string[]): Promise<Exit & { output: string }> => {
    const { output, exited } = start(...args);
    return { ...(await exited), output: output() };
  };
  return { start, run, write, at: (file: string) => path.join(folder, file) };
}

test('it compiles once, again after a change, and forgets what was deleted', async () => {
  const { run, write, at } = project({
    'src/main.ts': "console.log('one', process.argv.slice(2).join());",
    'src/old.ts': 'export {};',
  });
  const first = await run('api', 'a', 'b');
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Compiling, once: .*Compiled in .*\none a,b\n$/s),
  });
  expect(await run('api')).toEqual({ code: 0, signal: null, output: 'one \n' });

  write('src/main.ts', "console.log('two'); process.exitCode = 7;");
  rmSync(at('src/old.ts'));
  expect(await run('api')).toMatchObject({
    code: 7,
    output: expect.stringMatching(/Compiling what has changed.*Compiled in .*\ntwo\n$/s),
  });
  expect(existsSync(at('dist/src/old.js'))).toBe(false);
});

test('sources that do not compile are not run', async () => {
  const { run } = project({ 'src/main.ts': "const wrong: number = 'text'; console.log('ran');" });
  const { code, output } = await run('api');
  expect(code).toBe(1);
  expect(output).toContain('TS2322');
  expect(output).toContain('The sources do not compile');
  expect(output).not.toContain('ran');
});

test('a signal reaches the program once, and its exit code comes back', async () => {
  const { start } = project({
    'src/main.ts': `
      let count = 0;
      process.on('SIGTERM', () => { count += 1; setTimeout(() => process.exit(40 + count), 300); });
      setInterval(() => {}, 1000);
      console.log('up');`,
  });
  const { child, output, exited } = start('api');
  await eventually(() => output().includes('up'));
  child.kill('SIGTERM');
  expect(await exited).toEqual({ code: 41, signal: null });
});

slowTest('workflows are bundled once, and again only when what they require has changed', async () => {
  const { run, write, at } = project({
    'src/main.ts': 'export {};',
    'src/rules.ts': 'export const limit = 3;',
  });
  mkdirSync(at('workflows'));
  write('workflows/index.ts', "import { limit } from '../src/rules';\nexport const wait = async () => limit;");
  write('workflows/interceptors.ts', 'export const interceptors = () => ({});');
  expect((await run('build')).output).toContain('The bundle of the workflows made');
  expect(readFileSync(at('dist/workflow-bundle.js'), 'utf8')).toContain('limit = 3');

  write('src/main.ts', "console.log('changed');");
  expect((await run('build')).output).not.toContain('The bundle of the workflows made');
  write('src/rules.ts', 'export const limit = 4;');
  expect((await run('build')).output).toContain('The bundle of the workflows made');
  expect(readFileSync(at('dist/workflow-bundle.js'), 'utf8')).toContain('limit = 4');
});

test('a start asks for no package of the tests and compiles none of them; both come with the tests', async () => {
  const npm = path.join(temporaryFolder(), 'npm-cli.js');
  const { run, write, at } = project({ 'src/main.ts': "console.log('up');" }, { npm_execpath: npm });
  // All packages are there to be loaded; which of them npm has brought is what this npm says.
  rmSync(at('node_modules'));
  mkdirSync(at('node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((it) => !it.startsWith('.')))
    symlinkSync(path.join(root, 'node_modules', name), at(`node_modules/${name}`));
  mkdirSync(at('test'));
  write('test/package.json', '{ "name": "tezgah-tests" }');
  cpSync(path.join(root, 'test', 'tsconfig.json'), at('test/tsconfig.json'));
  write('test/some.test.ts', "const wrong: number = 'text';");
  const product = { 'node_modules/koa': { version: '3.0.0' } };
  const tests = { 'node_modules/jest': { version: '30.0.0' }, 'node_modules/tezgah-tests': { link: true } };
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': { dependencies: { koa: '3' } }, ...product, ...tests, test: {} } }),
  );
  writeFileSync(
    npm,
    `const { writeFileSync } = require('node:fs');
    const asked = process.argv.slice(2).filter((it) => !it.startsWith('--no-a') && !it.startsWith('--no-f')).join(' ');
    const packages = { ...${JSON.stringify(product)}, ...(asked.includes('--workspaces=false') ? {} : ${JSON.stringify(tests)}) };
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
    writeFileSync('asked', asked + '\\n', { flag: 'a' });`,
  );
  const asked = () => readFileSync(at('asked'), 'utf8').trim().split('\n');

  expect(await run('api')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Packages installed in .*\nup\n$/s),
  });
  expect(asked()).toEqual(['ci --workspaces=false']);
  expect(existsSync(at('dist/test'))).toBe(false);

  const { code, output } = await run('build');
  expect({ code, wrong: output.includes('test/some.test.ts') && output.includes('TS2322') }).toEqual({
    code: 1,
    wrong: true,
  });
  expect(asked()).toEqual(['ci --workspaces=false', 'install --no-save']);

  expect((await run('api')).output).toMatch(/up\n$/);
  expect(asked()).toHaveLength(2);
});

test('an unknown command is one sentence', async () => {
  const { run } = project({});
  expect(await run('fly')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: node src\/bootstrap.mjs start\|/m),
  });
});

test('each command whose program lies among the tests brings the packages and sources of the tests', () => {
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const [, list = ''] = /testCommands = \[([^\]]+)\]/.exec(text('src/bootstrap.mjs')) ?? [];
  const brought = [...list.matchAll(/'([^']+)'/g)].map(([, command]) => command);
  const main = text('src/build/main.ts');
  const programs = [...main.matchAll(/^ {2}(\w+): 'dist\/test\//gm)].map(([, command]) => command);
  const [, tiers = ''] = /tiers: [^=]+= \{([^}]+)\}/.exec(main) ?? [];
  const runs = [...tiers.matchAll(/(?:'([^']+)'|(\w+)):/g)].map(([, quoted, bare]) => quoted ?? bare);
  expect(programs).toContain('prove');
  expect(runs).toContain('test:all');
  expect(brought).toEqual(expect.arrayContaining([...programs, ...runs, 'build']));
});
