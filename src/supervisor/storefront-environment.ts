import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config';
import { writeAtomically } from '../embedded/file-lock';
import type { HostPattern } from '../kernel/process/host-pattern';

const READ =
  /^(PATH|HOST|LOG_LEVEL|TEZGAH_(DATABASE_POOL|PUBLIC_URL|PROVIDERS|STOREFRONT_(HOST|HOSTS|PER_MINUTE)|TRUSTED_PROXIES|METRICS_(HOST|TOKEN)|S3_\w+)|OTEL_\w+|AWS_\w+)$/;

/** Settings that the storefront reads, and what Node itself needs: it is told no key that opens anything else. */
export const storefrontEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => READ.test(name)));

/** Addresses of shops and their previews, which links name: as stated, or names of this machine. */
export function shopEnvironment(config: Config, port: number) {
  const at = (setting: string, { pattern }: HostPattern, labels: string): string =>
    config.stated.has(setting) ? pattern : `http://*.${labels}:${port}`;
  return {
    TEZGAH_STOREFRONT_URL: at('TEZGAH_STOREFRONT_URL', config.storefrontUrl, 'localhost'),
    TEZGAH_PREVIEW_URL: at('TEZGAH_PREVIEW_URL', config.previewUrl, 'onizleme.localhost'),
    TEZGAH_PREVIEW_KEY: config.previewKey || keptKey(path.join(config.dataFolder, 'preview.key')),
  };
}

/** Kept, since links that were given to people outlive a start. */
function keptKey(file: string): string {
  if (!existsSync(file)) writeAtomically(file, randomBytes(32).toString('base64url'), 0o600);
  return readFileSync(file, 'utf8').trim();
}
