import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { CliError } from './exit';

/** A file that is written as it comes, or stdout: what is behind waits for the disk, or for who reads the pipe. */
export class WrittenFile {
  private readonly stream: NodeJS.WritableStream;

  /** @param file undefined: stdout */
  constructor(private readonly file: string | undefined) {
    this.stream = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 });
    this.stream.on('error', () => undefined);
  }

  /** @throws {CliError} refused: it cannot be written */
  async write(bytes: Uint8Array | string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.stream.write(bytes, (error) => (error ? reject(this.failed(error)) : resolve()));
    });
  }

  /** Ends when all of it is on the disk. */
  async end(): Promise<void> {
    if (this.file === undefined) return;
    this.stream.end();
    await once(this.stream, 'close');
  }

  private failed(error: Error): CliError {
    return new CliError('refused', 'file', `${this.file ?? 'stdout'} cannot be written: ${error.message}.`);
  }
}
