import type { Readable } from 'node:stream';
import type { ByteRange, KeptObject, Objects } from '../../src/kernel/objects/objects';

/** A storage that answers nothing while it hangs, as a folder of a network whose server is gone, and goes on afterwards. */
export class HangingObjects implements Objects {
  private goOn: (() => void) | undefined;
  private hanging: Promise<void> | undefined;

  constructor(private readonly objects: Objects) {}

  hang(): void {
    this.hanging = new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  release(): void {
    this.hanging = undefined;
    this.goOn?.();
  }

  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    await this.hanging;
    return this.objects.put(storeId, source);
  }

  async open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    await this.hanging;
    return this.objects.open(storeId, object, part);
  }

  async remove(storeId: string, object: string): Promise<void> {
    await this.hanging;
    await this.objects.remove(storeId, object);
  }

  async stores(): Promise<readonly string[]> {
    await this.hanging;
    return this.objects.stores();
  }

  async answers(): Promise<void> {
    await this.hanging;
    await this.objects.answers();
  }

  async *keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]> {
    await this.hanging;
    yield* this.objects.keptFor(storeId, ms);
  }
}
