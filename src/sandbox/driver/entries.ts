import type { Done, FileEntry } from '../../kernel/declaration/sandbox';

const types: Readonly<Record<string, FileEntry['type']>> = { f: 'file', d: 'folder', l: 'link' };

/** Reads a list as `find` prints it: name, type, size and time of each entry, slashes between and a NUL behind. */
export function entriesIn(printed: Buffer, most: number): Done['list'] {
  const lines = printed.toString('utf8').split('\0').filter(Boolean);
  const entries = lines.slice(0, most).map((line): FileEntry => {
    const [name = '', type = '', size = '0', seconds = '0'] = line.split('/');
    const modifiedAt = new Date(Number(seconds) * 1_000).toISOString();
    return { name, type: types[type] ?? 'other', size: Number(size), modifiedAt };
  });
  return { entries, complete: lines.length <= most };
}
