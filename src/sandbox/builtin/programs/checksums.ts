import { createHash } from 'node:crypto';
import type { Command } from 'just-bash';
import { bytesIn, optionsOf, program, Stop } from './program';

const KINDS = { md5sum: 'md5', sha1sum: 'sha1', sha256sum: 'sha256', sha512sum: 'sha512' } as const;

/** Sums of files, and whether these are still so. A file that is not there is told as an error. */
export const checksums: readonly Command[] = Object.entries(KINDS).map(([name, kind]) =>
  program(name, async (args, ctx) => {
    const long = { check: 'c', binary: 'b', text: 't', quiet: 'q', status: 's' };
    const options = optionsOf(args, { letters: 'cbtqs', long });
    const names = options.operands.length > 0 ? options.operands : ['-'];
    const sumOf = async (file: string) =>
      createHash(kind)
        .update(await bytesIn(ctx, file))
        .digest('hex');
    let [out, err, failed] = ['', '', 0];
    const reportStop = async (work: () => Promise<void>) => {
      await work().catch((error: unknown) => {
        if (!(error instanceof Stop)) throw error;
        err += `${name}: ${error.message}\n`;
      });
    };
    for (const file of names)
      await reportStop(async () => {
        if (!options.has('c')) {
          out += `${await sumOf(file)}  ${file}\n`;
          return;
        }
        for (const line of Buffer.from(await bytesIn(ctx, file))
          .toString()
          .split('\n')
          .filter(Boolean)) {
          const [, sum, of] = /^([0-9a-f]+) [ *](.+)$/.exec(line) ?? [];
          if (sum === undefined || of === undefined)
            throw new Stop(`${file}: no properly formatted checksum lines found`);
          const isSame =
            (await sumOf(of).catch((error: unknown) => (error instanceof Stop ? undefined : Promise.reject(error)))) ===
            sum;
          if (!isSame) failed += 1;
          if (!options.has('s') && !(isSame && options.has('q'))) out += `${of}: ${isSame ? 'OK' : 'FAILED'}\n`;
        }
      });
    if (failed > 0 && !options.has('s'))
      err += `${name}: WARNING: ${failed} computed checksum${failed > 1 ? 's' : ''} did NOT match\n`;
    return { out, err, exitCode: err === '' && failed === 0 ? 0 : 1 };
  }),
);
