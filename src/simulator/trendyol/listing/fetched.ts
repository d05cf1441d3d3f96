/** A busy machine draws pictures late: a short wait refused products whose pictures came. */
const WAIT_MS = 60_000;
const BYTES_MAX = 10 * 1024 * 1024;
/** At once: a seller's server is no content network. */
const LANES = 4;

const SIGNATURES: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
];

/** Fetches pictures of new products from where sellers say that they are. */
export class PictureFetcher {
  /** Addresses that were asked. */
  count = 0;
  private under = 0;
  private readonly queue: (() => void)[] = [];

  /** @returns what is wrong with one of them; undefined when all are pictures */
  async faultOf(urls: readonly string[]): Promise<string | undefined> {
    const faults = await Promise.all(urls.map((url) => this.inTurn(() => this.fault(url))));
    return faults.find((fault) => fault !== undefined);
  }

  private async inTurn<T>(act: () => Promise<T>): Promise<T> {
    while (this.under >= LANES) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.under++;
    try {
      return await act();
    } finally {
      this.under--;
      this.queue.shift()?.();
    }
  }

  private async fault(url: string): Promise<string | undefined> {
    this.count++;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
      if (!response.ok) {
        await response.body?.cancel();
        return `Görsel indirilemedi (${response.status}): ${url}`;
      }
      const bytes = await bounded(response);
      if (!bytes) return `Görsel çok büyük: ${url}`;
      const isPicture = SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte));
      return isPicture ? undefined : `Görsel JPEG veya PNG olmalıdır: ${url}`;
    } catch {
      return `Görsel indirilemedi: ${url}`;
    }
  }
}

async function bounded(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
