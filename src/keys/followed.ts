import { statSync } from 'node:fs';
import { type KeyRing, sealingKey } from '../kernel/personal/key-ring';
import { keysInFile } from './source';

/** How often a process looks at the file of its keys. */
export const FOLLOWED_MS = 1_000;

interface FollowedOptions {
  readonly file: string;
  readonly ring: KeyRing;
  /** Says that a key seals from now on; what it seals is written after that. */
  readonly adopt: (id: string) => Promise<void>;
  /** Called when the key that seals is another one. */
  readonly onRotated: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the ring as the file of the keys says, while the process runs. A file that cannot be read, or holds something else, changes
 * nothing: the keys that are there go on.
 */
export class FollowedKeys {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  /** The file's content as it was read last. */
  private seen: string;

  constructor(private readonly options: FollowedOptions) {
    this.seen = '';
    // Another process may have read the file earlier, and sealed with what stands there by now.
    options.ring.whenMissing(() => {
      try {
        if (this.isChanged()) options.ring.openWith([...options.ring.all, ...this.read()]);
      } catch (error) {
        options.onError(error);
      }
    });
  }

  follow(): void {
    this.timer = setInterval(() => {
      this.round ??= this.look().finally(() => {
        this.round = undefined;
      });
    }, FOLLOWED_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** Reads the file when it has changed. */
  async look(): Promise<void> {
    const { ring, adopt, onRotated, onError } = this.options;
    try {
      const stamp = stampOf(this.options.file);
      if (stamp === this.seen) return;
      const keys = this.read();
      const [first] = keys as [(typeof keys)[number]];
      ring.openWith(keys);
      if (first.id !== ring.current.id) {
        await adopt(first.id);
        ring.sealWith(first);
        ring.openWith(keys);
        onRotated(first.id);
      }
      this.seen = stamp;
    } catch (error) {
      onError(error);
    }
  }

  private isChanged(): boolean {
    return stampOf(this.options.file) !== this.seen;
  }

  private read() {
    return keysInFile(this.options.file).map(sealingKey);
  }
}

/** Files are replaced whole, so another content is another file. */
function stampOf(file: string): string {
  const { ino, mtimeMs, size } = statSync(file);
  return `${ino} ${mtimeMs} ${size}`;
}
