import type { Site } from '../surfaces/site';

/** The whole contents of the database as text, by table: what is looked for in it is kept somewhere, or nowhere. */
export async function everythingKept(site: Pick<Site, 'rows'>): Promise<Record<string, string>> {
  const tables = await site.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const kept: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await site.rows<{ text: string | null }>(
      `SELECT string_agg(to_jsonb(t)::text, E'\\n') AS text FROM "${name}" t`,
    );
    kept[name] = row?.text ?? '';
  }
  return kept;
}

/** @returns the tables in which the text stands */
export async function tablesWith(site: Pick<Site, 'rows'>, text: string): Promise<string[]> {
  const kept = Object.entries(await everythingKept(site));
  return kept.filter(([, contents]) => contents.includes(text)).map(([name]) => name);
}
