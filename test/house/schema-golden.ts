import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './source';

/** The schema as it stands in a migrated database, a file a noun. */
export const schemaFolder = path.join(root, 'test/golden/schema');

/** The nouns of functions by the names of these, as the files of the folder say: the noun of a new one is said there by hand. */
export function functionsNamedIn(folder: string): Readonly<Record<string, string>> {
  const nouns = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^CREATE OR REPLACE FUNCTION public\.(\w+)\(/gm)].map(
      ([, name]) => [name as string, path.basename(file, '.sql')] as const,
    ),
  );
  return Object.fromEntries(nouns);
}
