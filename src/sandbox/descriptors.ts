import { closeSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes what this process was given beside its three streams and its channel. Whatever it spawns would have it too, and what Node
 * opens itself is not passed on.
 */
export function closeInherited(): void {
  const channel = process.env.NODE_CHANNEL_FD;
  let names: string[] = [];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    // There is no such list here, and no driver that could pass them on to another program.
  }
  for (const name of names) {
    if (Number(name) <= 2 || name === channel) continue;
    try {
      const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8')) ?? [];
      if ((Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(Number(name));
    } catch {
      // It was the list itself, which is closed by now.
    }
  }
}
