import type { Terminal } from './terminal';
import { show, table } from './text';

export interface FieldChange {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface Preview {
  readonly changes: readonly FieldChange[];
  readonly effects: readonly { readonly operation: string; readonly workflowId: string; readonly summary: string }[];
  readonly bumpsGeneration: boolean;
  readonly result: unknown;
  readonly hash: string;
}

/** Before and after, field by field and in full: what is cut off here could be what a reviewer had to see. */
export function previewLines(
  preview: Pick<Preview, 'changes'> & Partial<Preview>,
  { money, terminal }: { money: ReadonlySet<string>; terminal: Terminal },
): string[] {
  const lines: string[] = [];
  const cellMax = Math.max(16, Math.floor((terminal.columns - 24) / 2));
  for (const [heading, changes] of byEntity(preview.changes)) {
    lines.push(heading);
    const rows = changes.map(
      ({ field, before, after }) => [field, show(before, field, money), show(after, field, money)] as const,
    );
    const short = rows.filter(([, before, after]) => before.length <= cellMax && after.length <= cellMax);
    if (short.length > 0) lines.push(...table([['field', 'before', 'after'], ...short], '  '));
    for (const [field, before, after] of rows) {
      if (before.length <= cellMax && after.length <= cellMax) continue;
      lines.push(`  ${field}`, terminal.style('red', `    - ${before}`), terminal.style('green', `    + ${after}`));
    }
  }
  if (preview.changes.length === 0) lines.push('No field changes.');
  for (const { operation, summary } of preview.effects ?? [])
    lines.push(`Then: ${operation} ${show(summary, '', money)}`);
  if (preview.bumpsGeneration) lines.push('The storefront generation moves.');
  return lines;
}

function byEntity(changes: readonly FieldChange[]): Map<string, FieldChange[]> {
  const groups = new Map<string, FieldChange[]>();
  for (const change of changes) {
    const heading = `${change.entity} ${change.id}`;
    groups.set(heading, [...(groups.get(heading) ?? []), change]);
  }
  return groups;
}
