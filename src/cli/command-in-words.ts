import { kebab } from './flags';
import type { Registry } from './remote';

/**
 * The command whose id the words spell as verbs do, `catalog product update`: verbs are of routes alone, so it would be answered
 * with the nearest read. undefined where the words are those of a route.
 */
export function commandInWords(
  words: readonly string[],
  { commands, routes }: Pick<Registry, 'commands' | 'routes'>,
): string | undefined {
  const line = `${words.map(kebab).join('.')}.`;
  const isSpelled = ({ id }: { readonly id: string }): boolean =>
    line.startsWith(`${id.split('.').map(kebab).join('.')}.`);
  return routes.some(isSpelled) ? undefined : commands.find(isSpelled)?.id;
}
