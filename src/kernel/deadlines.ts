/**
 * Says how long the product waits for what may never come. All processes wait as long as their nouns state; a test that is about waiting
 * in vain has a smaller scale, and none waits longer.
 */
export class Deadlines {
  /** @param scale 1: as stated */
  constructor(private readonly scale = 1) {}

  /** @param statedMs the product's own deadline, in ms */
  ms(statedMs: number): number {
    return Math.ceil(statedMs * this.scale);
  }
}
