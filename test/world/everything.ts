import type { Site } from '../surfaces/site';
import type { World } from './world';

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

/** @returns the tables in which the text stands, as itself or as the bytes that Postgres shows in hexadecimal */
export async function tablesWith(site: Pick<Site, 'rows'>, text: string): Promise<string[]> {
  const kept = Object.entries(await everythingKept(site));
  const bytes = Buffer.from(text).toString('hex');
  return kept.filter(([, contents]) => contents.includes(text) || contents.includes(bytes)).map(([name]) => name);
}

/** All that Temporal knows of every workflow that the store's effects were about, as text: what it was told, did, answered and failed with. */
export async function everythingTold({ platform }: World, site: Pick<Site, 'rows'>): Promise<string> {
  const workflows = await site.rows<{ id: string }>('SELECT DISTINCT workflow_id AS id FROM outbox ORDER BY 1');
  const told: string[] = [];
  for (const { id } of workflows) {
    const handle = platform.temporal.workflow.getHandle(id);
    told.push(...wordsIn(await handle.fetchHistory()), ...wordsIn((await handle.describe()).raw));
  }
  return told.join('\n');
}

/** Texts of a message of Temporal; what it carries for others stands in it as bytes. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
