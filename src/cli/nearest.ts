import { Command, CommanderError } from 'commander';

/** Finds the word that was perhaps meant, by the same measure as for verbs and flags: a sentence, or nothing when no word is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const verbs = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  for (const name of known) verbs.command(name);
  try {
    verbs.parse([word], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return /\((Did you mean .*\?)\)/s.exec(error.message)?.[1];
    throw error;
  }
  return undefined;
}
