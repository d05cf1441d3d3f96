import type { Schema } from './json.schema';
import type { Registry } from './remote';

/** The ceiling that the registry's schemas give to amounts, and to nothing else. */
const KURUS_MAX = 10_000_000_000_000;

export const isMoney = (schema: Schema): boolean => schema.type === 'integer' && schema.maximum === KURUS_MAX;

/** Names of fields that hold kuruş: those of an amount in some schema, and of no other number. */
export function moneyFields({ routes, commands }: Pick<Registry, 'routes' | 'commands'>): ReadonlySet<string> {
  const amounts = new Set<string>();
  const others = new Set<string>();
  const visit = (schema: Schema | null, name?: string): void => {
    if (schema === null || typeof schema !== 'object') return;
    if (name !== undefined && isMoney(schema)) amounts.add(name);
    else if (name !== undefined && schema.type === 'integer' && schema.maximum !== undefined) others.add(name);
    for (const [property, child] of Object.entries(schema.properties ?? {})) visit(child, property);
    for (const child of schema.anyOf ?? []) visit(child, name);
    if (schema.items) visit(schema.items);
  };
  for (const { params, query, body, result } of routes)
    for (const schema of [params, query, body, result]) visit(schema as Schema | null);
  for (const { payload, result } of commands) for (const schema of [payload, result]) visit(schema as Schema);
  return new Set([...amounts].filter((name) => !others.has(name)));
}

/** `1.299,00 TL`, as Turkish readers write it. */
export function tl(kurus: number): string {
  const [lira, rest] = [Math.trunc(Math.abs(kurus) / 100), Math.abs(kurus) % 100];
  const grouped = String(lira).replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return `${kurus < 0 ? '-' : ''}${grouped},${String(rest).padStart(2, '0')} TL`;
}
