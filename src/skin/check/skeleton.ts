import type { Words } from '../../kernel/schema/schema';
import { at } from '../../kit/finding/pointer';
import { fixedPageKinds, groupNames } from '../../kit/page-kinds';
import type { Skeleton } from '../pack/pack';
import { idOf } from '../pack/skeleton';
import { type CheckRow, row } from './row';

const broken = (pointer: string, tr: string, en: string): CheckRow =>
  row(pointer, 'skeleton_invalid', { detail: { tr, en } satisfies Words });

/** Faults that keep a skeleton from being laid out: each node stands once, and each page is there. */
export function skeletonRows({ pages, groups, nodes }: Skeleton): CheckRow[] {
  const found: CheckRow[] = [];
  const ids = new Set<string>();
  const wait: { key: string; pointer: string }[] = [];
  const queue = (keys: readonly string[], pointer: string): void => {
    for (const [index, key] of keys.entries()) wait.push({ key, pointer: at(pointer, index) });
  };
  for (const kind of fixedPageKinds) {
    if (pages[kind] === undefined)
      found.push(broken(at('/skeleton/pages', kind), 'sayfa eksik', 'the page is missing'));
    queue(pages[kind] ?? [], at('/skeleton/pages', kind));
  }
  for (const name of groupNames) queue(groups[name], at('/skeleton/groups', name));
  for (let next = wait.pop(); next; next = wait.pop()) {
    const { key, pointer } = next;
    const node = Object.hasOwn(nodes, key) ? nodes[key] : undefined;
    if (!node) found.push(broken(pointer, `“${key}” öğesi yok`, `there is no node “${key}”`));
    else if (ids.has(idOf(key))) found.push(broken(pointer, `“${key}” iki kez duruyor`, `“${key}” stands twice`));
    else
      for (const [slot, keys] of Object.entries(node.slots ?? {}))
        queue(keys, at('/skeleton/nodes', key, 'slots', slot));
    ids.add(idOf(key));
  }
  for (const key of Object.keys(nodes))
    if (!ids.has(idOf(key))) found.push(broken(at('/skeleton/nodes', key), 'hiçbir yerde durmuyor', 'stands nowhere'));
  return found;
}
