import { existsSync, readFileSync } from 'node:fs';
import { at, filesBelow, hashOf, make, onceFor, tool } from './project';

const panel = at('src', 'panel');

/** Hashes the sources of the owner's panel: its own files, and the packages that build it or are inside of it. */
function sourcesOf(): string {
  const contents = [...filesBelow(panel), at('package-lock.json')].map((file) => hashOf(readFileSync(file)));
  return hashOf(contents.join('\n'));
}

/** Types are left to {@link panelTypes}: those of the component library cost ten seconds, the build itself one. */
export function buildPanel(): void {
  if (!existsSync(panel)) return;
  const work = { stamp: '.panel', sources: sourcesOf(), makes: 'panel/index.html' };
  make('The panel', work, 'node_modules/vite/bin/vite.js', 'build', panel, '-l', 'warn');
}

/**
 * True when the panel's types are good. It reads the API's answers as the product declares them.
 * @param sources a hash of the product's own
 */
export function panelTypes(sources: string): boolean {
  if (!existsSync(panel)) return true;
  return onceFor({ stamp: '.panel-types', sources: hashOf([sources, sourcesOf()].join('\n')) }, () =>
    tool('node_modules/typescript/bin/tsc', '-p', panel),
  );
}
