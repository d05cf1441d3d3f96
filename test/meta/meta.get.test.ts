import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildId, buildIdOf } from '../../src/meta/build';
import { createWorld } from '../world/world';

describe('the build id', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-build-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A program as an image holds it: compiled files below package.json, and no history. */
  function build(name: string, code: string): string {
    const home = path.join(folder, name);
    mkdirSync(path.join(home, 'dist', 'src'), { recursive: true });
    writeFileSync(path.join(home, 'package.json'), '{ "version": "1.2.3" }');
    writeFileSync(path.join(home, 'dist', 'src', 'main.js'), code);
    return path.join(home, 'dist');
  }

  test('is that of the program: the same for a copy, another for another byte, file or dependency', () => {
    const one = build('one', 'run();');
    expect(buildIdOf(one)).toMatch(/^1\.2\.3\+[0-9a-f]{12}$/);
    cpSync(path.join(folder, 'one'), path.join(folder, 'copy'), { recursive: true });
    expect(buildIdOf(path.join(folder, 'copy', 'dist'))).toBe(buildIdOf(one));
    expect(buildIdOf(build('two', 'run( );'))).not.toBe(buildIdOf(one));

    const before = buildIdOf(one);
    writeFileSync(path.join(one, 'src', 'main.js.map'), 'not a part of the program');
    expect(buildIdOf(one)).toBe(before);
    writeFileSync(path.join(folder, 'one', 'package-lock.json'), '{}');
    const locked = buildIdOf(one);
    renameSync(path.join(one, 'src', 'main.js'), path.join(one, 'src', 'start.js'));
    expect(new Set([before, locked, buildIdOf(one)]).size).toBe(3);
  });

  test('is what meta.get answers', async () => {
    const world = await createWorld();
    expect((await world.read('meta.get')).buildId).toBe(buildId());
    await world.close();
  });
});
