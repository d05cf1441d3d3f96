import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { at, Complaint } from './project';

/**
 * The tests that belong to what has changed since a revision, committed or not: a test itself, else those of the noun.
 * Imports would say less: the registry ties each file to all others.
 * @returns paths below the project, for jest
 */
export function touchedTests(revision: string): string[] {
  const changed = [
    ...git('diff', '--name-only', '--no-renames', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed.flatMap(testsOf))].filter((place) => existsSync(at(place))).toSorted();
}

function testsOf(file: string): string[] {
  if (file.endsWith('.test.ts') && file.startsWith('test/')) return [file];
  const [folder, noun = ''] = file.split('/');
  if (folder === 'src' || folder === 'test') return noun.includes('.') ? [] : [`test/${noun}/`];
  if (folder === 'workflows' || folder === 'activities')
    return ['test/workflows/', `test/${path.basename(noun).split('.')[0]}/`];
  if (folder === 'migrations') return ['test/kernel/migrations.test.ts', 'test/house/'];
  if (folder === 'docs') return ['test/docs/'];
  return [];
}

function git(...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: at(), encoding: 'utf8' });
  if (status !== 0) throw new Complaint(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}
