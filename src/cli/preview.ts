import { type FieldChange, titleStated } from '../kernel/trace/change';
import { effectLine } from '../kernel/trace/effect';
import type { Preview } from '../kernel/trace/recorder';
import type { Context } from './context';
import { plain, table } from './text';
import { differingLines, fieldName, isPlain, nameOf, plainValue, titled } from './value';

/** Before and after, field by field: all that differs, for what is cut off here could be what a reviewer had to see. */
export function previewLines(
  preview: Pick<Preview, 'changes'> & Partial<Preview>,
  { terminal, meanings, titles, titleFieldOf }: Pick<Context, 'terminal' | 'meanings' | 'titles' | 'titleFieldOf'>,
): string[] {
  const lines: string[] = [];
  const cellMax = Math.max(16, Math.floor((terminal.columns - 24) / 2));
  for (const [heading, changes] of byEntity(preview.changes, { titles, titleFieldOf })) {
    lines.push(heading);
    const cells = (change: FieldChange) => {
      const at = { place: meanings(change.entity, change.field), titles };
      return [fieldName(change.field, at), plainValue(change.before, at), plainValue(change.after, at)];
    };
    const isShort = (change: FieldChange) =>
      isPlain(change.before) && isPlain(change.after) && cells(change).every(({ length }) => length <= cellMax);
    const short = changes.filter(isShort).map(cells);
    if (short.length > 0) lines.push(...table([['field', 'before', 'after'], ...short], '  '));
    for (const change of changes.filter((one) => !isShort(one))) {
      const { entity, field, before, after } = change;
      const at = { place: meanings(entity, field), titles };
      lines.push(
        `  ${fieldName(field, at)}`,
        ...differingLines(before, after, 'before', at).map((line) => terminal.style('red', `    - ${line}`)),
        ...differingLines(after, before, 'after', at).map((line) => terminal.style('green', `    + ${line}`)),
      );
    }
  }
  if (preview.changes.length === 0) lines.push('No field changes.');
  const titleOf = (id: string) => titles.get(id);
  for (const effect of preview.effects ?? []) lines.push(plain(effectLine(effect, 'en', titleOf)));
  if (preview.bumpsGeneration) lines.push('The storefront generation moves.');
  if (preview.irreversible) lines.push('No command would take it back.');
  return lines;
}

function byEntity(
  changes: readonly FieldChange[],
  { titles, titleFieldOf }: Pick<Context, 'titles' | 'titleFieldOf'>,
): [heading: string, changes: FieldChange[]][] {
  const things = new Map<string, FieldChange[]>();
  for (const change of changes) {
    const key = `${change.entity} ${change.id}`;
    things.set(key, [...(things.get(key) ?? []), change]);
  }
  return [...things.values()].map((own) => {
    const [{ entity, id }] = own as [FieldChange];
    const title = titleStated(own, titleFieldOf(entity)) ?? titles.get(id);
    return [`${entity} ${title === undefined ? nameOf(id) : titled(id, title)}`, own];
  });
}
