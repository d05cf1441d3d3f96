/** A map that forgets its least recently used entry when it is full: keys that callers choose must not fill the memory. */
export class BoundedMap<V> {
  private readonly entries = new Map<string, V>();

  constructor(private readonly entriesMax: number) {}

  get size(): number {
    return this.entries.size;
  }

  /** The least recently used one first. */
  keys(): IterableIterator<string> {
    return this.entries.keys();
  }

  /** Reads a value without counting that as a use. */
  peek(key: string): V | undefined {
    return this.entries.get(key);
  }

  /** Reads a value and counts that as a use: it will be dropped later. */
  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.entriesMax) return;
    const [oldest] = this.entries.keys();
    this.entries.delete(oldest as string);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
