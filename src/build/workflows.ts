import { existsSync } from 'node:fs';
import path from 'node:path';
import { at, hashOf, make, read } from './project';

/**
 * Bundles by content of the compiled files that the workflows require: types leave no trace there, so a change of an activity's
 * signature alone does not bundle again. In a process of its own, whose memory is given back.
 */
export function bundleWorkflows(): void {
  const entry = at('dist', 'workflows', 'index.js');
  if (!existsSync(entry)) return;
  const sdk = read(at('node_modules', '@temporalio', 'worker', 'package.json')) ?? '';
  const sources = hashOf([sdk, ...requiredBy(entry)].join('\n'));
  const work = { stamp: '.bundled', sources, makes: 'workflow-bundle.js' };
  make('The bundle of the workflows', work, 'dist/src/build/bundle.js');
}

/** The contents of a compiled file and of all that it requires from this project. */
function requiredBy(entry: string): string[] {
  const contents = new Map<string, string>();
  const visit = (file: string): void => {
    if (contents.has(file)) return;
    const code = read(file) ?? '';
    contents.set(file, code);
    for (const [, request = ''] of code.matchAll(/require\("(\.[^"]+)"\)/g)) {
      const target = path.resolve(path.dirname(file), request);
      const found = [target, `${target}.js`, path.join(target, 'index.js')].find(
        (it) => it.endsWith('.js') && existsSync(it),
      );
      if (found !== undefined) visit(found);
    }
  };
  visit(entry);
  return [...contents.values()];
}
