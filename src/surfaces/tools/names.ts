/** Several clients drop a whole list of tools for one dot in a name. */
export const plainName = (id: string): string => id.replaceAll('.', '_');

/** A model's provider takes 64, of which clients put their own before a name: `mcp__tezgah__`. */
const LENGTH_MAX = 44;
const PLAIN = /^[a-zA-Z0-9]+(_[a-zA-Z0-9]+)*$/;

/**
 * Ids by each of their spellings, as they are and without dots. Callers may use either: clients rewrite the names that they show.
 * @throws {Error} for an id that would be no name, or that of another
 */
export function spellingsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const id of ids) {
    const name = plainName(id);
    if (!PLAIN.test(name))
      throw new Error(`${id} is no name of a tool: ${name} has to be words with one _ between them`);
    if (name.length > LENGTH_MAX) throw new Error(`${id} is no name of a tool: it has more than ${LENGTH_MAX} letters`);
    const other = taken.get(name.toLowerCase());
    if (other !== undefined) throw new Error(`${id} and ${other} would be tools of one name, ${name}`);
    taken.set(name.toLowerCase(), id);
  }
  return new Map(ids.flatMap((id) => [[id, id] as const, [plainName(id), id] as const]));
}
